/** The review of a kept game: what each decision cost, which were the costliest, and when the game turned. */

import { create } from "@bufbuild/protobuf";
import { useSignal } from "@preact/signals";
import { type GameReview, ScorePositionResponseSchema } from "carnegie-client";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { OpenedGame } from "../game/opened_game.js";
import type { Session } from "../game/session.js";
import { useKeptFocus } from "../kept_focus.js";
import { Sheets } from "../score/score_sheets.js";
import { service } from "../service.js";
import { announce } from "../shell/announcer.js";
import { linkTo } from "../shell/links.js";
import type { ViewProps } from "../shell/views.js";
import "../advice/advice.css";
import "../style/review.css";
import { gameTitle } from "../words/game_title.js";
import { quantity } from "../words/quantity.js";
import { victoryPoints } from "../words/victory_points.js";
import { Costliest } from "./costliest_view.js";
import { DecisionList } from "./decision_list.js";
import { MarginPlot } from "./margin_plot_view.js";
import { shownMoment } from "./moment.js";
import { ProgressView } from "./progress_view.js";
import type { ReviewedGame } from "./reviewed_game.js";
import { Reviewing } from "./reviewing.js";
import { type Summary, summaryOf } from "./summary.js";

export function ReviewView({ knowledge: { store }, id = "" }: ViewProps) {
  return (
    <OpenedGame store={store} id={id}>
      {(session) => <ReviewOfGame session={session} />}
    </OpenedGame>
  );
}

function ReviewOfGame({ session: { game, saving } }: { readonly session: Session }) {
  const [part, heading] = [useRef<HTMLDivElement>(null), useRef<HTMLHeadingElement>(null)];
  const reviewing = useMemo(() => new Reviewing(service.reviews), []);
  // Whether what was undone is reviewed, too.
  const whole = useSignal(false);
  const { value: points } = game.points;
  const { value: shown } = game.shown;
  const { value: busy } = game.busy;
  const { id, title } = saving.kept.value;
  const record = useMemo(
    () => (whole.value ? game.recordWithUndone() : game.record()),
    [game, whole.value, points, shown],
  );
  const reviewed: ReviewedGame = useMemo(
    () => ({ id, points, componentsJson: game.componentsJson }),
    [id, points, game],
  );
  const begin = () => {
    shownMoment.value = undefined;
    void reviewing.review(record, game.componentsJson);
  };
  const isEmpty = record.steps.length === 0;
  useEffect(() => {
    if (!busy && !isEmpty) {
      begin();
    }
    return () => reviewing.cancel();
  }, [reviewing, record, busy, isEmpty]);
  useKeptFocus(part, heading);
  useTold(reviewing);
  const undone = points.length - 1 - shown;
  return (
    <div class="review" ref={part}>
      <section class="panel" aria-labelledby="reviewed-heading">
        <h2 id="reviewed-heading" ref={heading} tabIndex={-1}>
          {gameTitle({ title, level: game.setup.soloLevel, seed: game.setup.seed })}
        </h2>
        <p class="hint">
          Seed {game.setup.seed}, {quantity(record.steps.length, "step")}, Andrew's among them.
          {undone > 0 &&
            ` ${quantity(undone, "step")} that you have undone ${whole.value ? "count, too" : "are left out"}.`}
        </p>
        <p class="buttons">
          <a href={linkTo({ kind: "game", id })}>Back to the game</a>
          {undone > 0 && (
            <button type="button" onClick={() => (whole.value = !whole.value)}>
              {whole.value ? "Leave out what was undone" : "Review what was undone, too"}
            </button>
          )}
        </p>
        {isEmpty ? (
          <p>There is nothing to review yet: no step has been made.</p>
        ) : (
          <ProgressView reviewing={reviewing} onAgain={begin} />
        )}
      </section>
      {!isEmpty && <Findings reviewing={reviewing} reviewed={reviewed} />}
    </div>
  );
}

interface FindingsProps {
  readonly reviewing: Reviewing;
  readonly reviewed: ReviewedGame;
}

function Findings({ reviewing, reviewed }: FindingsProps) {
  const decisions = reviewing.decisions.value;
  const state = reviewing.state.value;
  const review = state.kind === "done" ? state.review : undefined;
  const summary = useMemo(() => summaryOf(decisions, review), [decisions, review]);
  if (decisions.length === 0 && review === undefined) {
    return null;
  }
  return (
    <>
      <Costliest reviewed={reviewed} costliest={summary.costliest} running={review === undefined} />
      <div class="review-columns">
        {review !== undefined && review.margins.length > 0 && (
          <MarginPlot margins={review.margins} costliest={summary.costliest} />
        )}
        <section class="panel" aria-labelledby="sum-heading">
          <h2 id="sum-heading">Together</h2>
          <Together summary={summary} judged={decisions.length} {...(review === undefined ? {} : { review })} />
        </section>
      </div>
      <DecisionList reviewed={reviewed} decisions={decisions} />
    </>
  );
}

interface TogetherProps {
  readonly summary: Summary;
  /** How many decisions there are in the review so far. */
  readonly judged: number;
  readonly review?: GameReview;
}

function Together({ summary: { gapSum, unjudged }, judged, review }: TogetherProps) {
  const scored = useMemo(() => {
    if (review === undefined) {
      return undefined;
    }
    const { players, andrew } = review;
    return create(ScorePositionResponseSchema, andrew === undefined ? { players } : { players, andrew });
  }, [review]);
  return (
    <>
      <p>
        {quantity(judged, "decision")}
        {review === undefined && " so far"} cost <strong>{victoryPoints(gapSum)} VP</strong> together.
        {unjudged > 0 && ` ${quantity(unjudged, "decision")} could not be judged.`}
      </p>
      <p class="hint">
        Each cost is what was lost by that decision alone, given what the decisions before had led to. Better moves lead
        to other positions, so the sum is a measure of how you played, and not the VP that you would have had more.
      </p>
      {scored !== undefined && <Sheets scored={scored} over={review?.gameOver === true} />}
    </>
  );
}

/** Say how a review ended to whoever does not see it; that it failed is an alert by itself. */
function useTold(reviewing: Reviewing): void {
  const { kind } = reviewing.state.value;
  useEffect(() => {
    if (kind === "running") {
      announce("Reviewing the game.");
    } else if (kind === "done") {
      const { gapSum } = summaryOf(reviewing.decisions.peek());
      announce(`The review is done: your decisions cost ${victoryPoints(gapSum)} VP together.`);
    } else if (kind === "cancelled") {
      announce("You cancelled the review.");
    }
  }, [reviewing, kind]);
}
