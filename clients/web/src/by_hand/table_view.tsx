/** The place of a table that is followed by hand: where one is begun, or the one that the link names. */

import { useEffect } from "preact/hooks";
import type { GameStore } from "../game/store.js";
import { FailureNote } from "../shell/failure_note.js";
import { linkTo } from "../shell/links.js";
import type { ViewProps } from "../shell/views.js";
import "../style/by_hand.css";
import { BeginTable } from "./begin_table.js";
import { loadTable, showTable, table, takeTable } from "./open_table.js";
import { TableGame } from "./table_game.js";

export function TableView({ knowledge, id }: ViewProps) {
  return id === undefined ? (
    <BeginTable
      knowledge={knowledge}
      onTable={(session) => {
        takeTable(session);
        go(session.saving.kept.peek().id);
      }}
    />
  ) : (
    <KeptTable store={knowledge.store} id={id} />
  );
}

function go(id: string): void {
  location.hash = linkTo({ kind: "table", id });
}

function KeptTable({ store, id }: { readonly store: GameStore; readonly id: string }) {
  useEffect(() => {
    showTable(store, id);
  }, [store, id]);
  const now = table.value;
  switch (now.kind) {
    case "open":
      return (
        <TableGame
          key={now.session.saving.kept.value.id}
          session={now.session}
          onLoad={() => loadTable(store, now.session.saving.kept.peek().id)}
          onCopy={go}
        />
      );
    case "failed":
      return (
        <FailureNote what="The table cannot be opened" failure={now.failure}>
          <p class="buttons">
            <button type="button" onClick={() => loadTable(store, id)}>
              Try again
            </button>
            <a href="#/table">Begin another one</a>
          </p>
        </FailureNote>
      );
    default:
      return <p role="status">Opening the table …</p>;
  }
}
