/** The start: a new game, the saved ones, and games from files. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isUnsaved as isBoxUnsaved } from "../box/drafting.js";
import { BoxRefused, useUsableBox } from "../box/usable_box.js";
import { heldUpTables } from "../by_hand/open_table.js";
import { GameStandIns } from "../game/game_stand_ins.js";
import { beginSession, importSession, type Session } from "../game/session.js";
import type { NewGame } from "../game/solo_game.js";
import type { ListedGame } from "../game/store.js";
import { reachable, service } from "../service.js";
import { announce } from "../shell/announcer.js";
import { heldUpGames } from "../shell/current_game.js";
import { FailureNote } from "../shell/failure_note.js";
import type { Knowledge } from "../shell/knowledge.js";
import { StandIns } from "../shell/stand_ins.js";
import { titleOfFile } from "../words/plain_title.js";
import { HeldUp } from "./held_up.js";
import { NewGameForm } from "./new_game_form.js";
import { readRecord } from "./reading.js";
import { SavedGames } from "./saved_games.js";

interface StartViewProps {
  readonly knowledge: Knowledge;
  readonly leadsToBox: boolean;
  /** Called with a game that has been begun here. */
  readonly onGame: (session: Session) => void;
}

export function StartView({ knowledge: { info, store }, leadsToBox, onGame }: StartViewProps) {
  const games = useSignal<readonly ListedGame[] | undefined>(undefined);
  const listFailure = useSignal<unknown>(undefined);
  const failure = useSignal<{ readonly what: string; readonly error: unknown } | undefined>(undefined);
  const busy = useSignal("");
  const isOwnWanted = useSignal(true);
  const box = useUsableBox();
  const own = isOwnWanted.value ? box.componentsJson : "";
  const list = async () => {
    try {
      games.value = await store.list();
      listFailure.value = undefined;
    } catch (error) {
      listFailure.value = error;
    }
  };
  const isAway = !reachable.value && store.place === "service";
  useEffect(() => {
    if (!isAway) {
      list();
    }
  }, [store, isAway]);
  const open = async (doing: string, what: string, session: () => Promise<Session>) => {
    busy.value = doing;
    failure.value = undefined;
    announce(doing);
    try {
      onGame(await session());
    } catch (error) {
      failure.value = { what, error };
    } finally {
      busy.value = "";
    }
  };
  const begin = (wanted: NewGame) =>
    open("Setting the game up …", "The game could not be set up", () => beginSession(service, store, wanted));
  const take = (file: File) =>
    open("Reading the game …", "The game could not be taken", async () => {
      const record = await readRecord(file);
      const componentsJson = record.componentsDigest === info.componentsDigest ? "" : box.componentsJson;
      return importSession(service, store, record, titleOfFile(file.name), { componentsJson });
    });
  return (
    <div class="start">
      {failure.value !== undefined && <FailureNote what={failure.value.what} failure={failure.value.error} />}
      <div class="start-columns">
        <NewGameForm
          busy={busy.value !== ""}
          ownComponentsJson={box.componentsJson}
          isOwnWanted={isOwnWanted.value}
          onOwn={(wanted) => (isOwnWanted.value = wanted)}
          onBegin={begin}
        />
        <div class="start-games">
          <HeldUp games={heldUpGames()} tables={heldUpTables()} box={isBoxUnsaved.value} />
          <SavedGames
            store={store}
            games={games.value}
            listFailure={listFailure.value}
            isAway={isAway}
            onChange={list}
          />
          <ImportForm busy={busy.value} onFile={take} />
        </div>
        {box.isRefused && (
          <section class="note note-warning">
            <BoxRefused leadsToBox={leadsToBox} />
          </section>
        )}
        {own === "" ? (
          <StandIns assumed={info.assumedComponents} leadsToBox={leadsToBox} />
        ) : (
          <GameStandIns componentsJson={own} leadsToBox={leadsToBox} />
        )}
      </div>
    </div>
  );
}

function ImportForm({ busy, onFile }: { readonly busy: string; readonly onFile: (file: File) => void }) {
  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading">Game from a file</h2>
      <label>
        A recorded solo game, as the page exports it and <code>carnegie replay</code> takes it
        <input
          type="file"
          accept=".json,application/json"
          disabled={busy !== ""}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // So that the same file can be chosen again.
            event.currentTarget.value = "";
            if (file !== undefined) {
              onFile(file);
            }
          }}
        />
      </label>
      {busy !== "" && <p>{busy}</p>}
    </section>
  );
}
