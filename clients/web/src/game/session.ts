/** A game with its saving: begun, opened, or read from a file. */

import type { GameRecord } from "carnegie-client";
import { gameTitle } from "../words/game_title.js";
import type { Referee } from "./playing.js";
import { type Kept, Saving } from "./saving.js";
import { type Continued, type NewGame, SoloGame } from "./solo_game.js";
import { type GameStore, newId } from "./store.js";

export interface Session {
  readonly game: SoloGame;
  readonly saving: Saving;
  readonly store: GameStore;
}

/** Begin a new game, and keep it. */
export async function beginSession(referee: Referee, store: GameStore, wanted: NewGame): Promise<Session> {
  const game = await SoloGame.begin(referee, wanted);
  const { soloLevel: level, seed } = game.setup;
  // What a list says of a game does not tell its seed, by which the person knows one from another.
  return session(store, game, { id: newId(), title: gameTitle({ title: "", level, seed }), version: 0 });
}

/** Go on with a kept game. */
export async function openSession(referee: Referee, store: GameStore, id: string): Promise<Session> {
  const { game: saved, version } = await store.load(id);
  if (saved.content.case !== "record") {
    throw new Error("this is a table that is followed by hand, and no game from its setup on");
  }
  const { shownSteps, componentsJson } = saved;
  const game = await SoloGame.continued(referee, saved.content.value, { shownSteps, componentsJson });
  return session(store, game, { id, title: saved.title, version });
}

/** Go on with a game from a file, and keep it as a new one. */
export async function importSession(
  referee: Referee,
  store: GameStore,
  record: GameRecord,
  title: string,
  how: Continued,
): Promise<Session> {
  const game = await SoloGame.continued(referee, record, how);
  return session(store, game, { id: newId(), title, version: 0 });
}

function session(store: GameStore, game: SoloGame, kept: Kept): Session {
  const saving = new Saving(store, game, kept);
  saving.start();
  return { game, saving, store };
}
