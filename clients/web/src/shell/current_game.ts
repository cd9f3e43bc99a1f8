/** The game that is open on the page. */

import { signal } from "@preact/signals";
import { LeftSessions } from "../game/left_sessions.js";
import { openSession, type Session } from "../game/session.js";
import type { GameStore } from "../game/store.js";
import { service } from "../service.js";

export type Current =
  | { readonly kind: "none" }
  | { readonly kind: "opening"; readonly id: string }
  | { readonly kind: "failed"; readonly id: string; readonly failure: unknown }
  | { readonly kind: "open"; readonly session: Session };

export const current = signal<Current>({ kind: "none" });

/** The games that were left before they were saved. */
const left = new LeftSessions<Session>(
  ({ saving }) => saving.unsaved,
  ({ saving }) => saving.stop(),
);

/** The id of the game that is open or about to be. */
function currentId(): string | undefined {
  const now = current.peek();
  switch (now.kind) {
    case "none":
      return undefined;
    case "open":
      return now.session.saving.kept.peek().id;
    default:
      return now.id;
  }
}

/** Put a game on the table that has been begun or loaded. */
export function takeSession(session: Session): void {
  leave();
  current.value = { kind: "open", session };
}

/** Open a game, unless it is open already: as it was left where it is not saved yet, otherwise as it is kept. */
export async function openGame(store: GameStore, id: string): Promise<void> {
  if (currentId() === id && current.peek().kind !== "failed") {
    return;
  }
  const session = left.takeUp(id);
  if (session !== undefined) {
    takeSession(session);
    return;
  }
  await loadGame(store, id);
}

/** Load a kept game as it is kept now, whatever is open or has been left of it. */
export async function loadGame(store: GameStore, id: string): Promise<void> {
  leave();
  left.giveUp(id);
  current.value = { kind: "opening", id };
  try {
    const session = await openSession(service, store, id);
    if (currentId() === id) {
      current.value = { kind: "open", session };
    } else {
      session.saving.stop();
    }
  } catch (failure) {
    if (currentId() === id) {
      current.value = { kind: "failed", id, failure };
    }
  }
}

/** Whether something of any game has not been saved, of that on the table or of one that has been left. */
export function isUnsaved(): boolean {
  const now = current.peek();
  return left.unsaved || (now.kind === "open" && now.session.saving.unsaved);
}

/** The games that are in this tab only, as they cannot be saved: that on the table, and those that have been left. */
export function heldUpGames(): readonly Session[] {
  const now = current.value;
  const sessions = [...(now.kind === "open" ? [now.session] : []), ...left.sessions.value];
  return sessions.filter(({ saving }) => saving.isHeldUp);
}

function leave(): void {
  const now = current.peek();
  if (now.kind === "open") {
    left.leave(now.session);
  }
}
