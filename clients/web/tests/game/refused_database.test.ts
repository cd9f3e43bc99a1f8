/** A browser that gives the page no database: games are played without being saved, and the reason is said. */

import { create } from "@bufbuild/protobuf";
import { Phase, SavedGameSchema } from "carnegie-client";
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
