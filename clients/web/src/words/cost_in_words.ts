import type { ReviewedDecision } from "carnegie-client";
import { victoryPoints } from "./victory_points.js";

/** What a decision cost, in a few words: "cost 1.20 VP", "cost nothing", "no choice". */
export function costInWords({ forced, evaluation }: Pick<ReviewedDecision, "forced" | "evaluation">): string {
  if (forced) {
    return "no choice";
  }
  if (evaluation === undefined) {
    return "not judged";
  }
  const { gap = 0 } = evaluation;
  if (gap > 0) {
    return `cost ${victoryPoints(gap)} VP`;
  }
  return gap < 0 ? `${victoryPoints(-gap)} VP better than the best plan found` : "cost nothing";
}
