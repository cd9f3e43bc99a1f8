/** Tables that are set by hand, with a real service. */

import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import {
  Action,
  type Connection,
  connect,
  DepartmentPool,
  Phase,
  type Position,
  positionFromJson,
  RecordedSetupSchema,
} from "carnegie-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type RealService, ROOT, startService } from "../../../typescript/tests/real_service.js";
import { setCard, setToAct } from "../../src/by_hand/edits/andrew.js";
import { setUsed } from "../../src/by_hand/edits/board.js";
import { setDonation } from "../../src/by_hand/edits/disks.js";
import { setAmount } from "../../src/by_hand/edits/player.js";
import { setAction, setPhase, setRound } from "../../src/by_hand/edits/round.js";
import { placed } from "../../src/by_hand/fields.js";
import type { HandGame } from "../../src/by_hand/hand_game.js";
import { KeptDrafts, OtherDraft } from "../../src/by_hand/kept_drafts.js";
import { leftToTheRules } from "../../src/by_hand/left_out.js";
import { beginTable, importTable, openTable, type Surroundings } from "../../src/by_hand/table_session.js";
import { given } from "../../src/game/playing.js";
import type { Saving } from "../../src/game/saving.js";
import { ServiceStore } from "../../src/game/service_store.js";
import { editsTo } from "./edits_to.js";

let process: RealService;
let service: Connection;
let around: Surroundings;

/** A browser's storage for the time of the tests. */
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
};
const drafts = new KeptDrafts(storage);

beforeAll(async () => {
  process = await startService("--games-path", ":memory:");
  service = connect(process.address);
  around = { referee: service, store: new ServiceStore(service.games), drafts, componentsJson: "" };
});
afterAll(() => process.stop());

const setup = (players: number, soloLevel?: number) =>
  create(RecordedSetupSchema, {
    seed: 11,
    players,
    pool: DepartmentPool.BASE,
    ...(soloLevel === undefined ? {} : { soloLevel }),
  });

const example = (name: string): string => readFileSync(`${ROOT}examples/positions/${name}.json`, "utf8");

async function canonical(position: Position): Promise<{ position: Position; digest: string }> {
  const answer = await service.rules.validatePosition({ position });
  expect(answer.faults).toEqual([]);
  return { position: given(answer.position), digest: answer.positionDigest };
}

/** Wait until what is on the table has been checked. */
const checked = (game: HandGame) => vi.waitFor(() => expect(game.checked.value.kind).not.toBe("asking"), 20_000);

/** Wait until a table is kept. */
const savedOnce = (saving: Saving) =>
  vi.waitFor(() => expect([saving.unsaved, saving.kept.value.version > 0]).toEqual([false, true]), 20_000);

/** The first line that is suggested with little work, which is the same for the same position. */
const suggestion = async (position: Position) => {
  const { lines } = await service.advisor.suggest({ position, workLimit: 0.02 });
  expect(lines.length).toBe(1);
  return lines[0];
};

describe("a table set by edits alone from a new game", () => {
  test.each(["construction", "exhausted-supply", "management"])("is the position of %s", async (name) => {
    const wanted = await canonical(positionFromJson(example(name)));
    const { game, stop } = await beginTable(around, setup(wanted.position.players.length));
    for (const edit of editsTo(game.position.value, wanted.position)) {
      game.edit(edit);
    }
    await checked(game);
    expect(game.checked.value).toMatchObject({ kind: "sound", digest: wanted.digest });
    expect(await suggestion(game.position.value)).toEqual(await suggestion(positionFromJson(example(name))));
    stop();
  });

  test("is a position with Andrew", async () => {
    const file = readFileSync(new URL("../table/positions/solo-7-round-9.json", import.meta.url), "utf8");
    const wanted = await canonical(positionFromJson(file));
    const { game, stop } = await beginTable(around, setup(1, 2));
    for (const edit of editsTo(game.position.value, wanted.position)) {
      game.edit(edit);
    }
    await checked(game);
    expect(game.checked.value).toMatchObject({ kind: "sound", digest: wanted.digest });
    stop();
  });
});

