/** What the person has entered from his own box, for all parts of the page; the browser keeps it. */

import { effect, type Signal, signal } from "@preact/signals";
import { browserStore, type Store } from "../advice/stored_setting.js";

const KEY = "carnegie.box";

/** Make the text of a components file that is kept; where nothing can be kept, it holds until the page is left. */
export function keptFile(store: Store | undefined, key: string): Signal<string> {
  const file = signal(readKept(store, key));
  effect(() => writeKept(store, key, file.value));
  return file;
}

function readKept(store: Store | undefined, key: string): string {
  try {
    return store?.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function writeKept(store: Store | undefined, key: string, text: string): void {
  try {
    store?.setItem(key, text);
  } catch {
    return;
  }
}

/** The text of the components file, as every call takes it; empty where nothing has been entered. */
export const ownComponentsJson = keptFile(browserStore(), KEY);
