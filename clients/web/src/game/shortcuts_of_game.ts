/** The keys of a game. */

import type { Shortcut } from "../shell/shortcuts.js";
import type { Session } from "./session.js";
import { redo, undo } from "./status_bar.js";

/** The parts of the view of a game that a key leads to, by their ids; the focus goes to their headings. */
export const SECTIONS = [
  { key: "t", id: "table", does: "Go to the table" },
  { key: "m", id: "moves", does: "Go to your moves" },
  { key: "a", id: "advice", does: "Go to the advice" },
  { key: "g", id: "records", does: "Go to the game so far: Andrew's log, history, score" },
] as const;

export function shortcutsOfGame(session: Session): Shortcut[] {
  return [
    { key: "u", run: () => undo(session) },
    { key: "r", run: () => redo(session) },
    ...SECTIONS.map(({ key, id }) => ({ key, run: () => document.querySelector<HTMLElement>(`#${id} h2`)?.focus() })),
  ];
}
