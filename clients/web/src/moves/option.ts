/** A legal step as it is offered: with the places that describe it, its words, and its moves. */

import type { Position, Step } from "carnegie-client";
import { companyNames } from "../words/company_names.js";
import { phaseInSentence } from "../words/phase_in_sentence.js";
import { quantity } from "../words/quantity.js";
import { stepInWords } from "../words/step_in_words.js";
import type { Placed } from "./narrowing.js";
import { alsoTargetsOf, targetsOf } from "./targets_of.js";

export interface Option extends Placed {
  readonly step: Step;
  /** What is done, with the employee moves that it takes. */
  readonly sentence: string;
}

/** Steps of the player who decides in a position, as they are offered. */
export function optionsOf(steps: readonly Step[], position: Position): Option[] {
  const names = companyNames(position, position.player ?? 0);
  const ended = phaseInSentence(position.phase);
  return steps.map((step) => {
    const said = stepInWords(step, names, ended);
    const { kind } = step;
    const cost = kind.case === "moveEmployee" ? `: ${quantity(kind.value.path.length - 1, "move")}` : "";
    const [targets, alsoTargets] = [targetsOf(step, position), alsoTargetsOf(step, position)];
    return { step, targets, alsoTargets, sentence: `${said}${cost}` };
  });
}
