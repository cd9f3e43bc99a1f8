/** The table that is open on the page. */

import { signal } from "@preact/signals";
import { browserStore } from "../advice/stored_setting.js";
import { LeftSessions } from "../game/left_sessions.js";
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

// The browser tells of what other tabs keep.
addEventListener("storage", () => drafts.refresh());

addEventListener("beforeunload", (event) => {
  if (isAnyUnsaved()) {
    event.preventDefault();
  }
});

/** Whether what is on the table is not what is kept: not saved yet, at fault, not to be read, or not looked at yet. */
const isUnsaved = ({ game, saving }: TableSession): boolean =>
  saving.unsaved ||
  game.checked.value.kind !== "sound" ||
  game.unreadHere.value.length > 0 ||
  saving.kept.value.version === 0;

/** The tables that were left before they were saved. */
const left = new LeftSessions<TableSession>(isUnsaved, (session) => session.stop());

/** Whether any table has not been saved, the one on the page or one that has been left. */
export function isAnyUnsaved(): boolean {
  const now = table.peek();
  return left.unsaved || (now.kind === "open" && isUnsaved(now.session));
}

/** The tables that are in this tab only, as they cannot be saved or kept: the one on the page, and those left. */
export function heldUpTables(): readonly TableSession[] {
  const now = table.value;
  const sessions = [...(now.kind === "open" ? [now.session] : []), ...left.sessions.value];
  return sessions.filter(({ saving, draftRefusal }) => saving.isHeldUp || draftRefusal.value !== undefined);
}

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

/** Open a table, unless it is open already: as it was left where it is not saved yet, otherwise as it is kept. */
export async function showTable(store: GameStore, id: string): Promise<void> {
  if (openId() === id && table.peek().kind !== "failed") {
    return;
  }
  const session = left.takeUp(id);
  if (session !== undefined) {
    takeTable(session);
    return;
  }
  await loadTable(store, id);
}

/** Load a kept table as it is kept now, whatever is open or has been left of it. */
export async function loadTable(store: GameStore, id: string): Promise<void> {
  leave();
  left.giveUp(id);
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
    left.leave(now.session);
  }
}
