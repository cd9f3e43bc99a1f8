/** What the choices of the form are called. */

import { Action, Event, Phase, type Position, Region } from "carnegie-client";
import type { Components } from "../table/components.js";
import { actionOrder } from "../table/order.js";
import { seatName } from "../table/owner_words.js";
import { actionName } from "../words/action_name.js";
import { listed } from "../words/listed.js";
import { phaseName } from "../words/phase_name.js";
import { regionName } from "../words/region_name.js";
import type { DiskOwner } from "./edits/disks.js";

type Options<Value> = readonly (readonly [Value, string])[];

export const PHASES: Options<Phase> = [
  Phase.SETUP_PLACEMENT,
  Phase.SETUP_MOVES,
  Phase.SETUP_STANDING_UP,
  Phase.SELECT_TIMELINE,
  Phase.EVENT,
  Phase.USE_DEPARTMENTS,
  Phase.STANDING_UP,
  Phase.GAME_OVER,
].map((phase) => [phase, phaseName(phase)]);

export const ACTIONS: Options<Action> = [
  [Action.UNSPECIFIED, "none"],
  ...actionOrder.map((action) => [action, actionName(action)] as const),
];

/** Short, as on the picture of the timeline: the region whose income it is, or a donation. */
export const EVENTS: Options<Event> = [
  [Event.INCOME_WEST, regionName(Region.WEST)],
  [Event.INCOME_MIDWEST, regionName(Region.MIDWEST)],
  [Event.INCOME_EAST, regionName(Region.EAST)],
  [Event.INCOME_SOUTH, regionName(Region.SOUTH)],
  [Event.DONATION, "Donation"],
];

/** The players by their seats. */
export const seats = (draft: Position): Options<number> =>
  draft.players.map((_, seat) => [seat, seatName(draft, seat)] as const);

/** Whose a disk can be. */
export const owners = (draft: Position): Options<DiskOwner> => [
  ...seats(draft),
  ...(draft.andrew === undefined ? [] : [["andrew", "Andrew"] as const]),
  ["neutral", "neutral"],
];

/** "Player 1 and neutral". */
export function ownersInWords(draft: Position, of: readonly DiskOwner[]): string {
  const names = new Map(owners(draft));
  return listed(of.map((owner) => names.get(owner) ?? String(owner)));
}

/** The tiles by type and name, and those that a draft names although there are no such. */
export function tileNames(components: Components, named: readonly string[] = []): readonly string[] {
  const known = [...components.departments]
    .sort((one, other) => one.type - other.type || one.name.localeCompare(other.name))
    .map(({ name }) => name);
  return [...new Set([...known, ...named])];
}
