/** The names of the spaces of a Company, by what stands on them. */

import type { Position, Step } from "carnegie-client";

/** The Departments of a player's Company by the label of their space. */
export type CompanyNames = ReadonlyMap<string, string>;

/** The label of the printed Lobby. */
export const LOBBY = "lobby";

/** What stands on the spaces of a player's Company, in a canonical position; an empty Company for a player who is not there. */
export function companyNames(position: Position, player: number): CompanyNames {
  const spaces = position.players[player]?.company?.spaces ?? [];
  return new Map(spaces.filter((space) => space.department !== "").map((space) => [space.space, space.department]));
}

/** The names after a step, which may have built a Department. */
export function companyNamesAfter(names: CompanyNames, step: Step): CompanyNames {
  if (step.kind.case !== "buildDepartment") {
    return names;
  }
  return new Map([...names, [step.kind.value.space, step.kind.value.department]]);
}

/** A space by what stands on it: "Construction (c1)", "the Lobby", "the empty space b4". */
export function spaceName(names: CompanyNames, space: string): string {
  if (space === LOBBY) {
    return "the Lobby";
  }
  const department = names.get(space);
  return department === undefined ? `the empty space ${space}` : `${department} (${space})`;
}
