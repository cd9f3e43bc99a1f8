/** Reviews by a real service: to the end, cancelled, broken off, refused. */

import { create } from "@bufbuild/protobuf";
import { effect, untracked } from "@preact/signals";
import {
  type Connection,
  connect,
  DepartmentPool,
  GameRecordSchema,
  problemOf,
  ReviewGameResponseSchema,
  TimelineLayout,
} from "carnegie-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { SoloGame } from "../../src/game/solo_game.js";
import { keptInWords } from "../../src/review/progress_view.js";
import { drawnOver, playedInWords } from "../../src/review/reviewed_game.js";
import { Reviewing, type Reviews } from "../../src/review/reviewing.js";
import { summaryOf } from "../../src/review/summary.js";
import { playUntil, suggestedSteps } from "../game/accepted_suggestions.js";

const GAME = { level: 1, pool: DepartmentPool.BASE, layout: TimelineLayout.ROWS, seed: 11 };

let process: RealService;
let service: Connection;
/** A game in its third round. */
let game: SoloGame;

beforeAll(async () => {
  process = await startService();
  service = connect(process.address);
  game = await SoloGame.begin(service, GAME);
  await playUntil(service, game, 3);
});
afterAll(() => process.stop());

/** Does something as soon as the first decision has been judged. */
function atFirst(reviewing: Reviewing, act: () => void): void {
  const stop = effect(() => {
    if (reviewing.decisions.value.length === 1) {
      queueMicrotask(() => stop());
      untracked(act);
    }
  });
}

describe("a game that is reviewed", () => {
  test("has every decision in order, and in the end a margin after each round and what the decisions cost", async () => {
    const reviewing = new Reviewing(service.reviews);
    expect(reviewing.state.value.kind).toBe("none");
    await reviewing.review(game.record(), "");
    const state = reviewing.state.value;
    if (state.kind !== "done") {
      throw new Error(`the review is ${state.kind}`);
    }
    const decisions = reviewing.decisions.value;
    expect(decisions.map(({ index }) => index)).toEqual(decisions.map((_, index) => index));
    expect(reviewing.count.value).toBe(decisions.length);
    expect(state.review.margins.map(({ round }) => round)).toEqual([1, 2]);
    // What is said while the review runs is what the service says at its end.
    expect(summaryOf(decisions)).toEqual(summaryOf(decisions, state.review));
    // The decisions have all steps of the person's, and none of Andrew's.
    const steps = decisions.flatMap(({ firstStep, stepCount }) =>
      Array.from({ length: stepCount }, (_, index) => game.points.value[firstStep + index + 1]?.made?.step.kind.case),
    );
    const own = game.points.value
      .flatMap(({ made }) => made?.step.kind.case ?? [])
      .filter((kind) => kind !== "playAndrew");
    expect(steps).toEqual(own);
  });

  test("is reviewed as far as it lies on the table, or with what was undone", async () => {
    const whole = game.shown.value;
    await game.play((await suggestedSteps(service, game)).slice(0, 1));
    const reviewing = new Reviewing(service.reviews);
    game.goTo(whole - 4);
    await reviewing.review(game.record(), "");
    expect(reviewing.state.value.kind).toBe("done");
    const some = reviewing.decisions.value;
    expect(some.every(({ firstStep, stepCount }) => firstStep + stepCount <= whole - 4)).toBe(true);
    await reviewing.review(game.recordWithUndone(), "");
    expect(reviewing.state.value.kind).toBe("done");
    expect(reviewing.decisions.value.length).toBeGreaterThan(some.length);
    // Looking at a moment of the game takes nothing from it.
    game.goTo(some[2]?.firstStep ?? 0);
    expect(game.points.value.length).toBeGreaterThan(whole);
    game.goTo(whole);
  });

  test("has each decision in words, and both plans drawn over the table", async () => {
    const reviewing = new Reviewing(service.reviews);
    await reviewing.review(game.record(), "");
    const reviewed = { id: "game", points: game.points.value, componentsJson: "" };
    const [placement] = reviewing.decisions.value;
    if (placement === undefined) {
      throw new Error("there is no decision");
    }
    const words = playedInWords(reviewed, placement);
    expect(words).toHaveLength(placement.stepCount);
    expect(words.some((line) => line.startsWith("Place the Housing disk on the "))).toBe(true);
    const disks = (["played", "best", "nothing"] as const).map((drawn) =>
      drawnOver(reviewed, placement, drawn)
        .ghosts.filter(({ kind }) => kind === "disk")
        .map(({ label }) => label),
    );
    expect(disks).toEqual([["Housing disk"], ["Housing disk"], []]);
  });
});

test("a review that is cancelled keeps what was judged, and judges nothing more", async () => {
  const reviewing = new Reviewing(service.reviews);
  atFirst(reviewing, () => reviewing.cancel());
  await reviewing.review(game.record(), "");
  expect(reviewing.state.value.kind).toBe("cancelled");
  expect(reviewing.decisions.value).toHaveLength(1);
  expect(keptInWords(reviewing)).toBe(
    `1 of ${reviewing.count.value} decisions had been judged: what is said here is of these only.`,
  );
  // Another one begins anew.
  await reviewing.review(game.record(), "");
  expect(reviewing.state.value.kind).toBe("done");
});

test("a review that is begun while another one runs takes its place", async () => {
  const reviewing = new Reviewing(service.reviews);
  let second: Promise<void> | undefined;
  atFirst(reviewing, () => {
    second = reviewing.review(game.record(), "");
  });
  await reviewing.review(game.record(), "");
  await second;
  expect(reviewing.state.value.kind).toBe("done");
  expect(reviewing.decisions.value).toHaveLength(reviewing.count.value);
});

test("a record that does not end as it says fails with the service's reason", async () => {
  const reviewing = new Reviewing(service.reviews);
  await reviewing.review(create(GameRecordSchema, { ...game.record(), finalDigest: "0".repeat(64) }), "");
  const state = reviewing.state.value;
  expect(state.kind === "failed" && problemOf(state.failure).fields.map(({ path }) => path)).toEqual([
    "record.final_digest",
  ]);
  expect(keptInWords(reviewing)).toBe("No decision had been judged.");
});

test("a stream that ends before its final message is a failure, and what was judged stays", async () => {
  const broken: Reviews = {
    async *reviewGame() {
      yield create(ReviewGameResponseSchema, { decision: { index: 0 }, decisionCount: 5 });
    },
  };
  const reviewing = new Reviewing(broken);
  await reviewing.review(create(GameRecordSchema), "");
  expect(reviewing.state.value.kind).toBe("failed");
  expect(keptInWords(reviewing)).toBe("1 of 5 decisions had been judged: what is said here is of these only.");
});
