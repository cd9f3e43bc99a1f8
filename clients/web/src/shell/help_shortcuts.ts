/** All keys of the page, as its help lists them. */

import { PARTS } from "../game/parts.js";

export const SHORTCUTS: readonly { readonly key: string; readonly does: string }[] = [
  { key: "?", does: "Show this help" },
  { key: "u", does: "Undo (also Ctrl+Z)" },
  { key: "r", does: "Redo (also Ctrl+Y)" },
  { key: "s", does: "Suggest the best plans for the position on the table" },
  { key: "c", does: "Check my move: the steps of this decision so far" },
  { key: "e", does: "End my decision" },
  { key: "Esc", does: "Forget the places that were chosen on the table" },
  ...PARTS,
];
