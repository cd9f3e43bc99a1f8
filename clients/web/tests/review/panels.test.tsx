/** The parts of a review as they are drawn: everything that has to be said is there, in headings, lists and tables. */

import { create, fromJson } from "@bufbuild/protobuf";
import {
  Decision,
  ExpectedMarginSchema,
  Phase,
  PositionSchema,
  ReviewedDecisionSchema,
  type Step,
  StepSchema,
  SuggestionStatus,
} from "carnegie-client";
import { render } from "preact-render-to-string";
import { expect, test, vi } from "vitest";
import type { Point } from "../../src/game/points.js";

// The parts know the service by the address of their page.
vi.stubGlobal("location", { origin: "http://127.0.0.1:1", hash: "" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { Costliest } = await import("../../src/review/costliest_view.js");
const { DecisionView } = await import("../../src/review/decision_view.js");
const { MarginPlot } = await import("../../src/review/margin_plot_view.js");

const position = fromJson(PositionSchema, {
  round: 5,
  phase: "PHASE_USE_DEPARTMENTS",
  action: "ACTION_RESEARCH_AND_DEVELOPMENT",
  players: [{ company: { spaces: [{ space: "d1", department: "Research and Development" }] } }],
});
const slide: Step = create(StepSchema, { kind: { case: "slideTab", value: { type: 1 } } });
const end: Step = create(StepSchema, { kind: { case: "endTurn", value: {} } });
const made = (step: Step) => ({ step, change: undefined, round: 5, phase: Phase.USE_DEPARTMENTS, deeds: [] });
const points: Point[] = [
  { position, digest: "first", made: undefined },
  { position, digest: "second", made: made(end) },
];
const reviewed = { id: "5f", points, componentsJson: "" };

const PLACE = {
  firstStep: 0,
  stepCount: 1,
  round: 5,
  phase: Phase.USE_DEPARTMENTS,
  decision: Decision.RESEARCH_AND_DEVELOPMENT,
};
const costly = create(ReviewedDecisionSchema, {
  ...PLACE,
  index: 7,
  evaluation: {
    line: { gain: 10 },
    gap: 120,
    termGaps: [
      { name: "tabs", gap: 150 },
      { name: "money", gap: -30 },
    ],
    best: {
      status: SuggestionStatus.PROVED_BEST,
      decision: Decision.RESEARCH_AND_DEVELOPMENT,
      lines: [{ gain: 130, proved: true, steps: [{ step: slide, change: { studyPoints: -2 } }, { step: end }] }],
    },
  },
});

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("a costly move with what was played, what was best, whether that is proved, and where the difference comes from", () => {
  const html = render(<Costliest reviewed={reviewed} costliest={[costly]} running={false} />);
  const said = plain(html);
  for (const sentence of [
    "The costliest moves",
    "1 Round 5: Research and Development, cost 1.20 VP",
    "The best plan gains 1.20 VP more.",
    "What was played: +0.10 VP End the turn Gives up 1.50 VP of tabs; gains 0.30 VP of money.",
    "The best plan: +1.30 VP Proved best: no legal plan gains more. Slide the Housing tab one space: pay 2 study points End the turn",
    "Show on the table : Round 5: Research and Development",
    "Go to this moment in the game : Round 5: Research and Development",
  ]) {
    expect(said).toContain(sentence);
  }
  expect(html).toContain('href="#/game/5f/0"');
});

test("without a costly move that is said", () => {
  expect(plain(render(<Costliest reviewed={reviewed} costliest={[]} running={false} />))).toContain(
    "No decision cost anything.",
  );
  expect(plain(render(<Costliest reviewed={reviewed} costliest={[]} running={true} />))).toContain(
    "No decision so far cost anything.",
  );
});

test.each([
  [{ forced: true }, "The rules left no choice."],
  [
    { failure: { reason: "NO_ANSWER_IN_TIME", message: "No answer was found in time." } },
    "It could not be judged: No answer was found in time.",
  ],
  [{ evaluation: { gap: 0, best: { status: SuggestionStatus.PROVED_BEST } } }, "No plan gains more: proved."],
  [
    { evaluation: { gap: 0, best: { status: SuggestionStatus.BEST_FOUND } } },
    "No plan was found that gains more; that there is none is not proved.",
  ],
  [{ evaluation: { gap: -40 } }, "It gains 0.40 VP more than the best plan found."],
])("a decision that is %j says so, with what was played", (judged, sentence) => {
  const decision = create(ReviewedDecisionSchema, { ...PLACE, ...judged });
  const said = plain(render(<DecisionView reviewed={reviewed} decision={decision} place="all" />));
  expect(said).toContain(`${sentence} What was played`);
  expect(said).toContain("End the turn");
});

test("the plot has a title, a description, and a table of the same numbers", () => {
  const margins = [
    create(ExpectedMarginSchema, { round: 4, margin: -2340, typicalError: 2210 }),
    create(ExpectedMarginSchema, { round: 5, margin: 1200, typicalError: 2160 }),
  ];
  const html = render(<MarginPlot margins={margins} costliest={[costly]} />);
  const [, labels = "", description = ""] = /aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`<title id="${labels}">The expected final margin by round</title>`);
  expect(html).toContain(
    `<desc id="${description}">A line from round to round, with its typical error as a band. ` +
      "After round 4 you were expected to lose by 23.40 VP, give or take 22.10 VP. " +
      "After round 5 you were expected to win by 12.00 VP, give or take 21.60 VP. " +
      "The costliest moves: 1 in round 5. A table after the drawing has all numbers.</desc>",
  );
  const said = plain(html);
  expect(said).toContain("4 −23.4 ± 22.1 5 +12.0 ± 21.6 1: cost 1.20 VP");
});
