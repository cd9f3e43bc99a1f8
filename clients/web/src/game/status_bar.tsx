/** Where the game stands, and what can be done with it as a whole. */

import { useSignal } from "@preact/signals";
import { recordToJson } from "carnegie-client";
import { useRef } from "preact/hooks";
import { useKeptFocus } from "../kept_focus.js";
import { announce } from "../shell/announcer.js";
import { Question } from "../shell/question.js";
import { awaitedInWords } from "../words/awaited_in_words.js";
import { gameTitle } from "../words/game_title.js";
import { plainTitle } from "../words/plain_title.js";
import { saveFile } from "./save_file.js";
import { SavingState } from "./saving_note.js";
import type { Session } from "./session.js";

export function StatusBar({ session }: { readonly session: Session }) {
  const { game, saving } = session;
  const renaming = useSignal(false);
  const [bar, words] = [useRef<HTMLDivElement>(null), useRef<HTMLParagraphElement>(null)];
  useKeptFocus(bar, words);
  const { seed, soloLevel: level } = game.setup;
  const title = gameTitle({ title: saving.kept.value.title, level, seed });
  return (
    <div class="status-bar" ref={bar}>
      <p class="status-words" ref={words} tabIndex={-1}>
        <strong>{awaitedInWords(game.position.value)}</strong>
        <span class="hint">
          {title.endsWith(`seed ${seed}`) ? title : `${title}, seed ${seed}`} · <SavingState session={session} />
          {game.busy.value && <span class="busy"> · One moment …</span>}
        </span>
      </p>
      <div class="buttons">
        <button type="button" aria-keyshortcuts="U" disabled={!game.canUndo.value} onClick={() => undo(session)}>
          Undo
        </button>
        <button type="button" aria-keyshortcuts="R" disabled={!game.canRedo.value} onClick={() => redo(session)}>
          Redo
        </button>
        <button type="button" onClick={() => exportGame(session)}>
          Export
        </button>
        <button type="button" onClick={() => (renaming.value = true)}>
          Rename
        </button>
      </div>
      {renaming.value && <RenameQuestion session={session} onDone={() => (renaming.value = false)} />}
    </div>
  );
}

/** Take the last step back, and say so. */
export function undo({ game }: Session): void {
  if (game.canUndo.peek()) {
    game.undo();
    announce(`Undone. ${awaitedInWords(game.position.peek())}.`);
  }
}

/** Do again what was taken back, and say so. */
export function redo({ game }: Session): void {
  if (game.canRedo.peek()) {
    game.redo();
    announce(`Redone. ${awaitedInWords(game.position.peek())}.`);
  }
}

/** Give the person the game as a file. */
function exportGame({ game, saving }: Session): void {
  const { title } = saving.kept.peek();
  const { soloLevel: level, seed } = game.setup;
  const name = gameTitle({ title, level, seed });
  saveFile(`${name}.json`, JSON.stringify(recordToJson(game.record()), null, 2));
  announce("The game has been exported as a file.");
}

function RenameQuestion({ session, onDone }: { readonly session: Session; readonly onDone: () => void }) {
  const { saving } = session;
  return (
    <Question title="Rename this game" onClose={onDone}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.rename(plainTitle(String(new FormData(event.currentTarget).get("title") ?? "")));
          onDone();
        }}
      >
        <label>
          Title
          <input name="title" maxLength={200} autocomplete="off" defaultValue={saving.kept.peek().title} />
        </label>
        <p class="buttons">
          <button type="button" onClick={onDone}>
            Cancel
          </button>
          <button type="submit" class="main-button">
            Rename
          </button>
        </p>
      </form>
    </Question>
  );
}
