/** What Andrew did and failed to do, the latest first, and what his cards have brought him. */

import { FailureNote } from "../shell/failure_note.js";
import { deedInWords } from "../words/deed_in_words.js";
import { quantity } from "../words/quantity.js";
import { pointBefore, waitsForAndrew } from "./points.js";
import type { SoloGame } from "./solo_game.js";
import { roundsOf } from "./told.js";

export function AndrewsLog({ game }: { readonly game: SoloGame }) {
  const points = game.points.value.slice(0, game.shown.value + 1);
  const rounds = roundsOf(points)
    .map(({ title, steps }) => ({ title, steps: steps.filter(({ andrew }) => andrew) }))
    .filter(({ steps }) => steps.length > 0)
    .reverse();
  const { andrew } = game.position.value;
  return (
    <div class="andrews-log">
      {andrew !== undefined && (
        <p>
          {quantity(andrew.played, "card")} of {andrew.cards.length} played, worth {andrew.vp} VP so far. The card on
          top is shifted by {quantity(andrew.shift, "step")} of 4.
        </p>
      )}
      {rounds.length === 0 && <p>Andrew has not acted yet: he begins in round 1, before you use your Departments.</p>}
      {rounds.map(({ title, steps }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {steps.flatMap(({ number, lines }) => lines.map((line) => <li key={`${number} ${line}`}>{line}</li>))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** What Andrew has just done, after the player's last step; nothing where the player was the last to act. */
export function AndrewsLatest({ game }: { readonly game: SoloGame }) {
  const shown = game.shown.value;
  const points = game.points.value.slice(0, shown + 1);
  const since = pointBefore(points, shown);
  const latest = since === undefined ? points.slice(1) : points.slice(since + 2);
  const lines = latest.flatMap(({ made }) => made?.deeds.map(deedInWords) ?? []);
  return lines.length === 0 ? null : (
    <div class="note andrews-latest">
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** What is said where Andrew's part could not be played, or where a point of the game was gone to at which he is to act. */
export function AndrewsTurn({ game }: { readonly game: SoloGame }) {
  const failure = game.andrewFailure.value;
  if (!waitsForAndrew(game.position.value) || game.busy.value) {
    return null;
  }
  const act = (
    <button type="button" onClick={() => game.letAndrewAct()}>
      Let Andrew act
    </button>
  );
  return failure === undefined ? (
    <div class="note">
      <p>Here Andrew is to act.</p>
      {act}
    </div>
  ) : (
    <FailureNote what="Andrew could not act" failure={failure}>
      {act}
    </FailureNote>
  );
}
