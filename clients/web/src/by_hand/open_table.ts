/** The table that is open on the page. */

import { signal } from "@preact/signals";
import { browserStore } from "../advice/stored_setting.js";
import type { GameStore } from "../game/store.js";
import { service } from "../service.js";
import { KeptDrafts } from "./kept_drafts.js";
import { openTable, type TableSession } from "./table_session.js";

export type OpenTable =
  | { readonly kind: "none" }
  | { readonly kind: "opening"; readonly id: string }
  | { readonly kind: "failed"; readonly id: string; readonly failure: unknown }
  | { readonly kind: "open"; readonly session: TableSession };

export const table = signal<OpenTable>({ kind: "none" });

/** The tables at fault that this browser keeps. */
export const drafts = new KeptDrafts(browserStore());

addEventListener("beforeunload", (event) => {
  const now = table.peek();
  if (now.kind === "open" && isUnsaved(now.session)) {
    event.preventDefault();
  }
});

/** Whether what is on the table is not what is kept: not saved yet, at fault, or not looked at yet. */
const isUnsaved = ({ game, saving }: TableSession): boolean =>
  saving.unsaved || game.checked.peek().kind !== "sound" || saving.kept.peek().version === 0;

function openId(): string | undefined {
  const now = table.peek();
  switch (now.kind) {
    case "none":
      return undefined;
    case "open":
      return now.session.saving.kept.peek().id;
    default:
      return now.id;
  }
}

/** Put a table on the page that has been begun or read. */
export function takeTable(session: TableSession): void {
  leave();
  table.value = { kind: "open", session };
}

/** Load a kept table, unless it is open already. */
export async function showTable(store: GameStore, id: string): Promise<void> {
  if (openId() !== id || table.peek().kind === "failed") {
    await loadTable(store, id);
  }
}

/** Load a kept table as it is kept now, whatever is open. */
export async function loadTable(store: GameStore, id: string): Promise<void> {
  leave();
  table.value = { kind: "opening", id };
  try {
    const session = await openTable({ referee: service, store, drafts }, id);
    if (openId() === id) {
      table.value = { kind: "open", session };
    } else {
      session.stop();
    }
  } catch (failure) {
    if (openId() === id) {
      table.value = { kind: "failed", id, failure };
    }
  }
}

function leave(): void {
  const now = table.peek();
  if (now.kind === "open") {
    now.session.stop();
  }
}
