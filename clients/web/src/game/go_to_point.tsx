/** Puts a point of a game on the table, as soon as nothing else is done with it; the steps after it can be redone. */

import { useEffect } from "preact/hooks";
import { announce } from "../shell/announcer.js";
import type { SoloGame } from "./solo_game.js";

interface GoToPointProps {
  readonly game: SoloGame;
  /** The number of the point. */
  readonly point: number;
  readonly onDone: () => void;
}

export function GoToPoint({ game, point, onDone }: GoToPointProps) {
  const busy = game.busy.value;
  useEffect(() => {
    if (!busy) {
      game.goTo(point);
      announce(game.shown.peek() === point ? `After step ${point}.` : `The game has no step ${point}.`);
      onDone();
    }
  }, [game, point, busy]);
  return <p role="status">One moment …</p>;
}
