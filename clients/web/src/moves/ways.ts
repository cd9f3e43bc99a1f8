/**
 * The ways through the Company: which spaces one move leads to from each space, as the service says.
 *
 * It lists the moves of employees from where they are. To learn the ways of all spaces it is asked about the same Company with
 * somebody lying on each space that is known by then, until no new space comes up.
 */

import { clone } from "@bufbuild/protobuf";
import { Action, type Connection, Phase, type Position, PositionSchema, type Step } from "carnegie-client";
import { LOBBY } from "../words/company_names.js";

/** The spaces that one move leads to, by the space that it leaves. */
export type Ways = ReadonlyMap<string, readonly string[]>;

/** As many employees as a position is sure to take, beside those that stand nowhere. */
const EMPLOYEES = 10;

/** Whether employees are moved in a position: only then there are ways to ask for. */
export const movesEmployees = (position: Position): boolean =>
  position.phase === Phase.SETUP_MOVES || position.turn?.action === Action.HUMAN_RESOURCES;

/** Says whether two positions have the same ways: with Corporate Communications there are more. */
export const waysKey = (position: Position): string => (position.turn?.diagonal ? "diagonal" : "straight");

/** The ways that some legal steps tell of. */
export function waysOfSteps(steps: readonly Step[]): Ways {
  const ways = new Map<string, string[]>();
  for (const { kind } of steps) {
    const [start, end] = kind.case === "moveEmployee" && kind.value.path.length === 2 ? kind.value.path : [];
    if (start !== undefined && end !== undefined && !ways.get(start)?.includes(end)) {
      ways.set(start, [...(ways.get(start) ?? []), end]);
    }
  }
  return ways;
}

/**
 * Ask for the ways of all spaces.
 *
 * Rejects where the service does.
 */
export async function askForWays(
  rules: Pick<Connection["rules"], "listLegalSteps">,
  position: Position,
  componentsJson: string,
  signal: AbortSignal,
): Promise<Ways> {
  const known = new Map<string, readonly string[]>();
  let open = [LOBBY];
  while (open.length > 0) {
    const asked = open.slice(0, EMPLOYEES);
    const answer = await rules.listLegalSteps(
      { position: withEmployeesOn(position, asked), componentsJson },
      { signal },
    );
    const told = waysOfSteps(answer.steps);
    for (const space of asked) {
      known.set(space, told.get(space) ?? []);
    }
    const reached = new Set([...known.values()].flat());
    open = [...reached].filter((space) => !known.has(space));
  }
  return known;
}

/** The same Company with nobody but one employee lying on each of some spaces, and a move left. */
function withEmployeesOn(position: Position, spaces: readonly string[]): Position {
  const copy = clone(PositionSchema, position);
  const player = copy.players[copy.player ?? 0];
  if (player?.company === undefined || copy.turn === undefined) {
    return copy;
  }
  for (const space of player.company.spaces) {
    space.standingAt = [];
    space.lying = 0;
  }
  for (const label of spaces) {
    const space = player.company.spaces.find((each) => each.space === label);
    if (space === undefined) {
      player.company.spaces.push({ $typeName: "carnegie.v1.CompanySpace", ...EMPTY, space: label, lying: 1 });
    } else {
      space.lying = 1;
    }
  }
  delete player.missions;
  delete player.employeesInSupply;
  copy.turn.moves = 1;
  copy.turn.relocations = 0;
  copy.turn.uses = [];
  return copy;
}

const EMPTY = { department: "", standingAt: [] };
