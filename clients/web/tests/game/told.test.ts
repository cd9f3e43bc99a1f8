/** A game is told round by round, and each step when it is made. */

import { create } from "@bufbuild/protobuf";
import { batch, signal } from "@preact/signals";
import {
  DeedKind,
  DeedSchema,
  Phase,
  PositionSchema,
  ResourceChangeSchema,
  type Step,
  StepSchema,
} from "carnegie-client";
import { expect, test } from "vitest";
import { tellNews } from "../../src/game/news.js";
import type { Point } from "../../src/game/points.js";
import { roundsOf } from "../../src/game/told.js";

const position = create(PositionSchema, { round: 2, phase: Phase.USE_DEPARTMENTS, player: 0 });
const beginning: Point = { position, digest: "", made: undefined };

function after(step: Step, round: number, phase: Phase, money = 0): Point {
  const change = create(ResourceChangeSchema, { money });
  const andrew = step.kind.case === "playAndrew";
  const deeds = andrew ? [create(DeedSchema, { kind: DeedKind.BUILD_PROJECT, subject: "Reno", done: true })] : [];
  return { position, digest: "", made: { step, change: andrew ? undefined : change, round, phase, deeds } };
}

const sale = create(StepSchema, { kind: { case: "sellGoods", value: { count: 2 } } });
const andrew = create(StepSchema, { kind: { case: "playAndrew", value: {} } });
const end = create(StepSchema, { kind: { case: "endTurn", value: {} } });
const points = [
  beginning,
  after(end, 1, Phase.SETUP_MOVES),
  after(andrew, 1, Phase.USE_DEPARTMENTS),
  after(sale, 2, Phase.USE_DEPARTMENTS, 2),
];

test("the steps of a game stand in their rounds, those of the setup before them", () => {
  expect(roundsOf(points)).toEqual([
    { title: "Setup", steps: [{ number: 1, andrew: false, lines: ["End the moves of the setup"] }] },
    { title: "Round 1", steps: [{ number: 2, andrew: true, lines: ["Andrew builds a project in Reno"] }] },
    { title: "Round 2", steps: [{ number: 3, andrew: false, lines: ["Sell 2 goods cubes: get $2"] }] },
  ]);
});

test("what is made is told once, and what is undone or redone is not", () => {
  const game = { points: signal<readonly Point[]>(points.slice(0, 2)), shown: signal(1), position: signal(position) };
  const told: string[] = [];
  const stop = tellNews(game, (text) => told.push(text));
  game.shown.value = 0;
  game.shown.value = 1;
  expect(told).toEqual([]);
  batch(() => {
    game.points.value = points;
    game.shown.value = 3;
  });
  expect(told).toEqual(["Andrew builds a project in Reno. Sell 2 goods cubes: get $2. Round 2, the turn."]);
  stop();
  game.points.value = [...points, after(end, 2, Phase.USE_DEPARTMENTS)];
  expect(told.length).toBe(1);
});
