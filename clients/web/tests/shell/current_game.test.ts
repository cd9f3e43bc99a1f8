/** Going from game to game while saves are under way, with a place that answers as it is told to. */

import { computed, signal } from "@preact/signals";
import { Code, ConnectError } from "carnegie-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Saving } from "../../src/game/saving.js";
import type { Session } from "../../src/game/session.js";
import type { GameStore } from "../../src/game/store.js";
import { countedGame, ToldStore } from "../game/told_store.js";

vi.mock("../../src/service.js", () => ({ service: {} }));
vi.mock("../../src/game/session.js", () => ({
  // What the place keeps at this moment, as loading it gives it.
  openSession: async (_: unknown, store: ToldStore, id: string) => loaded(store, id),
}));

const { current, heldUpGames, isUnsaved, loadGame, openGame } = await import("../../src/shell/current_game.js");

/** What is only needed here of each session that has been loaded. */
const made = new Map<unknown, { readonly step: () => void; readonly busy: { value: boolean } }>();
let store: ToldStore;
const place = () => store as unknown as GameStore;

function loaded(from: ToldStore, id: string): Session {
  const { version, steps } = from.kept.get(id) ?? { version: 0, steps: 0 };
  const { game, step } = countedGame(steps);
  const busy = signal(false);
  const saving = new Saving(from as unknown as GameStore, game, { id, title: id, version });
  saving.start();
  const session = { game: { ...game, busy }, saving, store: from } as unknown as Session;
  made.set(session, { step, busy });
  return session;
}

/** The session on the table, with how to make a step in it. */
function onTable() {
  const now = current.value;
  if (now.kind !== "open") {
    throw new Error(`no game is open: ${now.kind}`);
  }
  const { step = () => {}, busy = { value: false } } = made.get(now.session) ?? {};
  return { session: now.session, step, busy };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

async function open(id: string) {
  await openGame(place(), id);
  await settled();
  return onTable();
}

beforeEach(() => {
  vi.useFakeTimers();
  current.value = { kind: "none" };
  store = new ToldStore();
  store.kept.set("a", { version: 3, steps: 5 });
  store.kept.set("b", { version: 1, steps: 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a game whose save is under way is taken up again, with its step and without a conflict", async () => {
  const a = await open("a");
  store.ends.push("answered late");
  a.step();
  await settled();
  await open("b");
  const again = await open("a");
  expect(again.session).toBe(a.session);
  store.release();
  await settled();
  again.step();
  await settled();
  expect([again.session.saving.state.value.kind, store.kept.get("a")]).toEqual(["saved", { version: 5, steps: 7 }]);
});

test("a step made just before the game is left is not lost, nor one that was still being played", async () => {
  const a = await open("a");
  a.step();
  await openGame(place(), "b");
  await settled();
  expect(store.kept.get("a")).toEqual({ version: 4, steps: 6 });
  const again = await open("a");
  again.busy.value = true;
  await open("b");
  again.step();
  again.busy.value = false;
  await settled();
  expect(store.kept.get("a")).toEqual({ version: 5, steps: 7 });
});

test("a game that is saved when it is left is loaded as it is kept, with what another tab has saved", async () => {
  const a = await open("a");
  await open("b");
  store.kept.set("a", { version: 9, steps: 20 });
  const again = await open("a");
  expect(again.session).not.toBe(a.session);
  expect(again.session.saving.kept.value.version).toBe(9);
});

test("the tab is not closed without a question while any game has unsaved steps", async () => {
  const a = await open("a");
  expect(isUnsaved()).toBe(false);
  store.ends.push(new ConnectError("away", Code.Unavailable));
  a.step();
  expect(isUnsaved()).toBe(true);
  await settled();
  await open("b");
  expect([onTable().session.saving.unsaved, isUnsaved()]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([isUnsaved(), store.kept.get("a")]).toEqual([false, { version: 4, steps: 6 }]);
});

test("who wants the other's state after a conflict gets that, and what was given up is not asked about", async () => {
  const a = await open("a");
  store.kept.set("a", { version: 9, steps: 20 });
  a.step();
  await settled();
  expect([a.session.saving.state.value.kind, isUnsaved()]).toEqual(["conflict", true]);
  await open("b");
  expect((await open("a")).session).toBe(a.session);
  await loadGame(place(), "a");
  expect([onTable().session.saving.kept.value.version, isUnsaved()]).toEqual([9, false]);
});

test("the games that cannot be saved are told, on the table or left, until they are; those being saved are not", async () => {
  const told = computed(() => heldUpGames().map(({ saving }) => saving.kept.value.id));
  const a = await open("a");
  store.ends.push("answered late");
  a.step();
  await settled();
  expect(told.value).toEqual([]);
  store.release();
  await settled();
  store.ends.push(new ConnectError("away", Code.Unavailable));
  a.step();
  await settled();
  expect(told.value).toEqual(["a"]);
  const b = await open("b");
  store.ends.push(new ConnectError("no", Code.FailedPrecondition));
  b.step();
  await settled();
  expect(told.value).toEqual(["b", "a"]);
  store.ends.push("answered late");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told.value).toEqual(["b", "a"]);
  store.release();
  await settled();
  expect(told.value).toEqual(["b"]);
  b.step();
  await settled();
  expect(told.value).toEqual([]);
});
