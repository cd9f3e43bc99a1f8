/** A table that is followed by hand: its picture, and beside it the form that sets it, or what can be done with it. */

import { signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { advisingOf } from "../advice/of_game.js";
import { ShownPlan } from "../advice/shown_plan.js";
import { goToPart, shownPart } from "../game/parts.js";
import { SavingNote, savingInWords } from "../game/saving_note.js";
import { useTables } from "../game/use_tables.js";
import { choosingOf } from "../moves/of_game.js";
import { announce } from "../shell/announcer.js";
import { Boundary } from "../shell/boundary.js";
import { FailureNote } from "../shell/failure_note.js";
import { listenFor } from "../shell/shortcuts.js";
import { TabList } from "../shell/tab_list.js";
import { type Components, parseComponents } from "../table/components.js";
import { Table } from "../table/table.js";
import type { Target } from "../table/targets.js";
import { deciding } from "../table/view.js";
import { quantity } from "../words/quantity.js";
import { DraftNote } from "./draft_note.js";
import { type PlacedFault, placed, wordsByKey } from "./fields.js";
import { showField } from "./go_to_field.js";
import { filledFrom } from "./left_out.js";
import { tellPlayed } from "./news.js";
import { OlderDraftNote } from "./older_draft_note.js";
import { deedOf, type Opening, settable } from "./opened.js";
import { PlayPanel } from "./play_panel.js";
import { FaultList, FIRST_REGION, SetForm } from "./set_form.js";
import { SettingContext } from "./setting.js";
import { redo, TableBar, undo } from "./table_bar.js";
import type { TableSession } from "./table_session.js";
import { unreadFaults } from "./unread.js";

const DOINGS = ["Set by hand", "Moves and advice"] as const;

/** What is done with the table. */
const doing = signal<(typeof DOINGS)[number]>("Set by hand");

/** What a narrow screen shows: the table, or what is done with it. */
const shown = (): "table" | "doing" => (shownPart.value === "table" ? "table" : "doing");

interface TableGameProps {
  readonly session: TableSession;
  /** Called where the person wants the table as it is kept, instead of this one. */
  readonly onLoad: () => void;
  /** Called with the new id of a copy. */
  readonly onCopy: (id: string) => void;
}

export function TableGame({ session, onLoad, onCopy }: TableGameProps) {
  const { game } = session;
  const { tables, failure, retry } = useTables(game.componentsJson);
  const text = tables?.componentsJson;
  const components = useMemo(() => (text === undefined ? undefined : parseComponents(text)), [text]);
  useEffect(() => listenFor(shortcutsOf(session)), [session]);
  useEffect(() => tellPlayed(game, announce), [game]);
  const trouble = savingInWords("table", session);
  useEffect(() => {
    if (trouble !== "") {
      announce(trouble);
    }
  }, [trouble]);
  return (
    <div class="hand" aria-busy={game.checked.value.kind === "asking"}>
      <TableBar session={session} />
      <OlderDraftNote session={session} />
      <DraftNote session={session} onLoad={onLoad} />
      <SavingNote kind="table" session={session} onLoad={onLoad} onCopy={onCopy} />
      {components !== undefined ? (
        <Columns session={session} components={components} />
      ) : failure === undefined ? (
        <p>Looking up what is printed …</p>
      ) : (
        <FailureNote what="The table cannot be drawn" failure={failure}>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </FailureNote>
      )}
    </div>
  );
}

interface ColumnsProps {
  readonly session: TableSession;
  readonly components: Components;
}

function Columns({ session: { game }, components }: ColumnsProps) {
  const [draft, checked, known] = [game.draft.value, game.checked.value, game.position.value];
  const isKnown = checked.kind === "sound";
  const part = useSignal<Opening["part"]>("Round");
  const region = useSignal(FIRST_REGION);
  const seat = useSignal(deciding(draft));
  const here = Math.min(seat.value, draft.players.length - 1);
  const faults: readonly PlacedFault[] = useMemo(
    () => (checked.kind === "faulty" ? placed(draft, checked.faults) : []),
    [draft, checked],
  );
  const words = useMemo(() => wordsByKey(faults), [faults]);
  const unread = unreadFaults(draft, game.unreadHere.value);
  const sets = doing.value === "Set by hand";
  const choices = useMemo(
    () => (sets ? settable(components, draft, here) : undefined),
    [sets, components, draft, here],
  );
  const picture = useMemo(() => (isKnown ? known : filledFrom(draft, known)), [isKnown, known, draft]);
  const open = ({ part: of, key }: Opening, id?: string) => {
    part.value = of;
    doing.value = "Set by hand";
    shownPart.value = "moves";
    const city = /^city:(.*):\d+$/.exec(key)?.[1];
    region.value = components.cities.find(({ name }) => name === city)?.region ?? region.value;
    showField(key, id);
  };
  const choose = (at: Target) => {
    const deed = deedOf(at, draft, here);
    if (deed?.kind === "edit") {
      game.edit(deed.edit);
    } else if (deed !== undefined) {
      open(deed);
    }
  };
  const [choosing, advising] = [choosingOf(game), advisingOf(game)];
  // While moves are entered, the picture shows who decides, as in every game.
  const places = sets
    ? { choices: choices ?? new Set<Target>(), onChoose: choose, seat: here, onSeat: (of: number) => (seat.value = of) }
    : {
        choices: choosing.choices.value,
        chosen: choosing.chosen.value,
        overlay: advising.overlay.value,
        onChoose: (at: Target) => choosing.choose(at),
      };
  return (
    <>
      <div class="game-columns hand-columns" data-shown={shown()}>
        <div class="hand-table">
          <Boundary what="The table">
            <section class="panel" id="table" aria-labelledby="table-heading">
              <h2 id="table-heading" tabIndex={-1}>
                The table
              </h2>
              {!sets && <ShownPlan game={game} />}
              <Table position={picture} components={components} {...places} />
            </section>
          </Boundary>
        </div>
        <div class="game-doing hand-doing">
          <section class="panel" aria-label="What is done with the table">
            <TabList
              label="What is done with the table"
              tabs={DOINGS}
              shown={doing.value}
              id="hand-doing"
              onShow={(tab) => (doing.value = tab)}
            />
            <div role="tabpanel" id="hand-doing-panel" aria-label={doing.value}>
              <FaultList
                game={game}
                faults={faults}
                unread={unread}
                onGo={(field, id) => {
                  seat.value = field.seat ?? seat.value;
                  open(field, id);
                }}
              />
              {sets ? (
                <SettingContext.Provider
                  value={{
                    draft,
                    known,
                    isKnown,
                    components,
                    part: part.value,
                    seat: here,
                    unread: game.unread,
                    edit: (edit, typed) => game.edit(edit, typed),
                    faults: words,
                  }}
                >
                  <SetForm
                    part={part.value}
                    onPart={(of) => (part.value = of)}
                    onSeat={(of) => (seat.value = of)}
                    region={region.value}
                    onRegion={(of) => (region.value = of)}
                  />
                </SettingContext.Provider>
              ) : (
                <PlayPanel game={game} />
              )}
            </div>
          </section>
        </div>
      </div>
      <NarrowParts faults={faults.length + unread.length} />
    </>
  );
}

/** On a narrow screen, which has room for one part at a time: the ways to the picture and to what is done with it. */
function NarrowParts({ faults }: { readonly faults: number }) {
  const parts = [
    ["table", "Table"],
    ["doing", "Set by hand"],
    ["doing", "Moves and advice"],
  ] as const;
  return (
    <nav class="parts" aria-label="Parts of the page">
      {parts.map(([id, name]) => {
        const isShown = id === shown() && (id === "table" || name === doing.value);
        return (
          <button
            key={name}
            type="button"
            aria-current={isShown ? "true" : undefined}
            onClick={() => {
              if (name === "Table") {
                goToPart("table");
              } else {
                doing.value = name;
                shownPart.value = "moves";
              }
            }}
          >
            {name}
            {name === "Set by hand" && faults > 0 && ` (${quantity(faults, "fault")})`}
          </button>
        );
      })}
    </nav>
  );
}

function shortcutsOf(session: TableSession) {
  const { game } = session;
  const plays = () => doing.peek() === "Moves and advice" && !game.busy.peek();
  const inPlay = (run: () => void) => () => {
    if (plays()) {
      run();
    }
  };
  return [
    { key: "u", run: () => undo(session) },
    { key: "r", run: () => redo(session) },
    { key: "s", run: inPlay(() => void advisingOf(game).suggest()) },
    { key: "c", run: inPlay(() => void advisingOf(game).check()) },
    { key: "e", run: inPlay(() => choosingOf(game).end()) },
  ];
}
