/** When a game is saved, and what becomes of saves that fail, with a place that fails as it is told to. */

import { Code, ConnectError } from "carnegie-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Saving } from "../../src/game/saving.js";
import { type GameStore, NoSuchGame } from "../../src/game/store.js";
import { countedGame, ToldStore } from "./told_store.js";

function saved(version = 0) {
  const store = new ToldStore();
  const { game, step } = countedGame();
  const saving = new Saving(store as unknown as GameStore, game, { id: "a", title: "A", version });
  saving.start();
  return { store, saving, step };
}

/** Let everything happen that waits for nothing but its turn. */
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a game is saved", () => {
  test("at once where it is new, and then after every step upon the version before", async () => {
    const { store, saving, step } = saved();
    await settled();
    step();
    await settled();
    expect(store.saves).toEqual([
      { id: "a", steps: 0, upon: 0 },
      { id: "a", steps: 1, upon: 1 },
    ]);
    expect([saving.state.value.kind, saving.kept.value.version, saving.unsaved]).toEqual(["saved", 2, false]);
  });

  test("not where it has just been loaded", async () => {
    const { store, saving } = saved(7);
    await settled();
    expect([store.saves, saving.state.value.kind]).toEqual([[], "saved"]);
  });

  test("one save at a time: steps made meanwhile are saved together after it", async () => {
    const { store, saving, step } = saved();
    store.ends.push("answered late");
    await settled();
    step();
    step();
    await settled();
    expect([store.saves.length, saving.state.value.kind]).toEqual([1, "saving"]);
    store.release();
    await settled();
    expect(store.saves.slice(1)).toEqual([{ id: "a", steps: 2, upon: 1 }]);
  });

  test("no longer once it has been left, but for what was not saved yet", async () => {
    const { store, saving, step } = saved();
    store.ends.push("answered late");
    await settled();
    step();
    saving.stop();
    store.release();
    await settled();
    expect(store.kept.get("a")).toEqual({ version: 2, steps: 1 });
    step();
    await settled();
    expect(store.saves.length).toBe(2);
  });
});

describe("a save that fails", () => {
  test("is tried again until the service is back; a save whose answer was lost goes first", async () => {
    const { store, saving, step } = saved();
    store.ends.push("answer lost", new ConnectError("away", Code.Unavailable));
    await settled();
    step();
    expect(saving.state.value.kind).toBe("waiting");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.saves.map(({ steps, upon }) => [steps, upon])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
    expect(saving.state.value.kind).toBe("saved");
  });

  test("for want of room is told, and tried again with the next step, or when the person wants it", async () => {
    const { store, saving, step } = saved();
    store.ends.push(new ConnectError("no", Code.InvalidArgument), new ConnectError("no", Code.InvalidArgument));
    await settled();
    expect([saving.state.value.kind, saving.unsaved]).toEqual(["refused", true]);
    step();
    await settled();
    expect(saving.state.value.kind).toBe("refused");
    saving.retry();
    await settled();
    expect([saving.state.value.kind, store.kept.get("a")?.steps]).toEqual(["saved", 1]);
  });
});

describe("a game that somebody else has changed", () => {
  test("is not overwritten, whatever is played, until the person has chosen; a copy has an id of its own", async () => {
    const { store, saving, step } = saved(3);
    store.kept.set("a", { version: 4, steps: 9 });
    step();
    await settled();
    expect(saving.state.value.kind).toBe("conflict");
    step();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([store.saves.length, store.kept.get("a")]).toEqual([1, { version: 4, steps: 9 }]);
    const id = saving.saveAsCopy();
    await settled();
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(saving.kept.value).toEqual({ id, title: "A (copy)", version: 1 });
    expect([saving.state.value.kind, store.kept.get(id)?.steps]).toEqual(["saved", 2]);
    expect(store.kept.get("a")).toEqual({ version: 4, steps: 9 });
  });

  test("that somebody else has deleted is not brought back but as a copy", async () => {
    const { store, saving, step } = saved(3);
    store.ends.push(new NoSuchGame());
    step();
    await settled();
    expect(saving.state.value.kind).toBe("deleted");
    const id = saving.saveAsCopy();
    await settled();
    expect([...store.kept.keys()]).toEqual([id]);
  });
});
