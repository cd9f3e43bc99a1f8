import type { Game } from "../game/game.js";
import { service } from "../service.js";
import { Advising } from "./advising.js";
import { keptSettings } from "./settings.js";

const settings = keptSettings();
const known = new WeakMap<Game, Advising>();

/** The advice for a game, always the same one. */
export function advisingOf(game: Game): Advising {
  const advising = known.get(game) ?? new Advising(game, service.advisor, settings);
  known.set(game, advising);
  return advising;
}
