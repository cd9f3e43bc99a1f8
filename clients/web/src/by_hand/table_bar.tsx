/** Where the table stands, and what can be done with it as a whole. */

import { useSignal } from "@preact/signals";
import { positionToJson } from "carnegie-client";
import { useRef } from "preact/hooks";
import { saveFile } from "../game/save_file.js";
import { SavingState } from "../game/saving_note.js";
import { useKeptFocus } from "../kept_focus.js";
import { announce } from "../shell/announcer.js";
import { RenameQuestion } from "../shell/rename_question.js";
import { awaitedInWords } from "../words/awaited_in_words.js";
import { gameTitle } from "../words/game_title.js";
import type { TableSession } from "./table_session.js";

export function TableBar({ session }: { readonly session: TableSession }) {
  const { game, saving } = session;
  const renaming = useSignal(false);
  const [bar, words] = [useRef<HTMLDivElement>(null), useRef<HTMLParagraphElement>(null)];
  useKeptFocus(bar, words);
  const title = titleOf(session);
  return (
    <div class="status-bar" ref={bar}>
      <p class="status-words" ref={words} tabIndex={-1}>
        <strong>{awaitedInWords(game.draft.value)}</strong>
        <span class="hint">
          {title} · <KeepingState session={session} />
        </span>
      </p>
      <div class="buttons">
        <button type="button" aria-keyshortcuts="U" disabled={!game.canUndo.value} onClick={() => undo(session)}>
          Undo
        </button>
        <button type="button" aria-keyshortcuts="R" disabled={!game.canRedo.value} onClick={() => redo(session)}>
          Redo
        </button>
        <button type="button" onClick={() => exportTable(session)}>
          Export
        </button>
        <button type="button" onClick={() => (renaming.value = true)}>
          Rename
        </button>
      </div>
      {renaming.value && (
        <RenameQuestion
          what="table"
          title={saving.kept.peek().title}
          onTitle={(title) => saving.rename(title)}
          onClose={() => (renaming.value = false)}
        />
      )}
    </div>
  );
}

/** Whether the table is kept, and where. */
export function KeepingState({ session }: { readonly session: TableSession }) {
  const { game, saving, draftRefusal } = session;
  const { kind } = game.checked.value;
  if (kind === "faulty" || kind === "failed") {
    return draftRefusal.value === undefined ? (
      <span class="saving">Kept in this browser until it is without fault</span>
    ) : (
      <span class="saving saving-not">Not saved</span>
    );
  }
  // Before its first save there is nothing yet that it could be saved as.
  const isToBeSaved = saving.state.value.kind === "saved" && saving.kept.value.version === 0;
  if (kind === "asking" || isToBeSaved) {
    return <span class="saving">Saving …</span>;
  }
  return (
    <>
      <SavingState session={session} />
      {game.unreadHere.value.length > 0 && <span class="saving-not">, but for what cannot be read</span>}
    </>
  );
}

const titleOf = ({ saving }: TableSession): string => gameTitle({ title: saving.kept.value.title, byHand: true });

/** Take the last edit or step back, and say so. */
export function undo({ game }: TableSession): void {
  if (game.canUndo.peek()) {
    game.undo();
    announce(`Undone. ${awaitedInWords(game.draft.peek())}.`);
  }
}

/** Do again what was taken back, and say so. */
export function redo({ game }: TableSession): void {
  if (game.canRedo.peek()) {
    game.redo();
    announce(`Redone. ${awaitedInWords(game.draft.peek())}.`);
  }
}

/** Give the person the position as a file: in its canonical form, or as it is where it is at fault. */
function exportTable(session: TableSession): void {
  const checked = session.game.checked.peek();
  const position = checked.kind === "sound" ? checked.position : session.game.draft.peek();
  saveFile(`${titleOf(session)}.json`, JSON.stringify(positionToJson(position), null, 2));
  announce("The position has been exported as a file.");
}