describe("what is left to the rules", () => {
  test("is as much as says the same", async () => {
    const opening = await canonical(positionFromJson(example("opening")));
    const draft = await leftToTheRules(service.rules, opening.position, opening.digest, "");
    expect(draft.players.map(({ employeesInSupply, disksInSupply }) => [employeesInSupply, disksInSupply])).toEqual(
      draft.players.map(() => [undefined, undefined]),
    );
    expect((await canonical(draft)).digest).toBe(opening.digest);
  });

  test("is not what an exhausted supply of disks has made different", async () => {
    const scarce = await canonical(positionFromJson(example("no-disks-left")));
    const draft = await leftToTheRules(service.rules, scarce.position, scarce.digest, "");
    expect((await canonical(draft)).digest).toBe(scarce.digest);
  });
});

describe("a faulty table", () => {
  test("tells all its faults, is played on no more, and is set right again", async () => {
    const { game, stop } = await beginTable(around, setup(2));
    game.edit(setAmount(1, "money", -1));
    game.edit(setRound(21));
    await checked(game);
    const faults = game.checked.value.kind === "faulty" ? game.checked.value.faults : [];
    expect(faults.map(({ path, reason }) => [path, reason])).toEqual(
      expect.arrayContaining([
        ["round", "OUT_OF_RANGE"],
        ["players[1].money", "OUT_OF_RANGE"],
      ]),
    );
    expect(placed(game.draft.value, faults).map(({ field }) => field?.path)).toEqual(faults.map(({ path }) => path));
    expect(game.busy.value).toBe(true);
    await expect(game.play([])).rejects.toThrow("without fault");
    game.undo();
    game.undo();
    expect(game.checked.value.kind).toBe("sound");
    stop();
  });

  test("has a field for every fault of the rules", async () => {
    const { game, stop } = await beginTable(around, setup(1, 1));
    game.edit(setPhase(Phase.EVENT));
    game.edit(setDonation("NO_SUCH", "andrew", true));
    await checked(game);
    const faults = game.checked.value.kind === "faulty" ? game.checked.value.faults : [];
    expect(faults.length).toBeGreaterThan(0);
    expect(placed(game.draft.value, faults).filter(({ field }) => field === undefined)).toEqual([]);
    stop();
  });
});

describe("a game on a table", () => {
  test("is played by steps, edited in between, and taken back", async () => {
    const { game, stop } = await beginTable(around, setup(2));
    const before = game.digest.value;
    const { steps } = await service.rules.listLegalSteps({ position: game.position.value });
    const [first] = steps;
    await game.play([given(first)]);
    expect(game.decisionSteps.value).toEqual([first]);
    expect(game.digest.value).not.toBe(before);
    game.edit(setAmount(0, "goods", 3));
    await checked(game);
    expect(game.decisionSteps.value).toEqual([]);
    expect(game.position.value.players[0]?.goods).toBe(3);
    game.undo();
    expect(game.decisionSteps.value).toEqual([first]);
    game.undo();
    expect(game.digest.value).toBe(before);
    game.redo();
    game.redo();
    expect(game.position.value.players[0]?.goods).toBe(3);
    stop();
  });

  test("rejects an illegal step, with nothing changed", async () => {
    const { game, stop } = await beginTable(around, setup(2));
    const { steps } = await service.rules.listLegalSteps({ position: game.position.value });
    const [first] = steps;
    await game.play([given(first)]);
    const digest = game.digest.value;
    await expect(game.play([given(first), given(first)])).rejects.toThrow();
    expect(game.digest.value).toBe(digest);
    expect(game.busy.value).toBe(false);
    stop();
  });
});

