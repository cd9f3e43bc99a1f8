import { storedSetting } from "../advice/stored_setting.js";
import type { Game } from "../game/game.js";
import { service } from "../service.js";
import { Choosing } from "./choosing.js";

/** Whether a decision is ended by itself when nothing else can be done. */
export const endsByItself = storedSetting<boolean>("carnegie.moves.ends-by-itself", false, [true, false]);

const known = new WeakMap<Game, Choosing>();

/** The entering of steps for a game, always the same one: its choices go to the picture of the table. */
export function choosingOf(game: Game): Choosing {
  const choosing = known.get(game) ?? new Choosing(game, service, { endsByItself });
  known.set(game, choosing);
  return choosing;
}
