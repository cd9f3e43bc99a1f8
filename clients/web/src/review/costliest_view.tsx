/** The costliest moves of a game. */

import type { ReviewedDecision } from "carnegie-client";
import { costInWords } from "../words/cost_in_words.js";
import { momentName } from "../words/moment_name.js";
import { DecisionView } from "./decision_view.js";
import { shownMoment } from "./moment.js";
import { MomentView } from "./moment_view.js";
import type { ReviewedGame } from "./reviewed_game.js";

interface CostliestProps {
  readonly reviewed: ReviewedGame;
  readonly costliest: readonly ReviewedDecision[];
  /** Whether more decisions are still to be judged. */
  readonly running: boolean;
}

export function Costliest({ reviewed, costliest, running }: CostliestProps) {
  const shown = shownMoment.value;
  const open = shown?.place === "costliest" ? costliest.find(({ index }) => index === shown.index) : undefined;
  return (
    <section class="panel" aria-labelledby="costliest-heading">
      <h2 id="costliest-heading">The costliest moves{running ? " so far" : ""}</h2>
      {costliest.length === 0 && <p>No decision {running ? "so far " : ""}cost anything.</p>}
      <div class="review-costliest">
        {costliest.map((decision, number) => (
          <article key={decision.index} class="review-costly" aria-labelledby={`costly-${decision.index}`}>
            <h3 id={`costly-${decision.index}`}>
              <span class="review-number">{number + 1}</span> {momentName(decision)}, {costInWords(decision)}
            </h3>
            <DecisionView reviewed={reviewed} decision={decision} place="costliest" />
          </article>
        ))}
      </div>
      {open !== undefined && <MomentView key={open.index} reviewed={reviewed} decision={open} />}
    </section>
  );
}
