/** Where a table is begun: as a new game lies on it, from a position file, or as one that is kept. */

import { create } from "@bufbuild/protobuf";
import { useSignal } from "@preact/signals";
import { type RecordedSetup, RecordedSetupSchema } from "carnegie-client";
import type { TargetedEvent } from "preact";
import { useEffect } from "preact/hooks";
import { BoxRefused, useUsableBox } from "../box/usable_box.js";
import { randomSeed } from "../game/set_up.js";
import type { GameStore, ListedGame } from "../game/store.js";
import { reachable, service } from "../service.js";
import { announce } from "../shell/announcer.js";
import { FailureNote } from "../shell/failure_note.js";
import type { Knowledge } from "../shell/knowledge.js";
import { linkTo } from "../shell/links.js";
import { HeldUp } from "../start/held_up.js";
import { LAYOUTS, LEVELS, POOLS } from "../start/new_game_form.js";
import { readNewGame } from "../start/reading.js";
import { gameTitle } from "../words/game_title.js";
import { phaseName } from "../words/phase_name.js";
import { drafts, heldUpTables } from "./open_table.js";
import { beginTable, FaultyFile, importTable, type TableSession } from "./table_session.js";

interface BeginTableProps {
  readonly knowledge: Knowledge;
  /** Called with a table that has been begun here. */
  readonly onTable: (session: TableSession) => void;
}

export function BeginTable({ knowledge: { store }, onTable }: BeginTableProps) {
  const busy = useSignal(false);
  const failure = useSignal<{ readonly what: string; readonly error: unknown } | undefined>(undefined);
  const open = async (what: string, session: () => Promise<TableSession>) => {
    busy.value = true;
    failure.value = undefined;
    announce("Setting the table …");
    try {
      onTable(await session());
    } catch (error) {
      failure.value = { what, error };
    } finally {
      busy.value = false;
    }
  };
  const { componentsJson, isRefused } = useUsableBox();
  const around = () => ({ referee: service, store, drafts, componentsJson });
  return (
    <div class="start">
      <p>
        Follow a game that is played with the real one on the table: set what lies there by hand, ask for advice for
        whoever decides, and go on from there.
      </p>
      {failure.value !== undefined && <Failure {...failure.value} />}
      <div class="start-columns">
        <div>
          {isRefused && (
            <div class="note note-warning">
              <BoxRefused leadsToBox />
            </div>
          )}
          <NewTableForm
            busy={busy.value}
            isOwn={componentsJson !== ""}
            onBegin={(setup) => open("The table could not be set", () => beginTable(around(), setup))}
          />
        </div>
        <div>
          <section aria-labelledby="position-file-heading">
            <h2 id="position-file-heading">Position from a file</h2>
            <label>
              A position in JSON, as the page exports it and the command takes it
              <input
                type="file"
                accept=".json,application/json"
                disabled={busy.value}
                onChange={(event) => {
                  const [file] = event.currentTarget.files ?? [];
                  // So that the same file can be chosen again.
                  event.currentTarget.value = "";
                  if (file !== undefined) {
                    open("The file was not taken", async () => importTable(around(), file.name, await file.text()));
                  }
                }}
              />
            </label>
            <p class="hint">One that the rules forbid is taken with its faults, to be set right by hand.</p>
          </section>
          <HeldUp games={[]} tables={heldUpTables()} box={false} />
          <KeptTables store={store} />
        </div>
      </div>
    </div>
  );
}

function Failure({ what, error }: { readonly what: string; readonly error: unknown }) {
  return error instanceof FaultyFile ? (
    <div class="note note-failure" role="alert">
      <p>
        <strong>{what}.</strong> It is no position:
      </p>
      <ul>
        {error.faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  ) : (
    <FailureNote what={what} failure={error} />
  );
}

const PLAYERS = [
  ["andrew", "1, against Andrew"],
  ["1", "1, without Andrew"],
  ["2", "2"],
  ["3", "3"],
  ["4", "4"],
] as const;

interface NewTableFormProps {
  readonly busy: boolean;
  /** Whether the table has the values of the person's own box. */
  readonly isOwn: boolean;
  readonly onBegin: (setup: RecordedSetup) => void;
}

function NewTableForm({ busy, isOwn, onBegin }: NewTableFormProps) {
  const fault = useSignal("");
  const players = useSignal("2");
  const isSolo = players.value === "andrew";
  const begin = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readNewGame(new FormData(event.currentTarget), "");
    fault.value = typeof read === "string" ? read : "";
    if (typeof read !== "string") {
      const { pool, layout, seed = randomSeed(), level } = read;
      const count = isSolo ? 1 : Number(players.value);
      onBegin(
        create(RecordedSetupSchema, { players: count, pool, layout, seed, ...(isSolo ? { soloLevel: level } : {}) }),
      );
    }
  };
  return (
    <form class="new-game" onSubmit={begin} aria-labelledby="new-table-heading">
      <h2 id="new-table-heading">Table of a new game</h2>
      <label>
        Players
        <select value={players.value} onChange={(event) => (players.value = event.currentTarget.value)}>
          {PLAYERS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {isSolo && (
        <label>
          Andrew's level
          <select name="level">
            {LEVELS.map((label, index) => (
              <option key={label} value={index + 1}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <Choice name="pool" label="Department tiles" options={POOLS} />
      <Choice name="layout" label="Timeline tiles" options={LAYOUTS} />
      <label>
        Seed
        <input
          name="seed"
          inputMode="numeric"
          autocomplete="off"
          placeholder="a random one"
          aria-describedby="table-seed-hint"
          aria-invalid={fault.value !== ""}
        />
      </label>
      <p id="table-seed-hint" class="hint">
        Tiles, neutral disks and cards are laid out by chance; set them by hand afterwards as they lie on your table.
      </p>
      {isOwn && <p class="hint">The values of your own box are used.</p>}
      {fault.value !== "" && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      <button type="submit" class="main-button" disabled={busy}>
        {busy ? "Setting the table …" : "Begin"}
      </button>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [number, string])[];
}

function Choice({ name, label, options }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function KeptTables({ store }: { readonly store: GameStore }) {
  const games = useSignal<readonly ListedGame[] | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const list = async () => {
    try {
      games.value = (await store.list()).filter(({ byHand }) => byHand);
      failure.value = undefined;
    } catch (error) {
      failure.value = error;
    }
  };
  const isAway = !reachable.value && store.place === "service";
  useEffect(() => {
    if (!isAway) {
      list();
    }
  }, [store, isAway]);
  if (failure.value !== undefined) {
    return (
      <FailureNote what="The kept tables cannot be listed" failure={failure.value}>
        <button type="button" onClick={list}>
          Try again
        </button>
      </FailureNote>
    );
  }
  return (
    <section aria-labelledby="kept-tables-heading">
      <h2 id="kept-tables-heading">Kept tables</h2>
      {games.value === undefined && (
        <p>{isAway ? "They are listed as soon as the service can be reached." : "Looking …"}</p>
      )}
      {games.value?.length === 0 && <p>There is none yet.</p>}
      <ul class="saved-games">
        {games.value?.map((game) => (
          <li key={game.id}>
            <a href={linkTo({ kind: "table", id: game.id })}>{gameTitle(game)}</a>
            <span class="hint">
              round {game.round}, {phaseName(game.phase)}; saved {game.changed.toLocaleString()}
            </span>
          </li>
        ))}
      </ul>
      <p class="hint">They are deleted on the start page, where all saved games are.</p>
    </section>
  );
}
