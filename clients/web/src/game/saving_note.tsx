/** Says whether the game is saved, and asks where somebody else has saved it, too. */

import { problemOf } from "carnegie-client";
import { FailureNote } from "../shell/failure_note.js";
import { problemInWords } from "../words/problem_in_words.js";
import type { Session } from "./session.js";

/** A game of any kind with its saving. */
type Saved = Pick<Session, "saving" | "store">;

/** What is kept, with what somebody does with it elsewhere, and what of it is not saved. */
const KINDS = {
  game: { name: "game", changed: "played on", last: "The last steps are" },
  table: { name: "table", changed: "changed", last: "The last changes are" },
} as const;

export type Kind = keyof typeof KINDS;

/** The state of saving in a few words. */
export function SavingState({ session: { saving, store } }: { readonly session: Saved }) {
  const where = store.place === "service" ? "" : " in this browser";
  const { kind } = saving.state.value;
  switch (kind) {
    case "saved":
      return <span class="saving">Saved{where}</span>;
    case "saving":
      return <span class="saving">Saving …</span>;
    default:
      return <span class="saving saving-not">Not saved</span>;
  }
}

interface SavingNoteProps {
  readonly kind: Kind;
  readonly session: Saved;
  /** Called where the person wants the other's state of the game. */
  readonly onLoad: () => void;
  /** Called with the new id of a copy. */
  readonly onCopy: (id: string) => void;
}

/** What keeps the game from being saved, and what can be done. */
export function SavingNote({ kind, session: { saving }, onLoad, onCopy }: SavingNoteProps) {
  const { name, changed, last } = KINDS[kind];
  const state = saving.state.value;
  const copy = (
    <button type="button" onClick={() => onCopy(saving.saveAsCopy())}>
      Save this one as a copy
    </button>
  );
  switch (state.kind) {
    case "conflict":
      return (
        <div class="note note-warning" role="alert">
          <p>
            <strong>
              This {name} has been {changed} in another tab or on another device.
            </strong>{" "}
            What you see here has not been saved since, and nothing there has been overwritten.
          </p>
          <p class="buttons">
            <button type="button" onClick={onLoad}>
              Load the other one
            </button>
            {copy}
          </p>
        </div>
      );
    case "deleted":
      return (
        <div class="note note-warning" role="alert">
          <p>
            <strong>This {name} has been deleted in another tab or on another device.</strong> What you see here is not
            saved.
          </p>
          {copy}
        </div>
      );
    case "waiting":
    case "refused":
      return (
        <FailureNote what={`${last} not saved yet`} failure={state.failure}>
          <p>
            {state.kind === "waiting" ? "Saving is tried again by itself. " : ""}
            {isOfTitle(state.failure) ? `Rename the ${name}: its title is not taken. ` : ""}Keep this tab open, or
            export the {name}.
          </p>
          <button type="button" onClick={() => saving.retry()}>
            Save now
          </button>
        </FailureNote>
      );
    default:
      return null;
  }
}

/** Whether it is the title of the game that is refused. */
const isOfTitle = (failure: unknown): boolean => problemOf(failure).fields.some(({ path }) => path === "game.title");

/** The state of saving as a sentence, for whoever cannot see it; empty where all is well. */
export function savingInWords(kind: Kind, { saving }: Saved): string {
  const state = saving.state.value;
  return state.kind === "waiting" || state.kind === "refused"
    ? `${KINDS[kind].last} not saved yet. ${problemInWords(state.failure).sentence}`
    : "";
}
