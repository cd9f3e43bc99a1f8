/** What has just been played on a table, and whether what was set by hand is without fault, told as it happens. */

import { effect } from "@preact/signals";
import { linesOf } from "../game/told.js";
import { awaitedInWords } from "../words/awaited_in_words.js";
import type { HandGame } from "./hand_game.js";
import { gamePoint } from "./table_points.js";

/**
 * Tell every step that is played, and what is awaited after it; not what is undone or redone.
 *
 * @returns a function that stops it
 */
export function tellPlayed(game: Pick<HandGame, "points" | "position">, tell: (text: string) => void): () => void {
  let told = game.points.peek();
  return effect(() => {
    const points = game.points.value;
    // Points that are kept are the same objects, so the new ones are those that were not there before.
    const known = new Set(told);
    const lines = points.flatMap((point, number) => {
      const earlier = points[number - 1];
      const before = earlier === undefined ? undefined : gamePoint(earlier);
      return known.has(point) || before === undefined || point.made === undefined ? [] : linesOf(before, point.made);
    });
    told = points;
    if (lines.length > 0) {
      tell(`${lines.join(". ")}. ${awaitedInWords(game.position.peek())}.`);
    }
  });
}
