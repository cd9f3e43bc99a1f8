/** The parts of the view of a game. A narrow screen has room for one at a time; a wide one shows all. */

import { signal } from "@preact/signals";
import { Phase } from "carnegie-client";
import { choosingOf } from "../moves/of_game.js";
import type { Game } from "./game.js";

/** Each part with its id, its key, and what it is called. */
export const PARTS = [
  { id: "table", key: "t", name: "Table", does: "Go to the table" },
  { id: "moves", key: "m", name: "Moves", does: "Go to your moves" },
  { id: "advice", key: "a", name: "Advice", does: "Go to the advice" },
  { id: "records", key: "g", name: "So far", does: "Go to the game so far: Andrew's log, history, score" },
] as const;

export type PartId = (typeof PARTS)[number]["id"];

/** The part that the person wants to see on a narrow screen. */
export const shownPart = signal<PartId>("table");

/** Show a part, and go to its heading; then do what is to be done there. */
export function goToPart(id: PartId, then = () => {}): void {
  shownPart.value = id;
  // Once it is there to be gone to.
  requestAnimationFrame(() => {
    const part = document.getElementById(id);
    if (part !== null) {
      bringIntoSight(part);
      part.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
      then();
    }
  });
}

/**
 * Scroll as little as a part needs to be seen whole; or to its beginning where it is taller than the screen, unless that
 * is in the upper half of it already.
 */
function bringIntoSight(part: HTMLElement): void {
  const heightOf = (bar: string) => document.querySelector(bar)?.getBoundingClientRect().height ?? 0;
  const [above, below] = [heightOf(".status-bar"), heightOf(".parts")];
  const { top, height } = part.getBoundingClientRect();
  part.style.scrollMarginBlock = `${above}px ${below}px`;
  if (height <= innerHeight - above - below) {
    part.scrollIntoView({ block: "nearest" });
  } else if (top < above || top > innerHeight / 2) {
    part.scrollIntoView({ block: "start" });
  }
}

/** The parts that a game has: when it is over, there is nothing to do any more. */
function partsOf(game: Game): readonly (typeof PARTS)[number][] {
  const over = game.position.value.phase === Phase.GAME_OVER;
  return over ? PARTS.filter(({ id }) => id === "table" || id === "records") : PARTS;
}

/** The part of a game that a narrow screen shows: the wanted one, as long as the game has it. */
export function partShown(game: Game): PartId {
  return partsOf(game).some(({ id }) => id === shownPart.value) ? shownPart.value : "table";
}

/** The buttons for the parts, on a narrow screen. */
export function PartButtons({ game }: { readonly game: Game }) {
  const offered = choosingOf(game).offered.value.length;
  const shown = partShown(game);
  return (
    <nav class="parts" aria-label="Parts of the game">
      {partsOf(game).map(({ id, name }) => (
        <button key={id} type="button" aria-current={id === shown ? "true" : undefined} onClick={() => goToPart(id)}>
          {name}
          {id === "moves" && offered > 0 && ` (${offered})`}
        </button>
      ))}
    </nav>
  );
}
