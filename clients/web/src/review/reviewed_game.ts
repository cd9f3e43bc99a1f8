/** A game that is reviewed, and what the review draws and says of its decisions. */

import type { ReviewedDecision, Step } from "carnegie-client";
import { overlayOf } from "../advice/overlay_of.js";
import type { Point } from "../game/points.js";
import { linesOf } from "../game/told.js";
import { emptyOverlay, type Overlay } from "../table/overlay.js";

export interface ReviewedGame {
  /** The id under which it is kept. */
  readonly id: string;
  /** Its points, at least as far as it is reviewed. */
  readonly points: readonly Point[];
  /** The person's own components; empty for the service's own. */
  readonly componentsJson: string;
}

/** What can be drawn over the position in which a decision was made. */
export type Drawn = "played" | "best" | "nothing";

/** The steps of a decision as they were played, in words; without those of Andrew, whose steps are never in one. */
export function playedInWords({ points }: Pick<ReviewedGame, "points">, decision: ReviewedDecision): string[] {
  const { firstStep, stepCount } = decision;
  return points.slice(firstStep + 1, firstStep + stepCount + 1).flatMap(({ made }, index) => {
    const before = points[firstStep + index];
    return made === undefined || before === undefined ? [] : linesOf(before, made);
  });
}

/** A plan drawn over the position in which a decision was made; nothing where there is none. */
export function drawnOver({ points }: Pick<ReviewedGame, "points">, decision: ReviewedDecision, drawn: Drawn): Overlay {
  const { firstStep, stepCount, evaluation } = decision;
  const before = points[firstStep];
  if (before === undefined || drawn === "nothing") {
    return emptyOverlay;
  }
  const played = points.slice(firstStep + 1, firstStep + stepCount + 1).flatMap(({ made }) => made?.step ?? []);
  const best =
    evaluation?.best?.lines[0]?.steps.flatMap(({ step }): Step[] => (step === undefined ? [] : [step])) ?? [];
  return overlayOf(drawn === "played" ? played : best, before.position);
}
