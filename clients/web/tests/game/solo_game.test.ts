/** Solo games with a real service: what is taken back and redone, replayed and refused. */

import { create } from "@bufbuild/protobuf";
import {
  type Connection,
  connect,
  DepartmentPool,
  Phase,
  problemOf,
  recordFromJson,
  recordToJson,
  type Step,
  StepSchema,
  TimelineLayout,
} from "carnegie-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { andrewLedTo } from "../../src/game/points.js";
import { type NewGame, SoloGame } from "../../src/game/solo_game.js";
import { problemAsText } from "../../src/words/problem_in_words.js";
import { playUntil, suggestedSteps } from "./accepted_suggestions.js";

const GAME: NewGame = { level: 2, pool: DepartmentPool.BASE, layout: TimelineLayout.COLUMNS, seed: 7 };
const END: Step = create(StepSchema, { kind: { case: "endTurn", value: {} } });

let process: RealService;
let service: Connection;

beforeAll(async () => {
  process = await startService();
  service = connect(process.address);
});
afterAll(() => process.stop());

describe("a new game", () => {
  test("begins as the service's solo game of the same seed", async () => {
    const [game, begun] = await Promise.all([SoloGame.begin(service, GAME), service.solo.newSoloGame(GAME)]);
    expect(game.digest.value).toBe(begun.positionDigest);
    expect(game.position.value).toEqual(begun.position);
    expect([game.canUndo.value, game.canRedo.value]).toEqual([false, false]);
  });

  test("without a seed has one of its own, which its record tells", async () => {
    const { seed: _, ...unseeded } = GAME;
    const game = await SoloGame.begin(service, unseeded);
    const { game: setup } = game.record();
    const again = await service.solo.newSoloGame({ ...unseeded, seed: setup?.seed ?? -1 });
    expect(game.digest.value).toBe(again.positionDigest);
  });
});

describe("a game with the person's own components", () => {
  test("is set up, played and recorded with them", async () => {
    const { componentsJson: all } = await service.rules.getComponents({});
    const { project_tabs } = JSON.parse(all);
    // Every tab exposes one space; the first advance of Housing is made dearer.
    const own = structuredClone(project_tabs);
    own.rows.find((row: { type: string }) => row.type === "HOUSING").advance_costs[0] += 1;
    const componentsJson = JSON.stringify({ project_tabs: { note: own.note, rows: own.rows } });
    const game = await SoloGame.begin(service, { ...GAME, componentsJson });
    await game.play(await suggestedSteps(service, game));
    const { componentsDigest } = await service.rules.validateComponents({ componentsJson });
    const record = game.record();
    expect(record.componentsDigest).toBe(componentsDigest);
    const { positionDigest } = await service.rules.replayRecord({ record, componentsJson });
    expect(positionDigest).toBe(game.digest.value);
    const others = await SoloGame.continued(service, record).catch(problemOf);
    expect(others).toMatchObject({ fields: [{ path: "record.components_digest", reason: "OTHER_COMPONENTS" }] });
    expect((await SoloGame.continued(service, record, { componentsJson })).digest.value).toBe(game.digest.value);
  });

  test("is not set up with faulty ones, whose fault is named", async () => {
    const faulty = SoloGame.begin(service, { ...GAME, componentsJson: '{"project_tabs": {"rows": 3}}' });
    await expect(faulty).rejects.toThrow("your own components: project_tabs.rows: found 3");
  });
});

describe("steps", () => {
  test("an illegal one among others changes nothing, and the service says which field is at fault", async () => {
    const game = await SoloGame.begin(service, GAME);
    const before = game.digest.value;
    const nowhere = create(StepSchema, { kind: { case: "placeHousing", value: { city: "Nowhere" } } });
    const sale = create(StepSchema, { kind: { case: "sellGoods", value: { count: 1 } } });
    const failure = await game.play([sale, nowhere]).catch(problemOf);
    expect(failure?.fields.map(({ path }) => path)).toEqual(["steps[0].place_housing.city"]);
    expect([game.digest.value, game.shown.value, game.busy.value]).toEqual([before, 0, false]);
  });

  test("none is taken while others are under way", async () => {
    const game = await SoloGame.begin(service, GAME);
    const first = game.play(await suggestedSteps(service, game));
    await expect(game.play([END])).rejects.toThrow("still being played");
    await first;
    expect(game.position.value.phase).toBe(Phase.SETUP_MOVES);
  });

  test("those of the decision under way are told apart from those before", async () => {
    const game = await SoloGame.begin(service, GAME);
    await game.play(await suggestedSteps(service, game));
    const begun = game.digest.value;
    const moves = await suggestedSteps(service, game);
    expect(moves.length).toBeGreaterThan(2);
    await game.play(moves.slice(0, 2));
    expect(game.decisionSteps.value).toEqual(moves.slice(0, 2));
    const { positionDigest } = await service.rules.applyPlan({ position: game.decisionStart.value, steps: [END] });
    game.undo();
    game.undo();
    expect([game.digest.value, game.decisionSteps.value]).toEqual([begun, []]);
    await game.play([END]);
    expect(game.digest.value).toBe(positionDigest);
  });
});

