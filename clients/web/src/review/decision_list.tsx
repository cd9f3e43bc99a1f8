/** Every decision that has been judged, in the order of the game. */

import { useSignal } from "@preact/signals";
import type { ReviewedDecision } from "carnegie-client";
import { costInWords } from "../words/cost_in_words.js";
import { momentName } from "../words/moment_name.js";
import { quantity } from "../words/quantity.js";
import { DecisionView } from "./decision_view.js";
import { shownMoment } from "./moment.js";
import { MomentView } from "./moment_view.js";
import type { ReviewedGame } from "./reviewed_game.js";
import { costing, costOf } from "./summary.js";

interface DecisionListProps {
  readonly reviewed: ReviewedGame;
  readonly decisions: readonly ReviewedDecision[];
}

export function DecisionList({ reviewed, decisions }: DecisionListProps) {
  const onlyCosting = useSignal(false);
  const shown = onlyCosting.value ? costing(decisions) : decisions;
  return (
    <section class="panel" aria-labelledby="decisions-heading">
      <h2 id="decisions-heading">Your decisions</h2>
      <label class="choice">
        <input
          type="checkbox"
          checked={onlyCosting.value}
          onChange={(event) => {
            onlyCosting.value = event.currentTarget.checked;
          }}
        />{" "}
        Only those that cost something
      </label>
      <p class="hint" role="status">
        {onlyCosting.value && `${quantity(shown.length, "decision")} of ${decisions.length}`}
      </p>
      <ol class="review-decisions">
        {shown.map((decision) => (
          <Entry key={decision.index} reviewed={reviewed} decision={decision} />
        ))}
      </ol>
    </section>
  );
}

interface EntryProps {
  readonly reviewed: ReviewedGame;
  readonly decision: ReviewedDecision;
}

/** A line that opens to what is to be said of the decision. */
function Entry({ reviewed, decision }: EntryProps) {
  const open = useSignal(false);
  const moment = shownMoment.value;
  return (
    <li>
      <details open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
        <summary>
          <h3>
            {momentName(decision)},{" "}
            <span class={costOf(decision) > 0 ? "review-cost" : "hint"}>{costInWords(decision)}</span>
          </h3>
        </summary>
        {open.value && <DecisionView reviewed={reviewed} decision={decision} place="all" />}
        {open.value && moment?.place === "all" && moment.index === decision.index && (
          <MomentView reviewed={reviewed} decision={decision} />
        )}
      </details>
    </li>
  );
}
