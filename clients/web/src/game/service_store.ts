/** Games kept by the service. */

import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import { type GameStoreService, type GameSummary, problemOf, type SavedGame } from "carnegie-client";
import { given } from "./playing.js";
import { type GameStore, type ListedGame, NoSuchGame, VersionConflict } from "./store.js";

/** The most games that the service tells at a time. */
const PAGE_SIZE = 200;

export class ServiceStore implements GameStore {
  readonly place = "service";
  readonly #games: Client<typeof GameStoreService>;

  constructor(games: Client<typeof GameStoreService>) {
    this.#games = games;
  }

  async list(): Promise<readonly ListedGame[]> {
    const listed = new Map<string, ListedGame>();
    let pageToken = "";
    do {
      const page = await this.#games.listGames({ pageSize: PAGE_SIZE, pageToken });
      for (const summary of page.games) {
        // A game that is saved between two pages comes twice: as it was first told, it is the newer one.
        listed.set(summary.id, listed.get(summary.id) ?? listedGame(summary));
      }
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    return [...listed.values()];
  }

  async save(game: SavedGame, expectedVersion: number): Promise<number> {
    const { version } = await told(this.#games.saveGame({ game, expectedVersion }));
    return version;
  }

  async load(id: string): Promise<{ game: SavedGame; version: number }> {
    const { game, version } = await told(this.#games.loadGame({ id }));
    return { game: given(game), version };
  }

  async remove(id: string, expectedVersion: number): Promise<void> {
    await told(this.#games.deleteGame({ id, expectedVersion }));
  }
}

/** The answer, or what the reason of the failure stands for. */
async function told<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    switch (problemOf(error).reason) {
      case "VERSION_CONFLICT":
        throw new VersionConflict();
      case "GAME_NOT_FOUND":
        throw new NoSuchGame();
      default:
        throw error;
    }
  }
}

function listedGame(summary: GameSummary): ListedGame {
  const { id, title, version, changed, round, phase, soloLevel: level, steps, playerTotals, andrewTotal } = summary;
  const [player] = playerTotals;
  return {
    id,
    title,
    version,
    changed: changed === undefined ? new Date(0) : timestampDate(changed),
    round,
    phase,
    byHand: steps === undefined,
    level,
    totals: player === undefined ? undefined : { player, andrew: andrewTotal },
  };
}
