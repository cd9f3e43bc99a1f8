/** Edits of the disks on the map and on the donations: own ones, Andrew's and neutral ones. */

import { create } from "@bufbuild/protobuf";
import { NeutralProjectSchema, type Position, ProjectSchema, ProjectType } from "carnegie-client";
import { type Edit, editing } from "./edit.js";

/** Whose a disk is: a seat, or nobody's that plays. */
export type DiskOwner = number | "andrew" | "neutral";

/** Whose disks lie on a space of a city; more than one only in a draft that is at fault. */
export function ownersAt(draft: Position, city: string, citySpace: number): readonly DiskOwner[] {
  const isThere = (disk: { city: string; citySpace: number }) => disk.city === city && disk.citySpace === citySpace;
  return [
    ...draft.players.flatMap((player, seat) => player.projects.filter(isThere).map(() => seat)),
    ...(draft.andrew?.projects ?? []).filter(isThere).map(() => "andrew" as const),
    ...draft.neutralProjects.filter(isThere).map(() => "neutral" as const),
  ];
}

/** Have one disk lie on a space of a city, or none. The type is that of the tab which a player's disk came from. */
export const setCitySpace = (
  city: string,
  citySpace: number,
  owner: DiskOwner | undefined,
  type = ProjectType.UNSPECIFIED,
): Edit =>
  editing((copy) => {
    const isElsewhere = (disk: { city: string; citySpace: number }) =>
      disk.city !== city || disk.citySpace !== citySpace;
    for (const player of copy.players) {
      player.projects = player.projects.filter(isElsewhere);
    }
    copy.neutralProjects = copy.neutralProjects.filter(isElsewhere);
    if (copy.andrew !== undefined) {
      copy.andrew.projects = copy.andrew.projects.filter(isElsewhere);
    }
    if (owner === "neutral") {
      copy.neutralProjects.push(create(NeutralProjectSchema, { city, citySpace }));
    } else if (owner === "andrew") {
      copy.andrew?.projects.push(create(NeutralProjectSchema, { city, citySpace }));
    } else if (owner !== undefined) {
      copy.players[owner]?.projects.push(create(ProjectSchema, { city, citySpace, type }));
    }
  });

/** Whose disks lie on a donation, in a draft. */
export function donorsOf(draft: Position, id: string): readonly DiskOwner[] {
  return [
    ...draft.players.flatMap(({ donations }, seat) => (donations.includes(id) ? [seat] : [])),
    ...(draft.andrew?.donations.includes(id) ? (["andrew"] as const) : []),
    ...(draft.neutralDonations.includes(id) ? (["neutral"] as const) : []),
  ];
}

/** Have a disk lie on a donation or not. A new donation of a player is the last one that was made. */
export const setDonation = (id: string, owner: DiskOwner, isThere: boolean): Edit =>
  editing((copy) => {
    const list = (donations: readonly string[]): string[] => {
      const others = donations.filter((each) => each !== id);
      return isThere ? [...others, id] : others;
    };
    if (owner === "neutral") {
      copy.neutralDonations = list(copy.neutralDonations);
      return;
    }
    const of = owner === "andrew" ? copy.andrew : copy.players[owner];
    if (of !== undefined) {
      of.donations = list(of.donations);
    }
  });
