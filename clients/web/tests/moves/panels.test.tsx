/** The panel of the moves as it is drawn, with a service that lists some steps. */

import { create, fromJson } from "@bufbuild/protobuf";
import { ListLegalStepsResponseSchema, PositionSchema, type Step, StepSchema } from "carnegie-client";
import { render } from "preact-render-to-string";
import { beforeEach, expect, test, vi } from "vitest";
import { FakeGame } from "../fake_game.js";

const use = (gain: number, region?: number): Step => {
  const mission = region === undefined ? {} : { mission: { region, standingAt: 1 } };
  return create(StepSchema, { kind: { case: "useDepartment", value: { space: "a1", gain, ...mission } } });
};
const end: Step = create(StepSchema, { kind: { case: "endTurn", value: {} } });
const legal = [use(1), use(2), use(1, 3), use(2, 3), end];

vi.mock("../../src/service.js", () => ({
  service: {
    rules: { listLegalSteps: async () => create(ListLegalStepsResponseSchema, { steps: legal }) },
    advisor: { evaluatePlan: () => Promise.reject(new Error("nobody is asked")) },
  },
}));
const { Moves } = await import("../../src/moves/moves.js");
const { Pointed } = await import("../../src/moves/pointed.js");
const { choosingOf } = await import("../../src/moves/of_game.js");

const position = fromJson(PositionSchema, {
  round: 5,
  phase: "PHASE_USE_DEPARTMENTS",
  action: "ACTION_MANAGEMENT",
  players: [{ company: { spaces: [{ space: "a1", department: "Commerce and Finance", standingAt: [1] }] } }],
  turn: { action: "ACTION_MANAGEMENT", uses: [{ space: "a1", count: 1 }] },
});

let game: FakeGame;

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const panel = () => plain(render(<Moves game={game} />));
const beside = () => plain(render(<Pointed game={game} />));

beforeEach(async () => {
  game = new FakeGame(position, "first");
  const stop = choosingOf(game).start();
  await vi.waitFor(() => expect(choosingOf(game).known.value).toBe(true));
  return stop;
});

test("before the steps are known, that is said", () => {
  game.digest.value = "second";
  expect(panel()).toContain("Looking for the legal steps.");
});

test("the end of a decision is named as it is before it can be ended, too", () => {
  const setup = fromJson(PositionSchema, { phase: "PHASE_SETUP_PLACEMENT", players: [{}] });
  game = new FakeGame(setup, "none");
  expect(panel()).toContain("End the placement of the setup");
  expect(panel()).not.toContain("End the turn");
});

test("what is awaited, what is left, and every legal step in its group", () => {
  const said = panel();
  expect(said).toContain(
    "Your move Round 5, the turn: Management; 1 use of Commerce and Finance (a1) left. End the turn",
  );
  expect(said).toContain("5 legal steps. Point at a marked place on the table, or pick a step from the list.");
  expect(said).toContain("Uses of Departments (4) Use Commerce and Finance (a1) for money Use Commerce");
  expect(said).toContain("End (1) End the turn");
  expect(beside()).toBe("");
});

test("what has been chosen, and what is left to be picked, in the panel and beside the table", () => {
  choosingOf(game).choose("workstation:a1:1");
  for (const said of [panel(), beside()]) {
    expect(said).toContain("Chosen: workstation 1 of Commerce and Finance (a1). 4 steps left to choose from.");
    expect(said).toContain(
      "Which of these? Use Commerce and Finance (a1) for money Use Commerce and Finance (a1) for goods",
    );
    expect(said).toContain("Or point at a further place on the table.");
  }
  choosingOf(game).choose("mission:3");
  expect(beside()).not.toContain("Or point at a further place");
});

test("why a click led nowhere", async () => {
  choosingOf(game).choose("donation:WELFARE_FLAT");
  await vi.waitFor(() =>
    expect(beside()).toContain("Nothing can be done with the donation Welfare for a fixed number"),
  );
});
