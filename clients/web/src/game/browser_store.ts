/**
 * Games kept in this browser, where the service keeps none.
 *
 * They are in its database (IndexedDB), whose transactions make a save in one tab see what another one has saved.
 */

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type SavedGame, SavedGameSchema } from "carnegie-client";
import { notKept } from "../words/not_kept.js";
import { type GameStore, type ListedGame, NoSuchGame, type Standing, VersionConflict } from "./store.js";

const DATABASE = "carnegie";
const GAMES = "games";

/** A game as it lies in the database. */
interface Row extends ListedGame {
  /** The serialized game. */
  readonly bytes: Uint8Array;
  /**
   * Larger than that of every game changed before, which the clock cannot tell: two saves may share a millisecond, and
   * it may be set back. Rows of earlier builds have none.
   */
  readonly order?: number;
}

export class BrowserStore implements GameStore {
  readonly place = "browser";
  readonly #factory: () => IDBFactory | undefined;
  #database: Promise<IDBDatabase> | undefined;

  /** @param factory where the database comes from; a browser may refuse it, which each use of this store then tells */
  constructor(factory: () => IDBFactory | undefined) {
    this.#factory = factory;
  }

  async list(): Promise<readonly ListedGame[]> {
    const rows = await this.#rows("readonly", (games) => done<Row[]>(games.getAll()));
    return rows.sort((one, other) => orderOf(other) - orderOf(one) || other.changed.getTime() - one.changed.getTime());
  }

  async save(game: SavedGame, expectedVersion: number, standing: Standing): Promise<number> {
    const level = game.content.case === "record" ? game.content.value.game?.soloLevel : undefined;
    const version = expectedVersion + 1;
    await this.#rows("readwrite", async (games) => {
      const rows = await done<Row[]>(games.getAll());
      const before = rows.find(({ id }) => id === game.id);
      expect(before, expectedVersion);
      const row: Row = {
        id: game.id,
        title: game.title,
        version,
        // No game is said to be changed before it was: the clock may have been set back.
        changed: new Date(Math.max(Date.now(), before?.changed.getTime() ?? 0)),
        order: 1 + Math.max(0, ...rows.map(orderOf)),
        byHand: game.content.case === "position",
        level,
        ...standing,
        bytes: toBinary(SavedGameSchema, game),
      };
      games.put(row);
    });
    return version;
  }

  async load(id: string): Promise<{ game: SavedGame; version: number }> {
    const row = await this.#rows("readonly", (games) => done<Row | undefined>(games.get(id)));
    if (row === undefined) {
      throw new NoSuchGame();
    }
    return { game: fromBinary(SavedGameSchema, row.bytes), version: row.version };
  }

  async remove(id: string, expectedVersion: number): Promise<void> {
    await this.#rows("readwrite", async (games) => {
      expect(await done<Row | undefined>(games.get(id)), expectedVersion);
      games.delete(id);
    });
  }

  /** The database, opened with the first use of it; where it was refused, it is asked for again. */
  async #opened(): Promise<IDBDatabase> {
    this.#database ??= opened(this.#factory);
    try {
      return await this.#database;
    } catch (error) {
      this.#database = undefined;
      throw error;
    }
  }

  /** Do something with the rows in one transaction; all of it is kept, or nothing. */
  async #rows<Result>(mode: IDBTransactionMode, work: (games: IDBObjectStore) => Promise<Result>): Promise<Result> {
    const transaction = this.#begun(await this.#opened(), mode);
    let isOver = false;
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => {
        isOver = true;
        resolve();
      };
      transaction.onabort = () => {
        isOver = true;
        reject(transaction.error ?? new Error("the browser's database gave up"));
      };
    });
    try {
      const result = await work(transaction.objectStore(GAMES));
      await ended;
      return result;
    } catch (error) {
      ended.catch(() => {});
      if (error instanceof DOMException) {
        throw notKept("games", error);
      }
      if (!isOver) {
        transaction.abort();
      }
      throw error;
    }
  }

  /** Begin a transaction. A database that the browser has closed meanwhile is opened anew with the next use. */
  #begun(database: IDBDatabase, mode: IDBTransactionMode): IDBTransaction {
    try {
      return database.transaction(GAMES, mode);
    } catch (error) {
      this.#database = undefined;
      throw notKept("games", error);
    }
  }
}

const orderOf = (row: Row): number => row.order ?? 0;

/** Make sure that a game has a version, 0 being that of one that is not kept. */
function expect(row: Row | undefined, version: number): void {
  if (row === undefined && version > 0) {
    throw new NoSuchGame();
  }
  if ((row?.version ?? 0) !== version) {
    throw new VersionConflict();
  }
}

/** The browser's own database, which it gives to no page where the person has forbidden it. */
export const browserDatabase = (): IDBFactory | undefined => globalThis.indexedDB;

async function opened(factory: () => IDBFactory | undefined): Promise<IDBDatabase> {
  try {
    const opening = given(factory()).open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(GAMES, { keyPath: "id" });
    return await done(opening);
  } catch (error) {
    throw notKept("games", error);
  }
}

function given(factory: IDBFactory | undefined): IDBFactory {
  if (factory === undefined || factory === null) {
    throw new Error("it has no database for it");
  }
  return factory;
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