describe("Andrew at a table", () => {
  test("acts when he is asked to, with the card that was put on top by hand", async () => {
    const { game, stop } = await beginTable(around, setup(1, 2));
    const last = given(game.position.value.andrew?.cards.at(-1));
    game.edit(setUsed(Action.CONSTRUCTION, 1));
    game.edit(setPhase(Phase.USE_DEPARTMENTS));
    game.edit(setAction(Action.CONSTRUCTION));
    game.edit(setToAct(true));
    game.edit(setCard(0, last));
    await checked(game);
    expect(game.checked.value).toMatchObject({ kind: "sound" });
    await game.letAndrewAct();
    expect(game.position.value.andrew).toMatchObject({ toAct: false });
    expect(game.position.value.andrew?.cards[0]).toBe(last);
    game.undo();
    expect(game.position.value.andrew?.toAct).toBe(true);
    stop();
  });
});

describe("the person's own components", () => {
  test("count at a table, and stay with it", async () => {
    const { componentsJson } = await service.rules.getComponents({});
    const { project_tabs } = JSON.parse(componentsJson);
    for (const row of project_tabs.rows) {
      row.advance_costs = row.advance_costs.map((cost: number) => cost + 1);
    }
    const own = JSON.stringify({ project_tabs: { note: "as on my copy", rows: project_tabs.rows } });
    const { game, saving, stop } = await beginTable({ ...around, componentsJson: own }, setup(2));
    await savedOnce(saving);
    stop();
    const again = await openTable(around, saving.kept.value.id);
    expect(again.game.componentsJson).toBe(own);
    expect(again.game.digest.value).toBe(game.digest.value);
    again.stop();
  });
});

describe("a kept table", () => {
  test("is saved after an edit, listed as one by hand, and opened again", async () => {
    const { game, saving, stop } = await beginTable(around, setup(3));
    game.edit(setAmount(2, "vp", 5));
    await checked(game);
    await savedOnce(saving);
    const { id, version } = saving.kept.value;
    const listed = (await around.store.list()).find((each) => each.id === id);
    expect(listed).toMatchObject({ byHand: true, version });
    const again = await openTable(around, id);
    expect(again.game.digest.value).toBe(game.digest.value);
    expect(again.game.draft.value.players[2]?.vp).toBe(5);
    again.stop();
    stop();
  });
});

describe("a table that is left at fault", () => {
  test("is there again, on top of what is kept", async () => {
    const { game, saving, stop } = await beginTable(around, setup(2));
    await savedOnce(saving);
    game.edit(setAmount(0, "money", -5));
    await checked(game);
    stop();
    const again = await openTable(around, saving.kept.value.id);
    expect(again.game.draft.value.players[0]?.money).toBe(-5);
    await checked(again.game);
    expect(again.game.checked.value.kind).toBe("faulty");
    again.game.undo();
    expect(again.game.digest.value).toBe(game.digest.value);
    again.stop();
    const third = await openTable(around, saving.kept.value.id);
    expect(third.game.checked.value.kind).toBe("sound");
    expect(third.game.canUndo.value).toBe(false);
    third.stop();
  });

  test("and was never kept is there again, and kept once it is set right", async () => {
    const { saving, stop } = await importTable(around, "poor.json", JSON.stringify({ players: [{ money: -1 }, {}] }));
    stop();
    const { game, ...again } = await openTable(around, saving.kept.value.id);
    expect(game.checked.value.kind).toBe("faulty");
    game.edit(setAmount(0, "money", 1));
    await checked(game);
    await vi.waitFor(() => expect(again.saving.kept.value).toMatchObject({ title: "poor", version: 1 }), 20_000);
    expect((await openTable(around, saving.kept.value.id)).game.position.value.players[0]?.money).toBe(1);
    again.stop();
  });

  test("and is changed in another tab is told so, and kept again once it is right there", async () => {
    const one = await beginTable(around, setup(2));
    await savedOnce(one.saving);
    one.game.edit(setAmount(0, "money", -5));
    await checked(one.game);
    const { id } = one.saving.kept.value;
    const ofOther = new KeptDrafts(storage);
    const moneyKept = () => new KeptDrafts(storage).draft(id)?.draft.players[0]?.money;
    const other = await openTable({ ...around, drafts: ofOther }, id);
    other.game.edit(setAmount(0, "money", -7));
    await checked(other.game);
    expect([moneyKept(), one.draftRefusal.value]).toEqual([-7, undefined]);
    // As the browser tells of what another tab has kept.
    drafts.refresh();
    expect(one.draftRefusal.value).toBeInstanceOf(OtherDraft);
    one.keepDraftInPlace();
    ofOther.refresh();
    expect([moneyKept(), one.draftRefusal.value]).toEqual([-5, undefined]);
    expect(other.draftRefusal.value).toBeInstanceOf(OtherDraft);
    other.keepDraftInPlace();
    other.game.undo();
    other.game.undo();
    expect([other.game.checked.value.kind, moneyKept()]).toEqual(["sound", undefined]);
    drafts.refresh();
    expect([moneyKept(), one.draftRefusal.value]).toEqual([-5, undefined]);
    one.stop();
    other.stop();
  });
});

