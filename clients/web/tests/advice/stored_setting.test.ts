import { expect, test } from "vitest";
import { keptSettings } from "../../src/advice/settings.js";
import { storedSetting } from "../../src/advice/stored_setting.js";

class MemoryStore {
  readonly kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
}

test("a setting is kept from visit to visit", () => {
  const store = new MemoryStore();
  keptSettings(store).lines.value = 7;
  keptSettings(store).automatic.value = true;
  expect([keptSettings(store).lines.value, keptSettings(store).automatic.value]).toEqual([7, true]);
});

test("what is kept but is not allowed counts for nothing", () => {
  const store = new MemoryStore();
  store.kept.set("key", "99");
  expect(storedSetting("key", 3, [1, 2, 3], store).value).toBe(3);
});

test("without a store, and with one that refuses, the setting holds for the visit", () => {
  const refusing = {
    getItem: (): string | null => {
      throw new Error("refused");
    },
    setItem: (): void => {
      throw new Error("refused");
    },
  };
  for (const store of [undefined, refusing]) {
    const setting = storedSetting("key", 1, [1, 2], store);
    setting.value = 2;
    expect(setting.value).toBe(2);
  }
});
