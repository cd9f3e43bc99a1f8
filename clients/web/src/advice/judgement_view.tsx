/** What is to be said of the person's own steps. */

import { type EvaluatePlanResponse, SuggestionStatus } from "carnegie-client";
import { companyNames, companyNamesAfter } from "../words/company_names.js";
import { phaseInSentence } from "../words/phase_in_sentence.js";
import { refusalInWords } from "../words/refusal_in_words.js";
import { stepInWords } from "../words/step_in_words.js";
import { termName } from "../words/term_name.js";
import { signedVictoryPoints, victoryPoints } from "../words/victory_points.js";
import type { Answer } from "./answer.js";
import { LineBody } from "./line_view.js";

interface Properties {
  readonly answer: Answer;
  readonly judged: NonNullable<Answer["judged"]>;
}

export function JudgementView({ answer, judged }: Properties) {
  const { evaluation } = judged;
  const { line, refusal } = evaluation;
  const names = companyNames(answer.position, answer.suggestion.player);
  return (
    <div class="advice-judgement">
      <h3>Your move{line === undefined ? "" : `: ${signedVictoryPoints(line.gain)} VP`}</h3>
      {refusal === undefined ? null : <p class="advice-worse">{illegal(answer, judged)}</p>}
      {line === undefined ? null : (
        <>
          <p class={(evaluation.gap ?? 0) > 0 ? "advice-worse" : "advice-proved"}>{gapInWords(evaluation)}</p>
          <Gaps evaluation={evaluation} />
          <LineBody line={line} names={names} phase={answer.position.phase} />
        </>
      )}
    </div>
  );
}

/** The first step that the rules forbid, and why. */
function illegal({ position, suggestion }: Answer, { steps, evaluation }: Properties["judged"]): string {
  const { refusal } = evaluation;
  if (refusal === undefined) {
    return "";
  }
  const ended = phaseInSentence(position.phase);
  const names = steps.slice(0, refusal.index).reduce(companyNamesAfter, companyNames(position, suggestion.player));
  const step = steps[refusal.index];
  const said = step === undefined ? `the end of ${ended}` : stepInWords(step, names, ended);
  return `It cannot end like this: step ${refusal.index + 1}, ${said}. ${refusalInWords(refusal)}.`;
}

/** How far the plan is from the best one. */
export function gapInWords({ gap = 0, best }: EvaluatePlanResponse): string {
  if (gap > 0) {
    return `The best plan gains ${victoryPoints(gap)} VP more.`;
  }
  if (gap < 0) {
    return `It gains ${victoryPoints(-gap)} VP more than the best plan found.`;
  }
  return best?.status === SuggestionStatus.PROVED_BEST
    ? "No plan gains more: proved."
    : "No plan was found that gains more; that there is none is not proved.";
}

/** What the best plan does otherwise, in terms of the valuation. */
function Gaps({ evaluation }: { readonly evaluation: EvaluatePlanResponse }) {
  if (evaluation.termGaps.length === 0) {
    return null;
  }
  return (
    <table class="advice-gaps">
      <caption>What the best plan has more of</caption>
      <tbody>
        {evaluation.termGaps.map((gap) => (
          <tr key={gap.name}>
            <th scope="row">{termName(gap.name)}</th>
            <td>{signedVictoryPoints(gap.gap)} VP</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
