/** A kept game by its id: opened, and shown as soon as it is. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { current, loadGame, openGame } from "../shell/current_game.js";
import { FailureNote } from "../shell/failure_note.js";
import type { Session } from "./session.js";
import type { GameStore } from "./store.js";

interface OpenedGameProps {
  readonly store: GameStore;
  readonly id: string;
  readonly children: (session: Session) => ComponentChildren;
}

export function OpenedGame({ store, id, children }: OpenedGameProps) {
  useEffect(() => {
    openGame(store, id);
  }, [store, id]);
  const now = current.value;
  switch (now.kind) {
    case "open":
      // Until the other one is asked for, it is the game that was open before.
      return now.session.saving.kept.value.id === id ? children(now.session) : <p>Opening the game …</p>;
    case "failed":
      return (
        <FailureNote what="The game cannot be opened" failure={now.failure}>
          <p class="buttons">
            <button type="button" onClick={() => loadGame(store, id)}>
              Try again
            </button>
            <a href="#/">Go to the start</a>
          </p>
        </FailureNote>
      );
    default:
      return <p role="status">Opening the game …</p>;
  }
}
