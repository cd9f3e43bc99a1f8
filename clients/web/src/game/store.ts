/** The places that keep games: the service, or this browser where the service keeps none. */

import type { Phase, SavedGame } from "carnegie-client";

/** What a list of kept games says of one. */
export interface ListedGame {
  readonly id: string;
  readonly title: string;
  /** 1 when it was new, and one more with each save. */
  readonly version: number;
  readonly changed: Date;
  /** The round that it stands in, 1 to 20. */
  readonly round: number;
  readonly phase: Phase;
  /** Whether it is a position of a table that is followed by hand, rather than a game from its setup on. */
  readonly byHand: boolean;
  /** Andrew's level; only of a solo game. */
  readonly level?: number | undefined;
  /** The totals as if the game ended now, in VP; only where the place knows them. */
  readonly totals?: { readonly player: number; readonly andrew?: number | undefined } | undefined;
}

/** Where a game stands, for a place that cannot find out by itself. */
export interface Standing {
  readonly round: number;
  readonly phase: Phase;
}

export interface GameStore {
  readonly place: "service" | "browser";
  /** Every game, the last changed one first. */
  list(): Promise<readonly ListedGame[]>;
  /**
   * Save a game.
   *
   * @param expectedVersion the version that this save follows upon; 0 for a new game
   * @returns its version now
   * @throws VersionConflict where another one is kept, NoSuchGame where none is; nothing is changed then
   */
  save(game: SavedGame, expectedVersion: number, standing: Standing): Promise<number>;
  /** @throws NoSuchGame */
  load(id: string): Promise<{ readonly game: SavedGame; readonly version: number }>;
  /** @throws VersionConflict, NoSuchGame */
  remove(id: string, expectedVersion: number): Promise<void>;
}

/** Somebody else has saved the game in the meantime, such as another tab. */
export class VersionConflict extends Error {
  constructor() {
    super("the game has been changed in another place in the meantime.");
  }
}

/** The game is not kept: it was deleted, or never saved. */
export class NoSuchGame extends Error {
  constructor() {
    super("there is no such game here: it may have been deleted, or be kept in another place.");
  }
}

/** A new id for a game: 32 hexadecimal digits. */
export function newId(): string {
  // Unlike randomUUID this is there on every page, on such as have no secure origin, too.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
