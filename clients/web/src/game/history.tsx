/** Every step of a game, round by round and the latest first, each a way to the point after it. */

import { announce } from "../shell/announcer.js";
import { quantity } from "../words/quantity.js";
import type { SoloGame } from "./solo_game.js";
import { roundsOf, type ToldStep } from "./told.js";

export function History({ game }: { readonly game: SoloGame }) {
  const points = game.points.value;
  const shown = game.shown.value;
  const undone = points.length - 1 - shown;
  return (
    <div class="history">
      <p>
        {shown === 0 ? "This is the beginning of the setup." : `${quantity(shown, "step")} on the table.`}
        {undone > 0 && ` ${quantity(undone, "step")} undone: they can be redone until another step is made.`}
      </p>
      {roundsOf(points)
        .toReversed()
        .map(({ title, steps }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ol class="steps" reversed>
              {steps.toReversed().map((step) => (
                <Entry key={step.number} game={game} step={step} shown={shown} />
              ))}
            </ol>
          </section>
        ))}
      <button type="button" disabled={shown === 0 || game.busy.value} onClick={() => goTo(game, 0)}>
        Go to the beginning
      </button>
    </div>
  );
}

interface EntryProps {
  readonly game: SoloGame;
  readonly step: ToldStep;
  readonly shown: number;
}

function Entry({ game, step: { number, andrew, lines }, shown }: EntryProps) {
  const state = number > shown ? "step-undone" : andrew ? "step-andrew" : "";
  return (
    <li class={state}>
      <button
        type="button"
        class="step"
        aria-current={number === shown ? "step" : undefined}
        disabled={game.busy.value}
        onClick={() => goTo(game, number)}
      >
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {number > shown && <span class="for-screen-readers">undone</span>}
      </button>
    </li>
  );
}

function goTo(game: SoloGame, number: number): void {
  game.goTo(number);
  announce(number === 0 ? "At the beginning of the setup." : `After step ${number}.`);
}
