/** Settings that the browser keeps from visit to visit, of this page only. */

import { effect, type Signal, signal } from "@preact/signals";

/** Where settings are kept: the part of `localStorage` that is needed. */
export type Store = Pick<Storage, "getItem" | "setItem">;

/**
 * The browser's store; undefined where it gives none, as in some private windows.
 *
 * Nothing else of the page touches `localStorage`: that throws, or is nothing, where the person has forbidden it.
 */
export function browserStore(): Store | undefined {
  try {
    return globalThis.localStorage ?? undefined;
  } catch {
    return undefined;
  }
}

/** Why the browser gives no store, as far as it says so. */
export function whyNoStore(): unknown {
  try {
    // To ask for it is what it refuses.
    void globalThis.localStorage;
  } catch (error) {
    return error;
  }
  return new Error("it has no place for it");
}

/**
 * Make a setting that is kept. What is kept but is none of the allowed values counts as not kept.
 *
 * @param key what it is kept under
 * @param initial what it is until the person changes it
 * @param allowed every value that it may have
 */
export function storedSetting<Value extends string | number | boolean>(
  key: string,
  initial: Value,
  allowed: readonly Value[],
  store: Store | undefined = browserStore(),
): Signal<Value> {
  const kept = read(store, key);
  return followed(signal(allowed.find((value) => String(value) === kept) ?? initial), store, key);
}

/** Keep a signal's value whenever it changes. */
function followed<Value extends string | number | boolean>(
  setting: Signal<Value>,
  store: Store | undefined,
  key: string,
): Signal<Value> {
  effect(() => write(store, key, String(setting.value)));
  return setting;
}

function read(store: Store | undefined, key: string): string | undefined {
  try {
    return store?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Where nothing can be kept, the setting holds until the page is left. */
function write(store: Store | undefined, key: string, value: string): void {
  try {
    store?.setItem(key, value);
  } catch {
    return;
  }
}
