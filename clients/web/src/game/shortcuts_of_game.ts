/** The keys of a game. */

import { advisingOf } from "../advice/of_game.js";
import { choosingOf } from "../moves/of_game.js";
import type { Shortcut } from "../shell/shortcuts.js";
import { goToPart, PARTS } from "./parts.js";
import type { Session } from "./session.js";
import { redo, undo } from "./status_bar.js";

export function shortcutsOfGame(session: Session): Shortcut[] {
  return [
    { key: "u", run: () => undo(session) },
    { key: "r", run: () => redo(session) },
    { key: "s", run: () => void advisingOf(session.game).suggest() },
    { key: "c", run: () => void advisingOf(session.game).check() },
    { key: "e", run: () => choosingOf(session.game).end() },
    ...PARTS.map(({ key, id }) => ({ key, run: () => goToPart(id) })),
  ];
}
