/** A decision that has been judged: what was played, what it cost, and what had been best. */

import type { EvaluatePlanResponse, ReviewedDecision } from "carnegie-client";
import { gapInWords } from "../advice/judgement_view.js";
import { LineBody } from "../advice/line_view.js";
import { linkTo } from "../shell/links.js";
import { companyNames } from "../words/company_names.js";
import { gapsInWords } from "../words/gaps_in_words.js";
import { momentName } from "../words/moment_name.js";
import { proofInWords } from "../words/proof_in_words.js";
import { signedVictoryPoints } from "../words/victory_points.js";
import { buttonId, closeMoment, type Place, showMoment, shownMoment } from "./moment.js";
import { playedInWords, type ReviewedGame } from "./reviewed_game.js";
import { costOf } from "./summary.js";

export interface DecisionProps {
  readonly reviewed: ReviewedGame;
  readonly decision: ReviewedDecision;
  readonly place: Place;
}

export function DecisionView({ reviewed, decision, place }: DecisionProps) {
  const { evaluation } = decision;
  return (
    <div class="advice review-decision">
      <p class={costOf(decision) > 0 ? "advice-worse" : ""}>{verdictInWords(decision)}</p>
      <h4>What was played{gainOf(evaluation)}</h4>
      <ol class="advice-steps">
        {playedInWords(reviewed, decision).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ol>
      {evaluation !== undefined && evaluation.termGaps.length > 0 && <p>{gapsInWords(evaluation.termGaps)}</p>}
      {evaluation !== undefined && evaluation.gap !== 0 && (
        <Best reviewed={reviewed} decision={decision} evaluation={evaluation} />
      )}
      <Ways reviewed={reviewed} decision={decision} place={place} />
    </div>
  );
}

/** What a decision cost, in a sentence or two. */
export function verdictInWords({ forced, failure, evaluation }: ReviewedDecision): string {
  if (forced) {
    return "The rules left no choice.";
  }
  if (evaluation === undefined) {
    return `It could not be judged: ${failure?.message || "the service does not say why."}`;
  }
  return gapInWords(evaluation);
}

const gainOf = (evaluation: EvaluatePlanResponse | undefined): string =>
  evaluation?.line === undefined ? "" : `: ${signedVictoryPoints(evaluation.line.gain)} VP`;

interface BestProps extends Omit<DecisionProps, "place"> {
  readonly evaluation: EvaluatePlanResponse;
}

function Best({ reviewed, decision, evaluation: { best } }: BestProps) {
  const line = best?.lines[0];
  const before = reviewed.points[decision.firstStep];
  if (best === undefined || line === undefined || before === undefined) {
    return null;
  }
  return (
    <>
      <h4>The best plan: {signedVictoryPoints(line.gain)} VP</h4>
      <p class="hint">{proofInWords(best)}</p>
      <LineBody line={line} names={companyNames(before.position, best.player)} phase={decision.phase} />
    </>
  );
}

/** The ways from a decision to its table, and to the game at this point. */
function Ways({ reviewed, decision, place }: DecisionProps) {
  const moment = { place, index: decision.index };
  const shown = shownMoment.value;
  const isShown = shown?.place === place && shown.index === decision.index;
  const name = <span class="for-screen-readers">: {momentName(decision)}</span>;
  return (
    <p class="buttons">
      <button
        type="button"
        id={buttonId(moment)}
        aria-expanded={isShown}
        onClick={() => (isShown ? closeMoment() : showMoment(moment))}
      >
        Show on the table{name}
      </button>
      <a href={linkTo({ kind: "game", id: reviewed.id, point: decision.firstStep })}>
        Go to this moment in the game{name}
      </a>
      <span class="hint">step {decision.firstStep + 1}</span>
    </p>
  );
}
