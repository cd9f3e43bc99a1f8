/** What has just happened in a game, told as it happens. */

import { effect } from "@preact/signals";
import { awaitedInWords } from "../words/awaited_in_words.js";
import type { SoloGame } from "./solo_game.js";
import { linesOf } from "./told.js";

/**
 * Tell every step that is made, and what is awaited after it; not what is undone or redone.
 *
 * @returns a function that stops it
 */
export function tellNews(game: Pick<SoloGame, "points" | "position">, tell: (text: string) => void): () => void {
  let told = game.points.peek();
  return effect(() => {
    const points = game.points.value;
    if (points === told) {
      return;
    }
    // Points that are kept are the same objects, so the new ones are those that were not there before.
    const known = new Set(told);
    const lines = points.flatMap((point, number) => {
      const before = points[number - 1];
      return known.has(point) || before === undefined || point.made === undefined ? [] : linesOf(before, point.made);
    });
    told = points;
    tell(`${lines.join(". ")}. ${awaitedInWords(game.position.value)}.`);
  });
}