describe("a position file", () => {
  test("without fault is what it says", async () => {
    const wanted = await canonical(positionFromJson(example("research")));
    const { game, saving, stop } = await importTable(around, "research.json", example("research"));
    expect(game.digest.value).toBe(wanted.digest);
    expect(saving.kept.value.title).toBe("research");
    stop();
  });

  test("of a wrong form is refused with all its faults", async () => {
    const text = JSON.stringify({
      rond: 3,
      phase: "PHASE_NONE",
      players: [{ money: "12", goods: 1.5 }, 7],
      events: {},
    });
    const refusal = importTable(around, "wrong.json", text);
    await expect(refusal).rejects.toMatchObject({
      faults: [
        expect.stringContaining("Unknown field at rond: found rond"),
        expect.stringContaining("Unknown enum value at phase: found PHASE_NONE"),
        'Wrong type at players[0].money: found "12"; allowed: a whole number',
        "Wrong type at players[0].goods: found 1.5; allowed: a whole number",
        "Wrong type at players[1]: found 7; allowed: an object",
        "Wrong type at events: found {}; allowed: a list",
      ],
    });
  });

  test("with a field twice is refused, together with whatever else is wrong with it", async () => {
    const text = '{"players": [{"money": 1, "money": 2, "disksInSupply": 1, "disks_in_supply": 1}, {}], "rond": 3}';
    await expect(importTable(around, "twice.json", text)).rejects.toMatchObject({
      faults: [
        "Duplicate field at players[0].money: found the field more than once; allowed: the field once",
        "Duplicate field at players[0].disksInSupply: found the field more than once; allowed: the field once",
        expect.stringContaining("Unknown field at rond"),
      ],
    });
  });

  test("that is something else is told to be that", async () => {
    const refused = async (text: string) => importTable(around, "wrong.json", text).catch(({ faults }) => faults);
    expect(await refused('{"game": {"players": 1}, "finalDigest": ""}')).toEqual([
      "it is a recorded game; open it on the start page",
    ]);
    expect(await refused("[]")).toEqual(["it holds a list"]);
    expect(await refused("null")).toEqual(["it holds a single value"]);
  });

  test("has a name that every place takes", async () => {
    const { saving, stop } = await importTable(around, "\u0007 a\u0007\ud83d.json", example("research"));
    expect(saving.kept.value.title).toBe("a");
    stop();
  });

  test("that the rules forbid is taken with all its faults", async () => {
    const text = JSON.stringify({
      players: [
        { company: { spaces: [{ space: "a3", standingAt: [1] }] }, transport: { south: 3 } },
        { projects: [{ city: "Nowhere" }], donations: ["WELFARE_FLAT", "WELFARE_FLAT"] },
      ],
    });
    const file = await service.rules.validatePosition({ position: positionFromJson(text) });
    const { game, saving, stop } = await importTable(around, "faulty.json", text);
    const faults = game.checked.value.kind === "faulty" ? game.checked.value.faults : [];
    const told = (of: typeof faults) => of.map(({ reason, found }) => `${reason} ${found}`).sort();
    expect(faults.length).toBeGreaterThan(0);
    expect(told(faults)).toEqual(told(file.faults));
    expect(placed(game.draft.value, faults).filter(({ field }) => field === undefined)).toEqual([]);
    expect(saving.kept.value.version).toBe(0);
    stop();
  });
});
