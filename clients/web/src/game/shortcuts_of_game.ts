/** The keys of a game. */

import type { Shortcut } from "../shell/shortcuts.js";
import { goToPart, PARTS } from "./parts.js";
import type { Session } from "./session.js";
import { redo, undo } from "./status_bar.js";

export function shortcutsOfGame(session: Session): Shortcut[] {
  return [
    { key: "u", run: () => undo(session) },
    { key: "r", run: () => redo(session) },
    ...PARTS.map(({ key, id }) => ({ key, run: () => goToPart(id) })),
  ];
}
