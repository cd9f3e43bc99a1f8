/** The places that keep games do the same: the service, and the browser where the service keeps none. */

import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import {
  type Connection,
  connect,
  GameStoreService,
  Phase,
  PositionSchema,
  type SavedGame,
  SavedGameSchema,
} from "carnegie-client";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { BrowserStore } from "../../src/game/browser_store.js";
import { ServiceStore } from "../../src/game/service_store.js";
import { type GameStore, NoSuchGame, newId, VersionConflict } from "../../src/game/store.js";

let process: RealService;
let service: Connection;

beforeAll(async () => {
  process = await startService("--games-path", ":memory:");
  service = connect(process.address);
});
afterAll(() => process.stop());
afterEach(() => {
  vi.useRealTimers();
});

const places: readonly [GameStore["place"], () => GameStore][] = [
  ["service", () => new ServiceStore(createClient(GameStoreService, service.transport))],
  ["browser", () => new BrowserStore(() => new IDBFactory())],
];

/** The beginning of a solo game in each place's first round. */
const STANDING = { round: 1, phase: Phase.SETUP_PLACEMENT };

async function newGame(title: string): Promise<SavedGame> {
  const { componentsDigest } = await service.info.getInfo({});
  const { positionDigest: finalDigest } = await service.solo.newSoloGame({ seed: 4, level: 3 });
  const record = { componentsDigest, game: { seed: 4, players: 1, soloLevel: 3 }, finalDigest };
  return create(SavedGameSchema, { id: newId(), title, content: { case: "record", value: record }, shownSteps: 0 });
}

describe.each(places)("kept by the %s", (place, open) => {
  test("a game comes back as it was saved, with its version", async () => {
    const [store, game] = [open(), await newGame("First")];
    expect(store.place).toBe(place);
    expect(await store.save(game, 0, STANDING)).toBe(1);
    expect(await store.load(game.id)).toEqual({ game, version: 1 });
    expect(await store.save({ ...game, title: "Renamed" }, 1, STANDING)).toBe(2);
    expect(await store.load(game.id)).toEqual({ game: { ...game, title: "Renamed" }, version: 2 });
  });

  test("a save upon another version than the kept one changes nothing", async () => {
    const [store, game] = [open(), await newGame("Kept")];
    await store.save(game, 0, STANDING);
    await store.save({ ...game, title: "Kept, too" }, 1, STANDING);
    const other = { ...game, title: "Overwritten" };
    await expect(store.save(other, 1, STANDING)).rejects.toThrow(VersionConflict);
    await expect(store.save(other, 0, STANDING)).rejects.toThrow(VersionConflict);
    expect(await store.load(game.id)).toMatchObject({ game: { title: "Kept, too" }, version: 2 });
  });

  test("of two saves upon the same version one is kept, and the other one is told", async () => {
    const [store, game] = [open(), await newGame("Both")];
    await store.save(game, 0, STANDING);
    const saves = ["one", "other"].map((title) => store.save({ ...game, title }, 1, STANDING));
    const ends = await Promise.allSettled(saves);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await store.load(game.id)).toMatchObject({ version: 2 });
  });

  test("a deleted game is gone, and one that has been played on is not deleted", async () => {
    const [store, game] = [open(), await newGame("Gone")];
    await store.save(game, 0, STANDING);
    await store.save(game, 1, STANDING);
    await expect(store.remove(game.id, 1)).rejects.toThrow(VersionConflict);
    await store.remove(game.id, 2);
    await expect(store.load(game.id)).rejects.toThrow(NoSuchGame);
    await expect(store.remove(game.id, 2)).rejects.toThrow(NoSuchGame);
    await expect(store.save(game, 2, STANDING)).rejects.toThrow(NoSuchGame);
  });

  test("the list tells what each one is, the last changed one first", async () => {
    const store = open();
    const [first, second] = [await newGame("first"), await newGame("second")];
    await store.save(first, 0, STANDING);
    await store.save(second, 0, STANDING);
    const byHand = create(SavedGameSchema, {
      id: newId(),
      title: "by hand",
      content: {
        case: "position",
        value: create(PositionSchema, { round: 3, timeline: { humanResources: { used: 2 } }, players: [{}, {}] }),
      },
    });
    await store.save(byHand, 0, { round: 3, phase: Phase.SELECT_TIMELINE });
    await store.save(first, 1, STANDING);
    const own = new Set([first.id, second.id, byHand.id]);
    const listed = (await store.list()).filter(({ id }) => own.has(id));
    expect(
      listed.map(({ title, version, byHand, level, round, phase }) => [title, version, byHand, level, round, phase]),
    ).toEqual([
      ["first", 2, false, 3, 1, Phase.SETUP_PLACEMENT],
      ["by hand", 1, true, undefined, 3, Phase.SELECT_TIMELINE],
      ["second", 1, false, 3, 1, Phase.SETUP_PLACEMENT],
    ]);
    expect(listed.every(({ changed }) => Math.abs(changed.getTime() - Date.now()) < 60_000)).toBe(true);
  });
});

test("the browser lists the last changed one first though the clock was set back in the meantime", async () => {
  const store = new BrowserStore(() => new IDBFactory());
  const [first, second] = [await newGame("first"), await newGame("second")];
  vi.useFakeTimers({ toFake: ["Date"], now: 2_000_000 });
  await store.save(first, 0, STANDING);
  await store.save(second, 0, STANDING);
  vi.setSystemTime(1_000_000);
  await store.save(first, 1, STANDING);
  expect((await store.list()).map(({ title, changed }) => [title, changed.getTime()])).toEqual([
    ["first", 2_000_000],
    ["second", 2_000_000],
  ]);
});
