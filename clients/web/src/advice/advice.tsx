/** The panel of the advisor: asking for plans, having own steps checked, and what has been answered. */

import { effect } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Game } from "../game/game.js";
import { useKeptFocus } from "../kept_focus.js";
import { reachable } from "../service.js";
import "./advice.css";
import type { Advising } from "./advising.js";
import { AnswerView } from "./answer_view.js";
import { advisingOf } from "./of_game.js";
import { Running } from "./running.js";
import { SettingsView } from "./settings_view.js";

/** What of an answer has to be on the screen as soon as it is there. */
const SEEN_FIRST = ".advice-judgement h3, .advice-line .advice-buttons";

export function Advice({ game }: { readonly game: Game }) {
  const advice = advisingOf(game);
  const [part, heading, title] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null), useId()];
  useEffect(() => advice.start(), [advice]);
  useEffect(() => effect(() => (reachable.value ? advice.serviceIsBack() : undefined)), [advice]);
  useKeptFocus(part, heading);
  const isAnswered = advice.answer.value !== undefined;
  useEffect(() => {
    // Who has it come by itself looks at it when he wants to.
    if (isAnswered && !advice.settings.automatic.peek()) {
      part.current?.querySelector(SEEN_FIRST)?.scrollIntoView({ block: "nearest" });
    }
  }, [isAnswered]);
  return (
    <section ref={part} class="advice" aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        Advice
      </h2>
      <Buttons game={game} advice={advice} />
      <SettingsView settings={advice.settings} />
      <p class="advice-message" role="status">
        {advice.message.value}
      </p>
      <p class="for-screen-readers" role="status">
        {advice.told.value}
      </p>
      <Running advice={advice} />
      <Avoiding advice={advice} />
      <AnswerView game={game} advice={advice} />
    </section>
  );
}

interface Properties {
  readonly game: Game;
  readonly advice: Advising;
}

/** What can be asked; in the middle of a decision also about its beginning. */
function Buttons({ game, advice }: Properties) {
  const isFree = advice.isAwaited.value && !game.busy.value;
  const isUnderWay = game.decisionSteps.value.length > 0;
  return (
    <div class="advice-buttons">
      <button type="button" class="advice-suggest" disabled={!isFree} onClick={() => void advice.suggest()}>
        {isUnderWay ? "Suggest how to go on" : "Suggest"}
      </button>
      <button type="button" disabled={!isFree} onClick={() => void advice.analyze()}>
        Analyze
      </button>
      {isUnderWay ? (
        <>
          <button type="button" disabled={!isFree} onClick={() => void advice.check()}>
            Check my move
          </button>
          <button type="button" disabled={!isFree} onClick={() => void advice.suggest("start")}>
            Suggest from the start of the decision
          </button>
        </>
      ) : null}
    </div>
  );
}

/** What plans are kept from in this decision. */
function Avoiding({ advice }: { readonly advice: Advising }) {
  const avoided = advice.avoided.value;
  if (avoided.length === 0) {
    return null;
  }
  return (
    <div class="advice-avoiding">
      <p>Plans without:</p>
      <ul>
        {avoided.map((each) => (
          <li key={each.sentence}>
            {each.sentence}{" "}
            <button type="button" onClick={() => void advice.permit(each)}>
              Permit<span class="for-screen-readers"> {each.sentence} again</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
