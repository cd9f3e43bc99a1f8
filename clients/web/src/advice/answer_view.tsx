/** What the advisor has answered: how good it is known to be, the plans, the reasons, and what it rests on. */

import { WarningReason } from "carnegie-client";
import type { Game } from "../game/game.js";
import { awaitedInWords } from "../words/awaited_in_words.js";
import { bindingsInWords } from "../words/bindings_in_words.js";
import { companyNames } from "../words/company_names.js";
import { decisionName } from "../words/decision_name.js";
import { noPlanInWords, proofInWords, unsaidInWords } from "../words/proof_in_words.js";
import { quantity } from "../words/quantity.js";
import { warningInWords } from "../words/warning_in_words.js";
import type { Advising } from "./advising.js";
import type { Answer } from "./answer.js";
import { JudgementView } from "./judgement_view.js";
import { LineView } from "./line_view.js";

interface Properties {
  readonly game: Game;
  readonly advice: Advising;
}

export function AnswerView({ game, advice }: Properties) {
  const [answer, source] = [advice.answer.value, advice.source.value];
  if (answer === undefined || source === undefined) {
    return null;
  }
  const { suggestion, judged } = answer;
  const steps = game.decisionSteps.value.length;
  const where =
    source === "table"
      ? "for the position on the table"
      : `for the start of the decision, ${quantity(steps, "step")} ago`;
  return (
    <div class="advice-answer">
      {judged === undefined ? null : <JudgementView answer={answer} judged={judged} />}
      <h3>{judged === undefined ? decisionName(suggestion.decision) : "The best plan"}</h3>
      <p>
        {awaitedInWords(answer.position)}, {where}
        {answer.final ? "" : "; the search goes on"}
        {answer.cancelled ? "; the search was cancelled" : ""}.
      </p>
      {suggestion.lines.length === 0 ? (
        <p>{noPlanInWords(suggestion)}</p>
      ) : (
        <>
          <p class={suggestion.lines[0]?.proved ? "advice-proved" : "advice-found"}>
            {proofInWords(suggestion, answer.restricted)}
          </p>
          <Lines game={game} advice={advice} answer={answer} />
          <Reasons answer={answer} />
        </>
      )}
      <Warnings answer={answer} />
    </div>
  );
}

function Lines({ game, advice, answer }: Properties & { readonly answer: Answer }) {
  const { suggestion, position } = answer;
  const names = companyNames(position, suggestion.player);
  return (
    <ol class="advice-lines">
      {suggestion.lines.map((line, index) => (
        <li key={index}>
          <LineView game={game} advice={advice} line={line} number={index + 1} names={names} phase={position.phase} />
        </li>
      ))}
    </ol>
  );
}

/** Which means bind the plan, where that was asked, and what a limit has left out. */
function Reasons({ answer }: { readonly answer: Answer }) {
  const { suggestion, explained, final } = answer;
  const said = final ? [...(explained ? bindingsInWords(suggestion) : []), unsaidInWords(suggestion)] : [];
  const reasons = said.filter((sentence) => sentence !== "");
  if (reasons.length === 0) {
    return null;
  }
  return (
    <ul class="advice-reasons">
      {reasons.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** What the reader must know: above all which printed values are stand-ins. */
function Warnings({ answer }: { readonly answer: Answer }) {
  const { warnings } = answer.suggestion;
  const isAssumed = (reason: WarningReason) => reason === WarningReason.ASSUMED_COMPONENT;
  const assumed = warnings.filter(({ reason }) => isAssumed(reason)).map(warningInWords);
  const others = warnings.filter(({ reason }) => !isAssumed(reason)).map(warningInWords);
  return (
    <>
      {others.length === 0 ? null : (
        <ul class="advice-notes" aria-label="Notes">
          {others.map((sentence) => (
            <li key={sentence}>Note: {sentence}</li>
          ))}
        </ul>
      )}
      {assumed.length === 0 ? null : (
        <p class="advice-assumed">
          This rests on stand-ins, as the printed values are not known: {assumed.join(", ")}. Your own box can say what
          is printed.
        </p>
      )}
    </>
  );
}
