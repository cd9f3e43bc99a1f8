/** Where the game stands, and what can be done with it as a whole. */

import { useSignal } from "@preact/signals";
import { recordToJson } from "carnegie-client";
import { useRef } from "preact/hooks";
import { useKeptFocus } from "../kept_focus.js";
import { announce } from "../shell/announcer.js";
import { RenameQuestion } from "../shell/rename_question.js";
import { awaitedInWords } from "../words/awaited_in_words.js";
import { gameTitle, titleWithSeed } from "../words/game_title.js";
import { saveFile } from "./save_file.js";
import { SavingState } from "./saving_note.js";
import type { Session } from "./session.js";

export function StatusBar({ session }: { readonly session: Session }) {
  const { game, saving } = session;
  const renaming = useSignal(false);
  const [bar, words] = [useRef<HTMLDivElement>(null), useRef<HTMLParagraphElement>(null)];
  useKeptFocus(bar, words);
  const { seed, soloLevel: level } = game.setup;
  const title = titleWithSeed({ title: saving.kept.value.title, level, seed });
  return (
    <div class="status-bar" ref={bar}>
      <p class="status-words" ref={words} tabIndex={-1}>
        <strong>{awaitedInWords(game.position.value)}</strong>
        <span class="hint">
          {title} · <SavingState session={session} />
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
      {renaming.value && (
        <RenameQuestion
          what="game"
          title={saving.kept.peek().title}
          onTitle={(title) => saving.rename(title)}
          onClose={() => (renaming.value = false)}
        />
      )}
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
