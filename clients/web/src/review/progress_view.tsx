/** How far a review has come, and how it ended where that was before its time. */

import { FailureNote } from "../shell/failure_note.js";
import { quantity } from "../words/quantity.js";
import type { Reviewing } from "./reviewing.js";

interface ProgressViewProps {
  readonly reviewing: Reviewing;
  readonly onAgain: () => void;
}

export function ProgressView({ reviewing, onAgain }: ProgressViewProps) {
  const state = reviewing.state.value;
  const again = (
    <p class="buttons">
      <button type="button" onClick={onAgain}>
        Review it again
      </button>
    </p>
  );
  switch (state.kind) {
    case "none":
    case "running":
      return <Progress reviewing={reviewing} />;
    case "cancelled":
      return (
        <div class="note">
          <p>
            <strong>You cancelled the review.</strong> {keptInWords(reviewing)}
          </p>
          {again}
        </div>
      );
    case "failed":
      return (
        <FailureNote what="The review broke off" failure={state.failure}>
          <p>{keptInWords(reviewing)}</p>
          {again}
        </FailureNote>
      );
    case "done":
      return null;
  }
}

function Progress({ reviewing }: { readonly reviewing: Reviewing }) {
  const [judged, count] = [reviewing.decisions.value.length, reviewing.count.value];
  return (
    <div class="buttons review-progress">
      <progress max={Math.max(count, 1)} value={judged} aria-label="Decisions that have been judged" />
      <span>{count === 0 ? "Playing the game again …" : `Decision ${judged} of ${count}`}</span>
      <button type="button" onClick={() => reviewing.cancel()}>
        Cancel
      </button>
    </div>
  );
}

/** What is left of a review that came to no end. */
export function keptInWords({ decisions, count }: Pick<Reviewing, "decisions" | "count">): string {
  const judged = decisions.value.length;
  return judged === 0
    ? "No decision had been judged."
    : `${judged} of ${quantity(count.value, "decision")} had been judged: what is said here is of these only.`;
}
