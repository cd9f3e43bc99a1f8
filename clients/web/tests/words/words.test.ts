import { create, fromJson } from "@bufbuild/protobuf";
import {
  BindingSchema,
  Code,
  ConnectError,
  Decision,
  LimitReason,
  Means,
  PositionSchema,
  SuggestionStatus,
  SuggestResponseSchema,
  TermGapSchema,
  WarningReason,
  WarningSchema,
} from "carnegie-client";
import { describe, expect, test } from "vitest";
import { awaitedInWords } from "../../src/words/awaited_in_words.js";
import { bindingInWords, bindingsInWords } from "../../src/words/bindings_in_words.js";
import { codesInWords } from "../../src/words/codes_in_words.js";
import { decisionName } from "../../src/words/decision_name.js";
import { gameTitle, titleWithSeed } from "../../src/words/game_title.js";
import { gapsInWords } from "../../src/words/gaps_in_words.js";
import { ordinal } from "../../src/words/ordinal.js";
import { problemAsText } from "../../src/words/problem_in_words.js";
import { noPlanInWords, proofInWords, unsaidInWords } from "../../src/words/proof_in_words.js";
import { refusalInWords } from "../../src/words/refusal_in_words.js";
import { targetInWords } from "../../src/words/target_in_words.js";
import { termName } from "../../src/words/term_name.js";
import { turnLeftInWords } from "../../src/words/turn_left_in_words.js";
import { signedVictoryPoints, victoryPoints } from "../../src/words/victory_points.js";
import { warningInWords } from "../../src/words/warning_in_words.js";

test("numbers", () => {
  expect([0, 5, 1234, -50, -1205].map(victoryPoints)).toEqual(["0.00", "0.05", "12.34", "-0.50", "-12.05"]);
  expect([0, 50, -50].map(signedVictoryPoints)).toEqual(["0.00", "+0.50", "-0.50"]);
  expect([0, 5, 6].map(ordinal)).toEqual(["first", "sixth", "7th"]);
  expect([10, 11, 12, 20, 21, 22, 40, 110].map(ordinal)).toEqual([
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
    "23rd",
    "41st",
    "111th",
  ]);
});

test("titles of games", () => {
  expect(gameTitle({ title: "", level: 2, seed: 0 })).toBe("Solo game, level 2, seed 0");
  expect(gameTitle({ title: "", level: 2 })).toBe("Solo game, level 2");
  expect(gameTitle({ title: "", byHand: true, seed: 7 })).toBe("A table followed by hand");
  expect(gameTitle({ title: "Mine", level: 2, seed: 7 })).toBe("Mine");
});

test.each([
  ["", "Solo game, level 3, seed 5"],
  ["Solo game, level 3, seed 5", "Solo game, level 3, seed 5"],
  ["Solo game, level 3, seed 5 (copy)", "Solo game, level 3, seed 5 (copy)"],
  ["Solo game, level 3, seed 51", "Solo game, level 3, seed 51, seed 5"],
  ["Tuesday", "Tuesday, seed 5"],
])("the title “%s” has the seed once", (title, said) => {
  expect(titleWithSeed({ title, level: 3, seed: 5 })).toBe(said);
});

test("names", () => {
  expect(decisionName(Decision.TIMELINE)).toBe("Row of the timeline");
  expect(termName("standing_employees")).toBe("standing employees");
  expect(termName("opponents")).toBe("left to the others");
});

test.each([
  ["space:lobby", "the Lobby"],
  ["space:c1", "Construction (c1)"],
  ["workstation:c1:2", "workstation 2 of Construction (c1)"],
  ["lying:b4", "the employees lying in the empty space b4"],
  ["city:St. Louis:0", "the first space of St. Louis"],
  ["tab:4", "the Public Infrastructure tab"],
  ["track:3", "the transport track of the East"],
  ["mission:1", "the Missions of the West"],
  ["row:2", "the Management row of the timeline"],
  ["donation:WELFARE_GOODS", "the donation Welfare for goods cubes"],
  ["tile:New Lobby", "the Department New Lobby"],
  ["andrew", "Andrew's card"],
])("the place %s", (place, said) => {
  expect(targetInWords(place, new Map([["c1", "Construction"]]))).toBe(said);
});

test("refusals and their codes", () => {
  const refusal = { reason: "WRONG_PHASE", path: "", found: "USE_DEPARTMENTS", allowed: "EVENT" };
  expect(refusalInWords(refusal)).toBe("Wrong phase: found the turn; allowed: the event");
  expect(refusalInWords({ ...refusal, path: "row" })).toBe("Wrong phase at row: found the turn; allowed: the event");
  expect(codesInWords("MONEY without a Mission, WEST or COMMERCE, STUDY_POINTS, NOT_A_CODE, VP")).toBe(
    "money without a Mission, the West or Commerce, study points, NOT_A_CODE, VP",
  );
});

test("gaps", () => {
  const gaps = (...pairs: [string, number][]) => pairs.map(([name, gap]) => create(TermGapSchema, { name, gap }));
  expect(gapsInWords(gaps(["money", 240], ["vp", 100], ["goods", -30]))).toBe(
    "Gives up 2.40 VP of money and 1.00 VP on the score track; gains 0.30 VP of goods.",
  );
  expect(gapsInWords(gaps(["opponents", -50]))).toBe("Leaves the others 0.50 VP less.");
  expect(gapsInWords([])).toBe("Is worth the same, term by term.");
});

