/** A browser that keeps no settings: the page goes on without. */

import { afterEach, describe, expect, test, vi } from "vitest";
import { sourcesWith } from "../sources_with.js";

function define(property: PropertyDescriptor): void {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...property });
}

const refuse = () => {
  throw new DOMException("denied", "SecurityError");
};

afterEach(() => {
  Reflect.deleteProperty(globalThis, "localStorage");
  vi.resetModules();
});

test("settings are touched in one place, which is guarded", () => {
  expect(sourcesWith(/\b(local|session)Storage\b/)).toEqual(["advice/stored_setting.ts"]);
});

describe.each<[string, PropertyDescriptor]>([
  ["refused", { get: refuse }],
  ["null", { value: null }],
  ["undefined", { value: undefined }],
  ["full", { value: { getItem: () => null, setItem: refuse } }],
])("where settings are %s", (_, property) => {
  test("they hold until the page is left", async () => {
    define(property);
    const { shortcutsOn, turnShortcuts } = await import("../../src/shell/shortcuts.js");
    const { keptSettings } = await import("../../src/advice/settings.js");
    const { ownBox, ownComponentsJson } = await import("../../src/box/own_components.js");
    expect([shortcutsOn.value, keptSettings().lines.value, ownComponentsJson.value]).toEqual([true, 3, ""]);
    turnShortcuts("off");
    ownBox.keep("{}");
    expect([shortcutsOn.value, ownComponentsJson.value]).toEqual([false, "{}"]);
    expect(ownBox.refusal.value?.message).toMatch(/^this browser does not let the page keep the values of your box: ./);
  });
});

test("shortcuts that were turned off stay off with the next visit", async () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  define({ value: store });
  (await import("../../src/shell/shortcuts.js")).turnShortcuts("off");
  vi.resetModules();
  expect((await import("../../src/shell/shortcuts.js")).shortcutsOn.value).toBe(false);
});
