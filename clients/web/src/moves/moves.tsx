/** The panel in which steps are entered: what is awaited, what has been chosen on the table, and every legal step as a button. */

import { effect } from "@preact/signals";
import { Phase } from "carnegie-client";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Game } from "../game/game.js";
import { useKeptFocus } from "../kept_focus.js";
import { reachable } from "../service.js";
import { announce } from "../shell/announcer.js";
import { awaitedInWords } from "../words/awaited_in_words.js";
import { phaseInSentence } from "../words/phase_in_sentence.js";
import { turnLeftInWords } from "../words/turn_left_in_words.js";
import type { Choosing } from "./choosing.js";
import "./moves.css";
import { choosingOf, endsByItself } from "./of_game.js";
import { Chosen, Message, Offered } from "./pointed.js";
import { keepPlace, listenForPointing } from "./pointing.js";
import { StepList } from "./step_list.js";

export function Moves({ game }: { readonly game: Game }) {
  const choosing = choosingOf(game);
  const [part, heading, title] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null), useId()];
  useEffect(() => choosing.start(), [choosing]);
  useEffect(() => effect(() => (reachable.value ? choosing.serviceIsBack() : undefined)), [choosing]);
  useEffect(() => startOverOnEscape(choosing), [choosing]);
  useEffect(() => listenForPointing(choosing), [choosing]);
  useEffect(() => keepPlace(choosing, () => heading.current), [choosing]);
  useKeptFocus(part, heading);
  const message = choosing.message.value;
  useEffect(() => {
    if (message !== "") {
      announce(message);
    }
  }, [message]);
  const position = game.position.value;
  const left = turnLeftInWords(position);
  return (
    <section ref={part} class="moves" aria-labelledby={title} aria-busy={!choosing.known.value}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        Your move
      </h2>
      <p class="moves-awaited">
        {awaitedInWords(position)}
        {left === "" ? "" : `; ${left}`}.
      </p>
      <div class="moves-buttons">
        <EndButton choosing={choosing} phase={position.phase} />
        <button type="button" disabled={!game.canUndo.value} onClick={() => game.undo()}>
          Undo
        </button>
        <button type="button" disabled={!game.canRedo.value} onClick={() => game.redo()}>
          Redo
        </button>
      </div>
      <Chosen game={game} choosing={choosing} />
      <Message choosing={choosing} />
      <Offered choosing={choosing} />
      <StepList key={awaitedInWords(position)} choosing={choosing} />
      <label class="moves-setting">
        <input
          type="checkbox"
          checked={endsByItself.value}
          onChange={(event) => {
            endsByItself.value = event.currentTarget.checked;
          }}
        />
        End my decision by itself when nothing else can be done
      </label>
    </section>
  );
}

/** Escape forgets what has been chosen, wherever the focus is. */
function startOverOnEscape(choosing: Choosing): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented && choosing.chosen.value.size > 0) {
      event.preventDefault();
      choosing.startOver();
    }
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Phases whose decisions are never ended by a step of its own. */
const WITHOUT_END: ReadonlySet<Phase> = new Set([Phase.UNSPECIFIED, Phase.SELECT_TIMELINE, Phase.GAME_OVER]);

/** The end of the decision, which is always at the same place. */
function EndButton({ choosing, phase }: { readonly choosing: Choosing; readonly phase: Phase }) {
  const end = choosing.options.value.find((option) => option.step.kind.case === "endTurn");
  return (
    <button
      type="button"
      class="moves-end"
      disabled={end === undefined}
      onClick={() => end && void choosing.take(end.step)}
    >
      {end?.sentence ?? `End ${WITHOUT_END.has(phase) ? "the turn" : phaseInSentence(phase)}`}
    </button>
  );
}
