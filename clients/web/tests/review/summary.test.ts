/** What is said of decisions together, and of each in a few words. */

import { create } from "@bufbuild/protobuf";
import {
  Decision,
  ExpectedMarginSchema,
  GameReviewSchema,
  Phase,
  type ReviewedDecision,
  ReviewedDecisionSchema,
} from "carnegie-client";
import { describe, expect, test } from "vitest";
import { costing, summaryOf } from "../../src/review/summary.js";
import { costInWords } from "../../src/words/cost_in_words.js";
import { marginInWords, shortMargin } from "../../src/words/margin_in_words.js";
import { momentName } from "../../src/words/moment_name.js";

/** Decisions with these gaps in centi-VP, in the order of a game. */
const decisions = (...gaps: readonly (number | "forced" | "unjudged")[]): ReviewedDecision[] =>
  gaps.map((gap, index) =>
    create(ReviewedDecisionSchema, {
      index,
      forced: gap === "forced",
      ...(gap === "unjudged" ? { failure: { reason: "NO_ANSWER_IN_TIME" } } : {}),
      ...(typeof gap === "number" ? { evaluation: { gap } } : {}),
    }),
  );

const GAME = decisions(120, "forced", 0, 300, -40, "unjudged", 120, 10);

describe("the summary of decisions", () => {
  test("has the sum, in which a negative gap counts as 0, the three costliest, the earlier of equal ones first", () => {
    const { gapSum, costliest, unjudged } = summaryOf(GAME);
    expect([gapSum, costliest.map(({ index }) => index), unjudged]).toEqual([550, [3, 0, 6], 1]);
  });

  test("of decisions that cost nothing has no costliest one", () => {
    expect(summaryOf(decisions(0, -10, "forced"))).toEqual({ gapSum: 0, costliest: [], unjudged: 0 });
  });

  test("is the service's own once it has come to the end", () => {
    const review = create(GameReviewSchema, { gapSum: 99, costliest: [6, 3], unjudged: 2 });
    const { gapSum, costliest, unjudged } = summaryOf(GAME, review);
    expect([gapSum, costliest.map(({ index }) => index), unjudged]).toEqual([99, [6, 3], 2]);
  });
});

test("only those that cost something, in the order of the game", () => {
  expect(costing(GAME).map(({ index }) => index)).toEqual([0, 3, 6, 7]);
});

test("the cost of a decision in words", () => {
  expect(GAME.map(costInWords)).toEqual([
    "cost 1.20 VP",
    "no choice",
    "cost nothing",
    "cost 3.00 VP",
    "0.40 VP better than the best plan found",
    "not judged",
    "cost 1.20 VP",
    "cost 0.10 VP",
  ]);
});

test("the name of a decision", () => {
  expect(momentName({ round: 1, phase: Phase.SETUP_MOVES, decision: Decision.HUMAN_RESOURCES })).toBe(
    "Setup: Human Resources",
  );
  expect(momentName({ round: 7, phase: Phase.USE_DEPARTMENTS, decision: Decision.CONSTRUCTION })).toBe(
    "Round 7: Construction",
  );
  expect(momentName({ round: 7, phase: Phase.UNSPECIFIED, decision: Decision.TIMELINE })).toBe(
    "Round 7: Row of the timeline",
  );
});

test("margins in words", () => {
  const words = (round: number, margin: number, typicalError: number) =>
    marginInWords(create(ExpectedMarginSchema, { round, margin, typicalError }));
  expect(words(5, 320, 2160)).toBe("After round 5 you were expected to win by 3.20 VP, give or take 21.60 VP.");
  expect(words(5, -320, 2160)).toBe("After round 5 you were expected to lose by 3.20 VP, give or take 21.60 VP.");
  expect(words(5, 0, 2160)).toBe("After round 5 a tie was expected, give or take 21.60 VP.");
  expect(words(20, -3900, 0)).toBe("It ended with 39.00 VP less than Andrew.");
  expect(words(20, 0, 0)).toBe("It ended in a tie.");
  expect([0, 4, -4, 5, -1_234, 2_996].map(shortMargin)).toEqual(["0.0", "0.0", "0.0", "+0.1", "−12.3", "+30.0"]);
});
