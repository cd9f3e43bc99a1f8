/** What is told of advice to whoever does not see it: never more than what is there. */

import { create } from "@bufbuild/protobuf";
import {
  AnalyzeResponseSchema,
  EvaluatePlanResponseSchema,
  Phase,
  type Position,
  PositionSchema,
  type Step,
  StepSchema,
  SuggestResponseSchema,
} from "carnegie-client";
import { beforeEach, expect, test } from "vitest";
import { Advising, type Advisor } from "../../src/advice/advising.js";
import { keptSettings } from "../../src/advice/settings.js";
import { FakeGame } from "../fake_game.js";

const end: Step = create(StepSchema, { kind: { case: "endTurn", value: {} } });
const position = (round: number): Position => create(PositionSchema, { round, phase: Phase.USE_DEPARTMENTS });
const plans = create(SuggestResponseSchema, {
  positionDigest: "first",
  lines: [{ gain: 100, steps: [{ step: end }] }],
});

/** How the service answers; it is silent until a test says something. */
let answering: () => Promise<void>;
const silence = () => new Promise<void>(() => {});

const advisor = {
  async suggest() {
    await answering();
    return plans;
  },
  async evaluatePlan() {
    await answering();
    return create(EvaluatePlanResponseSchema, { best: plans, line: { gain: 40 }, gap: 60 });
  },
  async *analyze() {
    yield create(AnalyzeResponseSchema, { suggestion: plans });
    await answering();
    yield create(AnalyzeResponseSchema, { suggestion: plans, final: true });
  },
} as unknown as Advisor;

let game: FakeGame;
let advising: Advising;

const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  answering = async () => {};
  game = new FakeGame(position(1), "first");
  advising = new Advising(game, advisor, keptSettings({ getItem: () => null, setItem: () => {} }));
  return advising.start();
});

const told = () => advising.told.value;

test("a question that is cancelled, or left with its position, is told no longer", async () => {
  answering = silence;
  void advising.suggest();
  expect(told()).toBe("Looking for the best plans.");
  advising.cancel();
  expect([told(), advising.message.value]).toEqual(["", "The search has been cancelled."]);
  void advising.suggest();
  game.putOn(position(2), "second");
  expect(told()).toBe("");
});

test("a question that fails is told no longer: why it failed is said beside it", async () => {
  answering = () => Promise.reject(new Error("It broke."));
  await advising.suggest();
  expect([told(), advising.message.value]).toEqual(["", "It broke."]);
});

test.each<[string, () => void]>([
  ["is cancelled", () => advising.cancel()],
  ["breaks off", () => {}],
])("an analysis that %s goes on no longer, and its plans stay", async (_, stop) => {
  answering = async () => {
    stop();
    throw new Error("It broke.");
  };
  await advising.analyze();
  await settle();
  expect(advising.answer.value?.final).toBe(true);
  expect(told()).toContain("1 plan. The best gains 1.00 VP in 1 step.");
  expect(told()).not.toContain("goes on");
});

test("an answer is told as long as it is there", async () => {
  await advising.suggest();
  expect(told()).toContain("1 plan.");
  game.putOn(position(2), "second");
  expect([advising.answer.value, told()]).toEqual([undefined, ""]);
});

test("a judgement is told as long as it is about the steps on the table", async () => {
  game.putOn(position(2), "second", { start: position(1), steps: [end] });
  await advising.check();
  expect(told()).toBe("Your steps are legal. The best plan gains 0.60 VP more.");
  game.putOn(position(3), "third", { start: position(1), steps: [end, end] });
  expect(told()).toBe("");
});

test("what is said beside the answer goes with the position that it was said of", async () => {
  await advising.check();
  expect(advising.message.value).toContain("no step to check yet");
  game.putOn(position(2), "second");
  expect(advising.message.value).toBe("");
  game.putOn(position(1), "first");
  await advising.suggest();
  const line = advising.answer.value?.suggestion.lines[0];
  game.playing = async () => game.putOn(position(3), "third");
  if (line !== undefined) {
    await advising.accept(line);
  }
  expect(advising.message.value).toBe("The plan has been played: 1 step.");
  game.putOn(position(1), "first");
  expect(advising.message.value).toBe("");
});
