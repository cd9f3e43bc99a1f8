/** Keyboard shortcuts: single keys that do something wherever nobody is typing. */

import { computed } from "@preact/signals";
import { storedSetting } from "../advice/stored_setting.js";

export interface Shortcut {
  /** The key as the browser names it, such as `u`; in lower case. */
  readonly key: string;
  readonly run: () => void;
}

const kept = storedSetting<"on" | "off">("carnegie.shortcuts", "on", ["on", "off"]);

/** Whether shortcuts are on. Whoever speaks to the computer may want them off. */
export const shortcutsOn = computed(() => kept.value === "on");

/** Turn shortcuts on or off. */
export function turnShortcuts(to: "on" | "off"): void {
  kept.value = to;
}

/** Listen for shortcuts until the answer is called. */
export function listenFor(shortcuts: readonly Shortcut[]): () => void {
  const listener = (event: KeyboardEvent) => {
    const shortcut = shortcuts.find(({ key }) => key === keyOf(event));
    if (shortcut !== undefined && shortcutsOn.value && !isTyping(event.target) && !isAsked()) {
      event.preventDefault();
      shortcut.run();
    }
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/** The key of an event; that of Ctrl and Z and the like as undo and redo, others with Ctrl or Alt are the browser's. */
export function keyOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const key = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.altKey) {
    return key === "z" ? (event.shiftKey ? "r" : "u") : key === "y" ? "r" : "";
  }
  return event.altKey || command ? "" : key;
}

/** Whether what has the focus takes letters for itself. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Whether a question is open. */
function isAsked(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