describe("undo and redo", () => {
  test("across Andrew's turn give what lay there before, and his deeds", async () => {
    const game = await SoloGame.begin(service, GAME);
    await playUntil(service, game, 2);
    // In round 2 Andrew selects the row: the step before his is the player's last one of round 1.
    const after = game.shown.value;
    const points = game.points.value;
    expect(andrewLedTo(points[after])).toBe(true);
    const [selected] = points[after]?.made?.deeds ?? [];
    expect(selected?.done).toBe(true);
    const digest = game.digest.value;
    game.undo();
    expect(andrewLedTo(points[game.shown.value + 1])).toBe(false);
    expect(game.position.value.round).toBe(1);
    game.redo();
    expect([game.digest.value, game.shown.value]).toEqual([digest, after]);
    // Played instead of redone he does the same, for his cards are fixed.
    game.undo();
    const step = points[game.shown.value + 1]?.made?.step;
    await game.play(step === undefined ? [] : [step]);
    expect(game.digest.value).toBe(digest);
    expect(game.points.value[after]?.made?.deeds).toEqual(points[after]?.made?.deeds);
  });

  test("another step takes the place of what was undone", async () => {
    const game = await SoloGame.begin(service, GAME);
    await game.play(await suggestedSteps(service, game));
    await game.play(await suggestedSteps(service, game));
    game.goTo(game.shown.value - 2);
    const shown = game.shown.value;
    await game.play([END]);
    expect([game.shown.value, game.points.value.length, game.canRedo.value]).toEqual([shown + 1, shown + 2, false]);
  });
});

describe("records", () => {
  test("a whole game of accepted suggestions ends as a fresh replay of its record says", async () => {
    const game = await SoloGame.begin(service, GAME);
    await playUntil(service, game, 21);
    expect(game.position.value.round).toBe(20);
    const record = recordFromJson(JSON.stringify(recordToJson(game.record())));
    const replayed = await service.rules.replayRecord({ record });
    const scored = await service.rules.scorePosition({ position: game.position.value });
    expect(replayed.positionDigest).toBe(game.digest.value);
    expect([replayed.players, replayed.andrew]).toEqual([scored.players, scored.andrew]);

    const continued = await SoloGame.continued(service, record, { shownSteps: 40 });
    expect([continued.shown.value, continued.digest.value]).toEqual([40, game.points.value[40]?.digest]);
    expect(continued.points.value).toEqual(game.points.value);
    expect(continued.recordWithUndone()).toEqual(record);
    const part = await service.rules.replayRecord({ record: continued.record() });
    expect(part.positionDigest).toBe(continued.digest.value);
  });

  test("one that ends otherwise than it says is refused, with the field", async () => {
    const game = await SoloGame.begin(service, GAME);
    await game.play(await suggestedSteps(service, game));
    const record = { ...game.record(), finalDigest: "0".repeat(64) };
    const failure = await SoloGame.continued(service, record).catch(problemOf);
    expect(failure).toMatchObject({ fields: [{ path: "record.final_digest", reason: "OTHER_GAME" }] });
  });

  test("one of other components is told to be of another box", async () => {
    const record = { ...(await SoloGame.begin(service, GAME)).record(), componentsDigest: "0".repeat(64) };
    const failure = await SoloGame.continued(service, record).catch(problemAsText);
    expect(failure).toBe(
      "The service found 1 fault. It was played with other values of the box: enter them under “Your own box”.",
    );
  });

  test("one of a game for several players is refused, for only solo games are played here", async () => {
    const record = recordFromJson({ game: { players: 3 } });
    await expect(SoloGame.continued(service, record)).rejects.toThrow(/^this is a game for 3 players/);
  });
});
