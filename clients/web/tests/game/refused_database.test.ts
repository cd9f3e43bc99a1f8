/** A browser that gives the page no database: games are played without being saved, and the reason is said. */

import { create } from "@bufbuild/protobuf";
import { Phase, SavedGameSchema } from "carnegie-client";
import { IDBObjectStore as FakeStore, IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BrowserStore, browserDatabase } from "../../src/game/browser_store.js";
import { sourcesWith } from "../sources_with.js";

function define(property: PropertyDescriptor): void {
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, ...property });
}

const refuse = () => {
  throw new DOMException("denied", "SecurityError");
};

afterEach(() => Reflect.deleteProperty(globalThis, "indexedDB"));

test("the database is touched in one place, which is guarded", () => {
  expect(sourcesWith(/\bindexedDB\b/)).toEqual(["game/browser_store.ts"]);
});

describe.each<[string, PropertyDescriptor, string]>([
  ["refused", { get: refuse }, "denied"],
  ["undefined", { value: undefined }, "no database"],
  ["refused with the first use", { value: { open: refuse } }, "denied"],
  ["refused without a word", { value: { open: () => failing() } }, "InvalidStateError"],
])("where the database is %s", (_, property, why) => {
  test("the place for games is there all the same, and each use of it tells why", async () => {
    define(property);
    const store = new BrowserStore(browserDatabase);
    const game = create(SavedGameSchema, { id: "a" });
    for (const use of [store.list(), store.load("a"), store.save(game, 0, { round: 1, phase: Phase.GAME_OVER })]) {
      await expect(use).rejects.toThrow(why);
    }
  });
});

test("where there is no more room, a save says so, and no longer only what the browser calls it", async () => {
  const full = () => {
    throw new DOMException("Full", "QuotaExceededError");
  };
  const found = () => {
    const request: { result: unknown[]; onsuccess?: () => void } = { result: [] };
    setTimeout(() => request.onsuccess?.());
    return request;
  };
  const opening: { result: unknown; onsuccess?: () => void } = {
    result: { transaction: () => ({ objectStore: () => ({ getAll: found, put: full }) }) },
  };
  define({
    value: {
      open: () => {
        setTimeout(() => opening.onsuccess?.());
        return opening;
      },
    },
  });
  const saving = new BrowserStore(browserDatabase).save(create(SavedGameSchema, { id: "a" }), 0, {
    round: 1,
    phase: Phase.GAME_OVER,
  });
  await expect(saving).rejects.toThrow("this browser has no more room for games; it says: Full");
});

/** Do something in the place of every row that is put, until that is over. */
async function whilePutting(put: (store: IDBObjectStore) => void, work: () => Promise<void>): Promise<void> {
  const spy = vi.spyOn(FakeStore.prototype, "put").mockImplementation(function (this: IDBObjectStore) {
    put(this);
    return {} as IDBRequest<IDBValidKey>;
  });
  await work();
  spy.mockRestore();
}

test("where the database gives up without a word, that is said, and the next save is as if it had not been", async () => {
  const factory = new IDBFactory();
  const store = new BrowserStore(() => factory);
  const save = () => store.save(create(SavedGameSchema, { id: "a" }), 0, { round: 1, phase: Phase.GAME_OVER });
  await whilePutting(
    (rows) => rows.transaction.abort(),
    () => expect(save()).rejects.toThrow(/^the browser's database gave up$/),
  );
  expect(await store.list()).toEqual([]);
  expect(await save()).toBe(1);
});

test("where the browser has closed the database, it is opened anew with the next use", async () => {
  const factory = new IDBFactory();
  const opened: IDBDatabase[] = [];
  const store = new BrowserStore(
    () =>
      ({
        open(name: string, version: number) {
          const opening = factory.open(name, version);
          opening.addEventListener("success", () => opened.push(opening.result));
          return opening;
        },
      }) as IDBFactory,
  );
  expect(await store.list()).toEqual([]);
  opened[0]?.close();
  await expect(store.list()).rejects.toThrow("this browser does not let the page keep games: ");
  expect(await store.list()).toEqual([]);
  expect(opened).toHaveLength(2);
});

/** A request that fails later, as browsers do. */
function failing() {
  const request = { error: new DOMException("", "InvalidStateError"), onerror: () => undefined };
  setTimeout(() => request.onerror());
  return request;
}

test("the service is known where the browser refuses its database, and the page can be played", async () => {
  define({ get: refuse });
  vi.doMock("../../src/service.js", () => ({ service: { info: { getInfo: async () => ({ keepsGames: false }) } } }));
  const { knowledge, ignorance, learn } = await import("../../src/shell/knowledge.js");
  await learn();
  expect([ignorance.value, knowledge.value?.store.place]).toEqual([undefined, "browser"]);
});
