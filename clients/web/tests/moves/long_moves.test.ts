/** Employee moves of several spaces, against a search of its own through the rules of the service. */

import { create } from "@bufbuild/protobuf";
import { type Connection, connect, type Position, PositionSchema, type Step, StepSchema } from "carnegie-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { longMoves, movesTooFar, shortestPaths } from "../../src/moves/long_moves.js";
import { askForWays, movesEmployees } from "../../src/moves/ways.js";
import { recordedPositions } from "./recorded_positions.js";

let running: RealService;
let service: Connection;

beforeAll(async () => {
  running = await startService();
  service = connect(running.address);
}, 90_000);

afterAll(() => running?.stop());

const move = (path: readonly string[]): Step =>
  create(StepSchema, { kind: { case: "moveEmployee", value: { path: [...path] } } });

const pathOf = ({ kind }: Step): readonly string[] => (kind.case === "moveEmployee" ? kind.value.path : []);
const startAndEnd = (step: Step) => `${pathOf(step)[0]} ${pathOf(step).at(-1)}`;
const isMove = (step: Step) => step.kind.case === "moveEmployee";

/** Where an employee who lies in the Lobby comes within some moves, found by playing one move after the other. */
async function spacesByPlaying(position: Position, moves: number): Promise<Map<string, number>> {
  const reached = new Map([["lobby", 0]]);
  let ends: { readonly space: string; readonly position: Position }[] = [{ space: "lobby", position }];
  for (let made = 1; made <= moves; made += 1) {
    const further: typeof ends = [];
    for (const here of ends) {
      const { steps } = await service.rules.listLegalSteps({ position: here.position });
      for (const step of steps.filter((each) => isMove(each) && pathOf(each)[0] === here.space)) {
        const space = pathOf(step).at(-1) ?? "";
        const standing = step.kind.case === "moveEmployee" && step.kind.value.standingAt !== undefined;
        if (!standing && !reached.has(space)) {
          const after = await service.rules.applyPlan({ position: here.position, steps: [step] });
          reached.set(space, made);
          further.push({ space, position: after.position ?? here.position });
        }
      }
    }
    ends = further;
  }
  return reached;
}

async function positionWithMoves(least: number): Promise<{ position: Position; legal: readonly Step[] }> {
  for await (const { position, legal } of recordedPositions(service, "solo-level-1", 1)) {
    const lies = legal.some((step) => pathOf(step)[0] === "lobby");
    if (movesEmployees(position) && (position.turn?.moves ?? 0) >= least && lies) {
      return { position, legal };
    }
  }
  throw new Error("the recorded game has no such position");
}

describe("moves of several spaces", () => {
  test("lead everywhere that moves in a row lead, by no more moves", async () => {
    const { position, legal } = await positionWithMoves(4);
    const ways = await askForWays(service.rules, position, "", new AbortController().signal);
    const byPlaying = await spacesByPlaying(position, 4);
    const found = new Map(shortestPaths("lobby", ways, 4).map((path) => [path.at(-1), path.length - 1]));
    byPlaying.delete("lobby");
    expect(found).toEqual(byPlaying);
    // Each is a legal step as it stands.
    for (const step of longMoves(legal, ways, 4).filter((each) => pathOf(each)[0] === "lobby")) {
      await service.rules.applyPlan({ position, steps: [step] });
    }
  }, 60_000);

  test("start with whoever can be moved, each to every space once", async () => {
    const { position, legal } = await positionWithMoves(3);
    const ways = await askForWays(service.rules, position, "", new AbortController().signal);
    const long = longMoves(legal, ways, position.turn?.moves ?? 0);
    const all = [...legal.filter(isMove), ...long];
    const described = all.map((step) =>
      JSON.stringify([
        startAndEnd(step),
        step.kind.value && "standingAt" in step.kind.value ? step.kind.value.standingAt : null,
      ]),
    );
    expect(new Set(described).size).toBe(described.length);
    expect(ways.size).toBe(17);
  }, 60_000);
});

test("the shortest path is found, and none is longer than the moves", () => {
  const ways = new Map([
    ["a", ["b", "c"]],
    ["b", ["d"]],
    ["c", ["d"]],
    ["d", ["e"]],
  ]);
  expect(shortestPaths("a", ways, 2)).toEqual([
    ["a", "b"],
    ["a", "c"],
    ["a", "b", "d"],
  ]);
  expect(shortestPaths("a", ways, 9)).toHaveLength(4);
  expect(longMoves([move(["a", "b"])], ways, 3).map(pathOf)).toEqual([
    ["a", "b", "d"],
    ["a", "b", "d", "e"],
  ]);
  expect(longMoves([move(["a", "b"])], ways, 1)).toEqual([]);
});

test("a space that is too far is told with its distance", () => {
  const ways = new Map([
    ["a1", ["b1"]],
    ["b1", ["c1"]],
    ["c1", []],
  ]);
  const position = create(PositionSchema, { turn: { moves: 1 } });
  const far = (clicked: string, ...chosen: string[]) => movesTooFar(clicked, chosen, ways, position);
  expect(far("space:c1", "workstation:a1:2")).toBe(2);
  expect(far("space:c1", "lying:a1")).toBe(2);
  expect(far("space:b1", "lying:a1")).toBeUndefined();
  expect(far("space:d4", "lying:a1")).toBeUndefined();
  expect(far("tab:1", "lying:a1")).toBeUndefined();
  expect(far("space:c1")).toBeUndefined();
  expect(movesTooFar("space:c1", ["lying:a1"], undefined, position)).toBeUndefined();
});
