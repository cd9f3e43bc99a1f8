/** Employee moves of several spaces: the ones that the service lists go one space, and longer ones are such moves in a row. */

import { create } from "@bufbuild/protobuf";
import { type MoveEmployee, MoveEmployeeSchema, type Position, type Step, StepSchema } from "carnegie-client";
import type { Target } from "../table/targets.js";
import type { Ways } from "./ways.js";

/**
 * The shortest move of two or more spaces of each employee who can be moved to each space that can be reached.
 *
 * @param steps the legal steps of the position
 * @param ways where one move leads from each space
 * @param moves how many moves are left
 */
export function longMoves(steps: readonly Step[], ways: Ways, moves: number): Step[] {
  const starts = new Map<string, MoveEmployee>();
  for (const { kind } of steps) {
    if (kind.case === "moveEmployee") {
      const { path, standingAt } = kind.value;
      starts.set(`${path[0]} ${standingAt ?? ""}`, kind.value);
    }
  }
  return [...starts.values()].flatMap(({ path: [start = ""], standingAt }) =>
    shortestPaths(start, ways, moves)
      .filter((path) => path.length > 2)
      .map((path) => moveAlong(path, standingAt)),
  );
}

/** The shortest path to each space in reach, the nearest first; of several as short the first one found. */
export function shortestPaths(start: string, ways: Ways, moves: number): string[][] {
  const reached = new Set([start]);
  const found: string[][] = [];
  let ends: string[][] = [[start]];
  for (let length = 1; length <= moves && ends.length > 0; length += 1) {
    const further: string[][] = [];
    for (const path of ends) {
      for (const space of ways.get(path.at(-1) ?? "") ?? []) {
        if (!reached.has(space)) {
          reached.add(space);
          further.push([...path, space]);
        }
      }
    }
    found.push(...further);
    ends = further;
  }
  return found;
}

/**
 * How many moves it takes the employee who has been chosen to a space that is too far for the moves left.
 *
 * @returns undefined where it is not the distance that is in the way
 */
export function movesTooFar(
  clicked: Target,
  chosen: readonly Target[],
  ways: Ways | undefined,
  position: Position,
): number | undefined {
  const [kind, end] = clicked.split(":");
  const employee = chosen.find((place) => place.startsWith("workstation:") || place.startsWith("lying:"));
  const moves = position.turn?.moves ?? 0;
  if (kind !== "space" || chosen.length !== 1 || employee === undefined || ways === undefined || moves === 0) {
    return undefined;
  }
  const [, start = ""] = employee.split(":");
  const path = shortestPaths(start, ways, ways.size).find((each) => each.at(-1) === end);
  return path !== undefined && path.length - 1 > moves ? path.length - 1 : undefined;
}

function moveAlong(path: readonly string[], standingAt: number | undefined): Step {
  const move = create(MoveEmployeeSchema, { path: [...path], ...(standingAt === undefined ? {} : { standingAt }) });
  return create(StepSchema, { kind: { case: "moveEmployee", value: move } });
}
