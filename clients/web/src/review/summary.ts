/** What is to be said of the decisions that have been judged so far; the service says the same of all of them at the end. */

import type { GameReview, ReviewedDecision } from "carnegie-client";

/** How many of the costliest decisions are told, as the service does. */
const COSTLIEST = 3;

export interface Summary {
  /** The sum of the gaps in centi-VP, 0 or more. */
  readonly gapSum: number;
  /** The costliest decisions, the costliest first; three at most, all with a gap of more than 0. */
  readonly costliest: readonly ReviewedDecision[];
  /** How many decisions could not be judged. */
  readonly unjudged: number;
}

/** The gap of a decision in centi-VP as it counts: 0 where it was forced, could not be judged, or was better than the best. */
export function costOf({ evaluation }: Pick<ReviewedDecision, "evaluation">): number {
  return Math.max(0, evaluation?.gap ?? 0);
}

/**
 * Sum decisions up.
 *
 * @param decisions in the order of the game
 * @param review the service's own words on all of them, once it has come to the end
 */
export function summaryOf(decisions: readonly ReviewedDecision[], review?: GameReview): Summary {
  if (review !== undefined) {
    const byIndex = new Map(decisions.map((decision) => [decision.index, decision]));
    const costliest = review.costliest.flatMap((index) => byIndex.get(index) ?? []);
    return { gapSum: review.gapSum, costliest, unjudged: review.unjudged };
  }
  return {
    gapSum: decisions.reduce((sum, decision) => sum + costOf(decision), 0),
    costliest: costing(decisions)
      .toSorted((one, other) => costOf(other) - costOf(one))
      .slice(0, COSTLIEST),
    unjudged: decisions.filter(({ failure }) => failure !== undefined).length,
  };
}

/** Only the decisions that cost something. */
export const costing = (decisions: readonly ReviewedDecision[]): ReviewedDecision[] =>
  decisions.filter((decision) => costOf(decision) > 0);