describe("what is known of a plan", () => {
  const answer = (fields: object) =>
    create(SuggestResponseSchema, { lines: [{ gain: 500 }], bound: 500, decision: Decision.MANAGEMENT, ...fields });
  const best = { status: SuggestionStatus.PROVED_BEST };
  const found = { status: SuggestionStatus.BEST_FOUND, bound: 620, limitReason: LimitReason.TIME };

  test("proof", () => {
    expect(proofInWords(answer(best))).toBe("Proved best: no legal plan gains more.");
    expect(proofInWords(answer(best), true)).toBe("Proved best: no legal plan that the lists permit gains more.");
    expect(proofInWords(answer({ ...best, decision: Decision.TIMELINE }))).toBe(
      "Proved best: no other row brings more, each of its events and its turn decided for the best.",
    );
    expect(proofInWords(answer(found))).toBe(
      "Best found, not proved: the time limit ended the search. No legal plan gains more than 6.20 VP, 1.20 VP more than this one.",
    );
    const unused = { warnings: [{ reason: WarningReason.DEPARTMENT_NOT_USED }] };
    expect(proofInWords(answer({ ...found, ...unused }))).toBe(
      "Not proved: a Department that matters is not counted, see the note.",
    );
  });

  test("what a limit left out", () => {
    expect(unsaidInWords(answer(best))).toBe("");
    expect(unsaidInWords(answer(found))).toBe("");
    expect(unsaidInWords(answer({ ...best, limitReason: LimitReason.WORK }))).toBe(
      "The limit of work came before everything was said: there may be more plans or reasons.",
    );
  });

  test("no plan", () => {
    expect(noPlanInWords(answer({ decision: Decision.UNSPECIFIED }))).toBe(
      "There is nothing to decide: the game is over.",
    );
    expect(noPlanInWords(answer({}))).toBe("The lists forbid every plan: something has to be done.");
  });

  test("what binds", () => {
    const binding = (means: Means, subject = "") =>
      bindingInWords(create(BindingSchema, { means, subject, gain: 150 }));
    const end = "would bring 1.50 VP beyond its own worth.";
    expect(binding(Means.MONEY)).toBe(`One more dollar ${end}`);
    expect(binding(Means.DISKS)).toBe(`One more disk in the supply ${end}`);
    expect(binding(Means.DISKS, "HOUSING")).toBe(`One more Housing disk waiting to be built ${end}`);
    expect(binding(Means.USES, "Engineering")).toBe(
      `One more employee who stands in Engineering, with a use of it, ${end}`,
    );
    expect(bindingsInWords(answer(found))).toEqual(["What binds is not known, as the plan is not proved best."]);
    expect(bindingsInWords(answer({ ...best, limitReason: LimitReason.TIME }))).toEqual(["No means is known to bind."]);
    expect(bindingsInWords(answer(best))).toEqual([
      "Nothing binds: one unit more of any means would bring nothing beyond its own worth.",
    ]);
  });
});

test("warnings", () => {
  const warning = (reason: WarningReason, path: string) =>
    warningInWords(create(WarningSchema, { reason, path, description: "It is so." }));
  expect(warning(WarningReason.ASSUMED_COMPONENT, "project_tabs")).toBe("project tabs");
  expect(warning(WarningReason.CLAMPED, "max_lines")).toBe("max_lines: It is so.");
  expect(warning(WarningReason.DEPARTMENT_NOT_USED, "x")).toBe("It is so.");
  expect(warning(WarningReason.CLAIM_REFUTED, "")).toContain("please report it. (It is so.)");
});

test("what is awaited, and what is left of a turn", () => {
  const position = (json: object) => fromJson(PositionSchema, JSON.parse(JSON.stringify(json)));
  const turn = { phase: "PHASE_USE_DEPARTMENTS", action: "ACTION_MANAGEMENT", round: 5 };
  expect(awaitedInWords(position(turn))).toBe("Round 5, the turn: Management");
  expect(awaitedInWords(position({ ...turn, turn: { action: "ACTION_CONSTRUCTION" } }))).toBe(
    "Round 5, the turn: Construction",
  );
  expect(awaitedInWords(position({ phase: "PHASE_EVENT", events: ["EVENT_DONATION"], round: 2 }))).toBe(
    "Round 2, the event: donation",
  );
  expect(awaitedInWords(position({ phase: "PHASE_SETUP_MOVES" }))).toBe("The moves of the setup");
  expect(awaitedInWords(position({ phase: "PHASE_GAME_OVER", round: 20 }))).toBe("The game is over");
  const left = {
    players: [{ company: { spaces: [{ space: "c1", department: "Construction" }] } }],
    turn: { moves: 2, studyPoints: 1, uses: [{ space: "c1", count: 1 }] },
  };
  expect(turnLeftInWords(position(left))).toBe("2 moves, 1 study point and 1 use of Construction (c1) left");
  expect(turnLeftInWords(position({}))).toBe("");
});

test("what is no answer of a service is said in its own words", () => {
  expect(problemAsText(new Error("It broke."))).toBe("It broke.");
  expect(problemAsText(new Error("it broke"))).toBe("It broke.");
  for (const message of ["the service cannot be reached", "Failed to fetch", "network error", "Load failed"]) {
    expect(problemAsText(new ConnectError(message, Code.Unknown))).toBe(
      "The service cannot be reached: try again once it is back.",
    );
  }
});
