/** All keys of the page, as its help lists them. */

import { PARTS } from "../game/parts.js";

export const SHORTCUTS: readonly { readonly key: string; readonly does: string }[] = [
  { key: "?", does: "Show this help" },
  { key: "u", does: "Undo (also Ctrl+Z)" },
  { key: "r", does: "Redo (also Ctrl+Y)" },
  ...PARTS,
];
