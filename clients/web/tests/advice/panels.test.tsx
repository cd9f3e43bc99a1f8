/** The panels as they are drawn: everything that has to be said is there, in headings, lists and tables. */

import { create, fromJson } from "@bufbuild/protobuf";
import {
  Decision,
  EvaluatePlanResponseSchema,
  LimitReason,
  PositionSchema,
  type Step,
  StepSchema,
  SuggestionStatus,
  SuggestResponseSchema,
  WarningReason,
} from "carnegie-client";
import { render } from "preact-render-to-string";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Advising, type Advisor } from "../../src/advice/advising.js";
import { keptSettings } from "../../src/advice/settings.js";
import { FakeGame } from "../fake_game.js";

// The panels know the service by the address of their page.
vi.stubGlobal("location", { origin: "http://127.0.0.1:1", hash: "" });
const { AnswerView } = await import("../../src/advice/answer_view.js");

const position = fromJson(PositionSchema, {
  round: 5,
  phase: "PHASE_USE_DEPARTMENTS",
  action: "ACTION_RESEARCH_AND_DEVELOPMENT",
  players: [{ company: { spaces: [{ space: "d1", department: "Research and Development" }] } }],
});
const slide: Step = create(StepSchema, { kind: { case: "slideTab", value: { type: 1 } } });
const end: Step = create(StepSchema, { kind: { case: "endTurn", value: {} } });
const stand: Step = create(StepSchema, { kind: { case: "standUp", value: { space: "d1", workstation: 2 } } });

const suggestion = create(SuggestResponseSchema, {
  positionDigest: "first",
  decision: Decision.RESEARCH_AND_DEVELOPMENT,
  status: SuggestionStatus.BEST_FOUND,
  limitReason: LimitReason.TIME,
  bound: 620,
  lines: [
    {
      gain: 500,
      steps: [{ step: slide, change: { studyPoints: -2 } }, { step: end }],
      stepsAtEndOfRound: [{ step: stand, change: { money: -3 } }],
      terms: [
        { name: "tabs", before: 100, after: 700, certain: true },
        { name: "money", before: 300, after: 200 },
        { name: "goods", before: 5, after: 5 },
      ],
    },
    { gain: 380, gap: 120, steps: [{ step: end }], termGaps: [{ name: "tabs", gap: 120 }] },
  ],
  warnings: [{ reason: WarningReason.ASSUMED_COMPONENT, path: "project_tabs", description: "assumed" }],
});

let answered: object;
const advisor = {
  suggest: async () => answered,
  evaluatePlan: async () => answered,
} as unknown as Advisor;

let game: FakeGame;
let advising: Advising;

const words = () =>
  render(<AnswerView game={game} advice={advising} />)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

beforeAll(() => {
  answered = suggestion;
});

beforeEach(() => {
  game = new FakeGame(position, "first");
  advising = new Advising(game, advisor, keptSettings({ getItem: () => null, setItem: () => {} }));
  answered = suggestion;
});

test("without an answer there is nothing", () => {
  expect(words()).toBe("");
});

test("a suggestion with its plans, how good they are, and what they rest on", async () => {
  advising.settings.explains.value = true;
  await advising.suggest();
  const said = words();
  for (const sentence of [
    "Research and Development Round 5, the turn: Research and Development, for the position on the table.",
    "Best found, not proved: the time limit ended the search. No legal plan gains more than 6.20 VP, 1.20 VP more than this one.",
    "Plan 1: +5.00 VP",
    "Slide the Housing tab one space: pay 2 study points",
    "Later in the round, as the plan counts on: Stand an employee up in Research and Development (d1) at workstation 2: pay $3",
    "tabs 1.00 7.00 +6.00 certain",
    "money 3.00 2.00 -1.00 estimate",
    "together +5.00",
    "Plan 2: +3.80 VP, 1.20 VP less than plan 1",
    "Gives up 1.20 VP of tabs.",
    "Not this : plans without slides of the Housing tab",
    "What binds is not known, as the plan is not proved best.",
    "This rests on stand-ins, as the printed values are not known: project tabs.",
  ]) {
    expect(said).toContain(sentence);
  }
  expect(said).not.toContain("goods 0.05");
});

test("a plan for the start of the decision says so, and that steps are taken back", async () => {
  await advising.suggest();
  game.putOn(create(PositionSchema, { round: 5 }), "later", { start: position, steps: [slide] });
  expect(words()).toContain("for the start of the decision, 1 step ago.");
  expect(words()).toContain("Take my steps back and play");
});

test("the own move with its gap, and the best plan after it", async () => {
  answered = create(EvaluatePlanResponseSchema, {
    best: suggestion,
    line: { gain: 440, steps: [{ step: slide }, { step: end }] },
    gap: 60,
    termGaps: [{ name: "money", gap: 60 }],
  });
  game.decisionSteps.value = [slide];
  await advising.check();
  const said = words();
  expect(said).toContain(
    "Your move: +4.40 VP The best plan gains 0.60 VP more. What the best plan has more of money +0.60 VP",
  );
  expect(said).toContain("The best plan");
  expect(said).toContain("Plan 1: +5.00 VP");
});

test("an own move that cannot end like this says at which step, and why", async () => {
  answered = create(EvaluatePlanResponseSchema, {
    best: suggestion,
    refusal: {
      index: 1,
      reason: "HOUSING_NOT_PLACED",
      found: "the Housing disk on its tab",
      allowed: "a disk on the map",
    },
  });
  game.decisionSteps.value = [slide];
  await advising.check();
  expect(words()).toContain(
    "It cannot end like this: step 2, the end of the turn. Housing not placed: found the Housing disk on its tab; allowed: a disk on the map.",
  );
});

test("where the lists forbid every plan, that is said", async () => {
  answered = create(SuggestResponseSchema, {
    positionDigest: "first",
    decision: Decision.TIMELINE,
    status: SuggestionStatus.NO_LEGAL_ACTION,
  });
  await advising.suggest();
  expect(words()).toContain("The lists forbid every plan: something has to be done.");
});
