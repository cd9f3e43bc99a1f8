/** What is told of advice to whoever does not see the panel. */

import { noPlanInWords, proofInWords } from "../words/proof_in_words.js";
import { quantity } from "../words/quantity.js";
import { victoryPoints } from "../words/victory_points.js";
import { type Answer, type Asking, stepsOfLine } from "./answer.js";

export const ASKED: Readonly<Record<Asking, string>> = {
  suggestion: "Looking for the best plans.",
  analysis: "Analyzing: better plans appear as they are found.",
  judgement: "Checking your steps.",
};

export const STALE = "This answer is about another position than the one on the table. Ask again.";

/** The answer in a sentence or two. */
export function toldOf({ suggestion, judged, final, restricted }: Answer): string {
  if (judged !== undefined) {
    return judgementInWords(judged.evaluation.gap, judged.evaluation.refusal !== undefined);
  }
  const [best] = suggestion.lines;
  if (best === undefined) {
    return noPlanInWords(suggestion);
  }
  const plans = `${quantity(suggestion.lines.length, "plan")}. The best gains ${victoryPoints(best.gain)} VP in ${quantity(stepsOfLine(best).length, "step")}.`;
  return final ? `${plans} ${proofInWords(suggestion, restricted)}` : `${plans} The search goes on.`;
}

const judgementInWords = (gap: number | undefined, refused: boolean): string => {
  if (refused) {
    return "Your steps are not legal.";
  }
  return gap !== undefined && gap > 0
    ? `Your steps are legal. The best plan gains ${victoryPoints(gap)} VP more.`
    : "Your steps are legal. No plan was found that gains more.";
};
