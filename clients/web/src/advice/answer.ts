/** Answers of the advisor, with what was asked. */

import type { EvaluatePlanResponse, Line, Position, Step, SuggestResponse } from "carnegie-client";

/** What can be asked. */
export type Asking = "suggestion" | "analysis" | "judgement";

/** What an answer is about: the position on the table, or that at the beginning of the decision which is under way. */
export type Source = "table" | "start";

export interface Answer {
  readonly asking: Asking;
  /** The position that was asked about. */
  readonly position: Position;
  /** Its digest, as the service says it. */
  readonly digest: string;
  readonly suggestion: SuggestResponse;
  /** Whether the search has ended: more and better plans come while it has not. */
  readonly final: boolean;
  /** Whether the person has ended the search. */
  readonly cancelled: boolean;
  /** Whether steps were to be avoided. */
  readonly restricted: boolean;
  /** Whether it was asked which means bind the plan. */
  readonly explained: boolean;
  /** The player's own plan, where one was to be judged. */
  readonly judged?: { readonly steps: readonly Step[]; readonly evaluation: EvaluatePlanResponse };
}

/** The steps of a line that it has for this decision, as they are played. */
export function stepsOfLine(line: Line): Step[] {
  return line.steps.flatMap(({ step }) => (step === undefined ? [] : [step]));
}
