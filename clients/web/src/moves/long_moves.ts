/** Employee moves of several spaces: the ones that the service lists go one space, and longer ones are such moves in a row. */

import { create } from "@bufbuild/protobuf";
import { type MoveEmployee, MoveEmployeeSchema, type Step, StepSchema } from "carnegie-client";
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

function moveAlong(path: readonly string[], standingAt: number | undefined): Step {
  const move = create(MoveEmployeeSchema, { path: [...path], ...(standingAt === undefined ? {} : { standingAt }) });
  return create(StepSchema, { kind: { case: "moveEmployee", value: move } });
}
