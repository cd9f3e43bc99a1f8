/** The list of kept games. */

import { useSignal } from "@preact/signals";
import { Phase } from "carnegie-client";
import { useRef } from "preact/hooks";
import { type GameStore, type ListedGame, VersionConflict } from "../game/store.js";
import { announce } from "../shell/announcer.js";
import { FailureNote } from "../shell/failure_note.js";
import { linkTo } from "../shell/links.js";
import { Question } from "../shell/question.js";
import { gameTitle } from "../words/game_title.js";
import { phaseName } from "../words/phase_name.js";

interface SavedGamesProps {
  readonly store: GameStore;
  /** Undefined while they are asked for, and where they could not be told. */
  readonly games: readonly ListedGame[] | undefined;
  /** Why they could not be told when they were last asked for; undefined where they could. */
  readonly listFailure?: unknown;
  /** Whether they are asked for only once the service can be reached again. */
  readonly isAway?: boolean;
  /** Called where the list is no longer as it was. */
  readonly onChange: () => void;
}

export function SavedGames({ store, games, listFailure, isAway = false, onChange }: SavedGamesProps) {
  const asked = useSignal<ListedGame | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = async (game: ListedGame) => {
    asked.value = undefined;
    failure.value = undefined;
    try {
      await store.remove(game.id, game.version);
      announce(`Deleted ${gameTitle(game)}.`);
    } catch (error) {
      failure.value =
        error instanceof VersionConflict
          ? new Error(`it has been ${game.byHand ? "changed" : "played on"} in the meantime: look at it first`)
          : error;
    }
    onChange();
    // The button that had the focus is about to go.
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="saved-heading">
      <h2 id="saved-heading" ref={heading} tabIndex={-1}>
        Saved games
      </h2>
      <p class="hint">
        {store.place === "service"
          ? "Each game is saved after every step, by the service."
          : listFailure === undefined
            ? "This service keeps no games: each one is saved in this browser after every step, and is nowhere else. Export the games that you want to keep."
            : "This service keeps no games, and this browser does not tell of any. Export the games that you want to keep."}
      </p>
      {failure.value !== undefined && <FailureNote what="The game was not deleted" failure={failure.value} />}
      {listFailure !== undefined && (
        <FailureNote what="The saved games cannot be listed" failure={listFailure}>
          <button type="button" onClick={onChange}>
            Try again
          </button>
        </FailureNote>
      )}
      {games === undefined && listFailure === undefined && (
        <p>{isAway ? "They are listed as soon as the service can be reached." : "Looking …"}</p>
      )}
      {games?.length === 0 && <p>There is none yet.</p>}
      <ul class="saved-games">
        {games?.map((game) => (
          <Entry key={game.id} game={game} onDelete={() => (asked.value = game)} />
        ))}
      </ul>
      {asked.value !== undefined && (
        <DeleteQuestion game={asked.value} onDelete={remove} onKeep={() => (asked.value = undefined)} />
      )}
    </section>
  );
}

function Entry({ game, onDelete }: { readonly game: ListedGame; readonly onDelete: () => void }) {
  const { id, changed, round, phase, byHand, totals } = game;
  const over = phase === Phase.GAME_OVER;
  const title = gameTitle(game);
  const kind = byHand && game.title !== "" ? "a table followed by hand: " : "";
  const standing = over ? "over" : `round ${round}, ${phaseName(phase)}`;
  const score =
    totals === undefined
      ? ""
      : `, ${totals.player} VP${totals.andrew === undefined ? "" : ` to Andrew's ${totals.andrew}`}`;
  return (
    <li>
      <a href={linkTo({ kind: byHand ? "table" : "game", id })}>{title}</a>
      <span class="hint">
        {kind}
        {standing}
        {score}; saved {changed.toLocaleString()}
      </span>
      {!byHand && (
        <a class="saved-review" aria-label={`Review ${title}`} href={linkTo({ kind: "review", id })}>
          Review
        </a>
      )}
      <button type="button" aria-label={`Delete ${title}`} onClick={onDelete}>
        Delete
      </button>
    </li>
  );
}

interface DeleteQuestionProps {
  readonly game: ListedGame;
  readonly onDelete: (game: ListedGame) => void;
  readonly onKeep: () => void;
}

function DeleteQuestion({ game, onDelete, onKeep }: DeleteQuestionProps) {
  return (
    <Question title="Delete this game?" onClose={onKeep}>
      <p>“{gameTitle(game)}” is then gone for good.</p>
      <p class="buttons">
        <button type="button" onClick={onKeep}>
          Keep it
        </button>
        <button type="button" class="danger" onClick={() => onDelete(game)}>
          Delete it
        </button>
      </p>
    </Question>
  );
}
