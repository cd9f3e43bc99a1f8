/** The steps of a game as lines for a person to read. */

import { create } from "@bufbuild/protobuf";
import { Phase, PlannedStepSchema } from "carnegie-client";
import { changeInWords } from "../words/change_in_words.js";
import { companyNames } from "../words/company_names.js";
import { deedInWords } from "../words/deed_in_words.js";
import { phaseInSentence } from "../words/phase_in_sentence.js";
import { stepInWords } from "../words/step_in_words.js";
import type { Made, Point } from "./points.js";

/** A step as it is told. */
export interface ToldStep {
  /** The number of the point that it led to. */
  readonly number: number;
  readonly andrew: boolean;
  /** What was done, and what it cost and brought; of Andrew each thing that he did or failed to do. */
  readonly lines: readonly string[];
}

/** The steps of a round, or of the setup. */
export interface ToldRound {
  /** "Setup", or "Round 7". */
  readonly title: string;
  readonly steps: readonly ToldStep[];
}

/** The step that led to a point, in words. */
export function linesOf(before: Point, made: Made): string[] {
  const { step, change, deeds, phase } = made;
  if (step.kind.case === "playAndrew") {
    return deeds.length > 0 ? deeds.map(deedInWords) : ["Andrew acts"];
  }
  const player = before.position.player ?? 0;
  const sentence = stepInWords(step, companyNames(before.position, player), phaseInSentence(phase));
  const planned = create(PlannedStepSchema, change === undefined ? { step } : { step, change });
  const effect = changeInWords(planned);
  return [effect === "" ? sentence : `${sentence}: ${effect}`];
}

/** All steps of a game, round by round. */
export function roundsOf(points: readonly Point[]): ToldRound[] {
  const rounds: { title: string; steps: ToldStep[] }[] = [];
  for (const [number, { made }] of points.entries()) {
    const before = points[number - 1];
    if (made === undefined || before === undefined) {
      continue;
    }
    const title = titleOf(made);
    if (rounds.at(-1)?.title !== title) {
      rounds.push({ title, steps: [] });
    }
    const andrew = made.step.kind.case === "playAndrew";
    rounds.at(-1)?.steps.push({ number, andrew, lines: linesOf(before, made) });
  }
  return rounds;
}

function titleOf({ round, phase }: Made): string {
  return phase !== Phase.UNSPECIFIED && phase < Phase.SELECT_TIMELINE ? "Setup" : `Round ${round}`;
}
