/** A search in progress: how long it has taken, the best so far, and how to end it. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { victoryPoints } from "../words/victory_points.js";
import type { Advising, Question } from "./advising.js";
import { ASKED } from "./told.js";

/** How often the time is told, in milliseconds. */
const TICK = 100;

export function Running({ advice }: { readonly advice: Advising }) {
  const question = advice.question.value;
  return question === undefined ? null : <Search advice={advice} question={question} />;
}

function Search({ advice, question }: { readonly advice: Advising; readonly question: Question }) {
  const now = useSignal(performance.now());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = performance.now();
    }, TICK);
    return () => clearInterval(timer);
  }, [now]);
  const seconds = Math.max(0, now.value - question.since) / 1000;
  const { analysisSeconds, suggestionSeconds } = advice.settings;
  const most = question.asking === "analysis" ? analysisSeconds.value : suggestionSeconds.value;
  const suggestion = advice.answer.value?.suggestion;
  const [best] = suggestion?.lines ?? [];
  return (
    <div class="advice-running">
      <progress max={most} value={Math.min(seconds, most)} aria-label={ASKED[question.asking]} />
      <span class="advice-elapsed">{seconds.toFixed(1)} s</span>
      {suggestion !== undefined && best !== undefined ? (
        <span>
          best so far {victoryPoints(best.gain)} VP, none gains more than {victoryPoints(suggestion.bound)} VP
        </span>
      ) : null}
      <button type="button" onClick={() => advice.cancel()}>
        Cancel
      </button>
    </div>
  );
}
