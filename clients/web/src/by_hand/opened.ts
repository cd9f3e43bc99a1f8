/** Which part of the form is shown, and what a place of the picture does while the table is set by hand. */

import type { Position } from "carnegie-client";
import type { Components } from "../table/components.js";
import { actionOrder, projectTypeOrder, regionOrder } from "../table/order.js";
import { type Target, target } from "../table/targets.js";
import { companySpaces, displayCounts } from "../table/view.js";
import { setStanding } from "./edits/company.js";
import type { Edit } from "./edits/edit.js";
import { fieldKey, type PartName } from "./fields.js";
import { inPath, regionField, rowField, tabField } from "./message_fields.js";

/** A field that is gone to. */
export interface Opening {
  readonly part: PartName;
  readonly key: string;
}

/** What a place does: it changes the draft at once, or leads to its field. */
export type Deed = { readonly kind: "edit"; readonly edit: Edit } | ({ readonly kind: "open" } & Opening);

/** Every place of the picture that can be pointed at to set it. */
export function settable(components: Components, draft: Position, seat: number): ReadonlySet<Target> {
  return new Set([
    ...companySpaces(components, draft, seat).flatMap(({ space, department }) => [
      target.space(space),
      target.lying(space),
      ...(department?.deskCosts ?? []).map((_, index) => target.workstation(space, index + 1)),
    ]),
    ...components.cities.flatMap(({ name, spaces }) => spaces.map((_, index) => target.city(name, index))),
    ...projectTypeOrder.map(target.tab),
    ...regionOrder.flatMap((region) => [target.track(region), target.mission(region)]),
    ...actionOrder.map(target.row),
    ...components.donations.map(({ id }) => target.donation(id)),
    ...[...displayCounts(components, draft).keys()].map(target.tile),
    ...(draft.andrew === undefined ? [] : [target.andrew()]),
  ]);
}

/** What a place does in a draft, for the player whose Company is shown. Undefined for a place that is not known. */
export function deedOf(at: Target, draft: Position, seat: number): Deed | undefined {
  const [kind = "", which = "", number = ""] = at.split(":");
  const player = `players[${seat}]`;
  switch (kind) {
    case "workstation": {
      const listed = draft.players[seat]?.company?.spaces.find(({ space }) => space === which);
      const isThere = listed?.standingAt.includes(Number(number)) === true;
      return { kind: "edit", edit: setStanding(seat, which, Number(number), !isThere) };
    }
    case "space":
    case "lying":
      return { kind: "open", part: "Company", key: fieldKey.space(seat, which) };
    case "city":
      return { kind: "open", part: "Map", key: fieldKey.city(which, Number(number)) };
    case "tab":
      return { kind: "open", part: "Tabs", key: `${player}.tabs.${inPath(tabField(Number(which)))}` };
    case "track":
      return { kind: "open", part: "Missions and tracks", key: `${player}.transport.${regionField(Number(which))}` };
    case "mission":
      return { kind: "open", part: "Missions and tracks", key: `${player}.missions.${regionField(Number(which))}` };
    case "row":
      return { kind: "open", part: "Timeline", key: `timeline.${inPath(rowField(Number(which)))}` };
    case "donation":
      return { kind: "open", part: "Donations", key: fieldKey.donation(which) };
    case "tile":
      return { kind: "open", part: "Display", key: fieldKey.tile(which) };
    case "andrew":
      return { kind: "open", part: "Andrew", key: "andrew.played" };
    default:
      return undefined;
  }
}
