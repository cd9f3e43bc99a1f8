/** All keys of the page, as its help lists them. */

import { SECTIONS } from "../game/shortcuts_of_game.js";

export const SHORTCUTS: readonly { readonly key: string; readonly does: string }[] = [
  { key: "?", does: "Show this help" },
  { key: "u", does: "Undo (also Ctrl+Z)" },
  { key: "r", does: "Redo (also Ctrl+Y)" },
  ...SECTIONS,
];
