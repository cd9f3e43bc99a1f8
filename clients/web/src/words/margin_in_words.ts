/** The margin between the player's final score and Andrew's, expected or real. */

import type { ExpectedMargin } from "carnegie-client";
import { victoryPoints } from "./victory_points.js";

/** The last round that the contract knows. */
export const LAST_ROUND = 20;

/** A margin in centi-VP for a narrow column: "+12.3", "−4.0", in VP with one digit after the point. */
export function shortMargin(centi: number): string {
  const tenths = Math.round(Math.abs(centi) / 10);
  const size = `${Math.floor(tenths / 10)}.${tenths % 10}`;
  return tenths === 0 ? size : `${centi > 0 ? "+" : "−"}${size}`;
}

/** What a margin says: "After round 5 you were expected to win by 3.20 VP, give or take 21.60 VP." */
export function marginInWords({ round, margin, typicalError }: ExpectedMargin): string {
  const size = victoryPoints(Math.abs(margin));
  // Nothing is uncertain only after the last round.
  if (typicalError === 0) {
    return margin === 0
      ? "It ended in a tie."
      : `It ended with ${size} VP ${margin > 0 ? "more" : "less"} than Andrew.`;
  }
  const outcome =
    margin === 0 ? "a tie was expected" : `you were expected to ${margin > 0 ? "win" : "lose"} by ${size} VP`;
  return `After round ${round} ${outcome}, give or take ${victoryPoints(typicalError)} VP.`;
}
