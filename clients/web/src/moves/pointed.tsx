/** What has been pointed at on the table, why a click led nowhere, and what is left to be picked. */

import { useEffect, useId, useRef } from "preact/hooks";
import type { Game } from "../game/game.js";
import { companyNames } from "../words/company_names.js";
import { listed } from "../words/listed.js";
import { quantity } from "../words/quantity.js";
import { targetInWords } from "../words/target_in_words.js";
import type { Choosing } from "./choosing.js";
import "./moves.css";
import { choosingOf } from "./of_game.js";

/**
 * The same beside the table, where the panel of the moves is out of sight: on all but wide screens, and there only while there is
 * something to be said.
 */
export function Pointed({ game }: { readonly game: Game }) {
  const choosing = choosingOf(game);
  if (choosing.chosen.value.size === 0 && choosing.message.value === "") {
    return null;
  }
  return (
    <div class="moves-pointed">
      <Message choosing={choosing} />
      {choosing.chosen.value.size > 0 ? <Chosen game={game} choosing={choosing} /> : null}
      <Offered choosing={choosing} />
    </div>
  );
}

/** Why a click led nowhere, or a step was not taken. */
export function Message({ choosing }: { readonly choosing: Choosing }) {
  return <p class="moves-message">{choosing.message.value}</p>;
}

/** The places chosen so far, and what to do next. */
export function Chosen({ game, choosing }: { readonly game: Game; readonly choosing: Choosing }) {
  const chosen = [...choosing.chosen.value];
  if (chosen.length === 0) {
    const [options, places] = [choosing.options.value.length, choosing.choices.value.size];
    const where = places > 0 ? "Point at a marked place on the table, or pick a step from the list." : "Pick a step.";
    return <p>{options > 0 ? `${quantity(options, "legal step")}. ${where}` : "Looking for the legal steps."}</p>;
  }
  const position = game.position.value;
  const names = companyNames(position, position.player ?? 0);
  const said = listed(chosen.map((place) => targetInWords(place, names)));
  return (
    <div class="moves-chosen">
      <p>
        Chosen: {said}. {quantity(choosing.left.value.length, "step")} left to choose from.
      </p>
      <button type="button" onClick={() => choosing.startOver()}>
        Start over <kbd>Esc</kbd>
      </button>
    </div>
  );
}

/** What is left to choose where the table has no place for it: amounts, money or goods cubes. */
export function Offered({ choosing }: { readonly choosing: Choosing }) {
  const [title, part] = [useId(), useRef<HTMLElement>(null)];
  const offered = choosing.offered.value;
  // What has to be picked is shown, wherever the panel has been scrolled to.
  useEffect(() => part.current?.scrollIntoView({ block: "nearest" }), [offered]);
  if (offered.length === 0) {
    return null;
  }
  const goesOn = choosing.choices.value.size > choosing.chosen.value.size;
  return (
    <section ref={part} class="moves-offered" aria-labelledby={title}>
      <h3 id={title}>{offered.length === 1 ? "This is possible now" : "Which of these?"}</h3>
      <ul>
        {offered.map((option) => (
          <li key={option.sentence}>
            <button type="button" onClick={() => void choosing.take(option.step)}>
              {option.sentence}
            </button>
          </li>
        ))}
      </ul>
      {goesOn ? <p>Or point at a further place on the table.</p> : null}
    </section>
  );
}
