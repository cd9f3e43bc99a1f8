import { Phase, type PlannedStep } from "carnegie-client";
import { changeInWords } from "./change_in_words.js";
import { type CompanyNames, companyNamesAfter } from "./company_names.js";
import { phaseInSentence } from "./phase_in_sentence.js";
import { stepInWords } from "./step_in_words.js";

/**
 * Steps one after the other, each with what it costs and brings: "Sell 2 goods cubes: get $2".
 *
 * @param names what stands on the spaces of the Company before the first step
 * @param ended what each end of a decision among the steps ends, in order; decisions without a name after these
 */
export function plannedStepsInWords(
  steps: readonly PlannedStep[],
  names: CompanyNames,
  ended: readonly string[] = [phaseInSentence(Phase.USE_DEPARTMENTS)],
): string[] {
  let standing = names;
  let ends = 0;
  return steps.flatMap((planned) => {
    const { step } = planned;
    if (step === undefined) {
      return [];
    }
    const sentence = stepInWords(step, standing, ended[ends] ?? "the decision");
    ends += step.kind.case === "endTurn" ? 1 : 0;
    standing = companyNamesAfter(standing, step);
    const effect = changeInWords(planned);
    return [effect === "" ? sentence : `${sentence}: ${effect}`];
  });
}
