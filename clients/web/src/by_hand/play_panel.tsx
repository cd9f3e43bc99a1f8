/** What can be done with a table that is without fault: steps, advice, the score. */

import { useSignal } from "@preact/signals";
import { Phase } from "carnegie-client";
import { Advice } from "../advice/advice.js";
import { GameStandIns } from "../game/game_stand_ins.js";
import { waitsForAndrew } from "../game/points.js";
import { Moves } from "../moves/moves.js";
import { ScoreSheets } from "../score/score_sheets.js";
import { service } from "../service.js";
import { Boundary } from "../shell/boundary.js";
import { FailureNote } from "../shell/failure_note.js";
import type { HandGame } from "./hand_game.js";

export function PlayPanel({ game }: { readonly game: HandGame }) {
  const { kind } = game.checked.value;
  const isScored = useSignal(false);
  if (kind === "faulty" || kind === "failed") {
    return <p>Steps and advice are there once the table is without fault.</p>;
  }
  const position = game.position.value;
  const isOver = position.phase === Phase.GAME_OVER;
  return (
    <>
      {waitsForAndrew(position) && <AndrewToAct game={game} />}
      {!isOver && (
        <>
          <Boundary what="Your moves">
            <Moves game={game} />
          </Boundary>
          <Boundary what="The advice">
            <Advice game={game} />
          </Boundary>
        </>
      )}
      <details open={isOver} onToggle={(event) => (isScored.value = event.currentTarget.open)}>
        <summary>Score {isOver ? "" : "as if the game ended now"}</summary>
        {isScored.value && (
          <ScoreSheets rules={service.rules} position={position} componentsJson={game.componentsJson} />
        )}
      </details>
      <details>
        <summary>Values that are stand-ins</summary>
        <GameStandIns componentsJson={game.componentsJson} leadsToBox />
      </details>
    </>
  );
}

/** Andrew acts when the person says so: the card that lies on top at the table may be another one. */
function AndrewToAct({ game }: { readonly game: HandGame }) {
  const failure = useSignal<unknown>(undefined);
  const { andrew } = game.position.value;
  const act = async () => {
    failure.value = undefined;
    try {
      await game.letAndrewAct();
    } catch (error) {
      failure.value = error;
    }
  };
  return (
    <div class="note">
      <p>
        Here Andrew is to act, with the card {andrew?.cards[andrew.played] ?? "none"} on top. Is it another one at your
        table? Then set it by hand first.
      </p>
      {failure.value !== undefined && <FailureNote what="Andrew could not act" failure={failure.value} />}
      <button type="button" disabled={game.busy.value} onClick={act}>
        Let Andrew act
      </button>
    </div>
  );
}
