import { create } from "@bufbuild/protobuf";
import { signal } from "@preact/signals";
import {
  Code,
  ConnectError,
  ListLegalStepsResponseSchema,
  Phase,
  PositionSchema,
  type Step,
  StepSchema,
} from "carnegie-client";
import { beforeEach, describe, expect, test } from "vitest";
import { Choosing, type Referee } from "../../src/moves/choosing.js";
import { FakeGame } from "../fake_game.js";

const use = (region: number, gain = 1): Step =>
  create(StepSchema, {
    kind: { case: "useDepartment", value: { space: "a1", gain, mission: { region, standingAt: 1 } } },
  });
const slide: Step = create(StepSchema, { kind: { case: "slideTab", value: { type: 1 } } });
const sell: Step = create(StepSchema, { kind: { case: "sellGoods", value: { count: 1 } } });
const end: Step = create(StepSchema, { kind: { case: "endTurn", value: {} } });
const first = create(PositionSchema, { round: 1, phase: Phase.USE_DEPARTMENTS });
const second = create(PositionSchema, { round: 2, phase: Phase.USE_DEPARTMENTS });

interface Call {
  readonly signal: AbortSignal;
  readonly answer: (steps: readonly Step[]) => void;
  readonly fail: (error: Error) => void;
}

let calls: Call[];
let game: FakeGame;
let choosing: Choosing;
const endsByItself = signal(false);

const referee = {
  rules: {
    listLegalSteps: (_: object, options: { signal: AbortSignal }) =>
      new Promise((resolve, fail) => {
        const answer = (steps: readonly Step[]) => resolve(create(ListLegalStepsResponseSchema, { steps: [...steps] }));
        calls.push({ signal: options.signal, answer, fail });
      }),
  },
  advisor: { evaluatePlan: () => Promise.reject(new Error("nothing is known of this step")) },
} as unknown as Referee;

const settle = () => new Promise((resolve) => setTimeout(resolve));

async function legal(...steps: readonly Step[]) {
  calls.at(-1)?.answer(steps);
  await settle();
}

beforeEach(() => {
  calls = [];
  endsByItself.value = false;
  game = new FakeGame(first, "first");
  choosing = new Choosing(game, referee, { endsByItself });
  return choosing.start();
});

test("nothing can be chosen before the legal steps are known, nor while the game is busy", async () => {
  expect([choosing.known.value, [...choosing.choices.value]]).toEqual([false, []]);
  await legal(slide, end);
  expect([choosing.known.value, [...choosing.choices.value]]).toEqual([true, ["tab:1"]]);
  game.busy.value = true;
  expect([choosing.known.value, [...choosing.choices.value]]).toEqual([false, []]);
});

test("the one step that is left is taken at once", async () => {
  await legal(slide, use(1), use(3), end);
  choosing.choose("mission:3");
  expect(game.played).toEqual([[use(3)]]);
  expect([...choosing.chosen.value]).toEqual([]);
});

test("clicks narrow down, in any order; what has no place is offered", async () => {
  await legal(use(1), use(1, 2), use(3), end);
  choosing.choose("workstation:a1:1");
  expect([...choosing.choices.value]).toEqual(["mission:1", "mission:3", "workstation:a1:1"]);
  expect(game.played).toEqual([]);
  choosing.choose("mission:1");
  expect(choosing.offered.value.map((option) => option.step)).toEqual([use(1), use(1, 2)]);
  await choosing.take(use(1, 2));
  expect(game.played).toEqual([[use(1, 2)]]);
});

test("a place is given up by a second click, all of them by starting over", async () => {
  await legal(use(1), use(1, 2), use(3), end);
  choosing.choose("workstation:a1:1");
  choosing.choose("mission:1");
  choosing.choose("mission:1");
  expect([...choosing.chosen.value]).toEqual(["workstation:a1:1"]);
  choosing.startOver();
  expect([...choosing.chosen.value]).toEqual([]);
});

describe("a click that leads nowhere", () => {
  test("says that it does not go with what was chosen", async () => {
    await legal(slide, use(1), use(3), end);
    choosing.choose("workstation:a1:1");
    choosing.choose("tab:1");
    expect(choosing.message.value).toContain("No legal step has both workstation 1 of");
    expect([...choosing.chosen.value]).toEqual(["workstation:a1:1"]);
  });

  test("says that nothing can be done there", async () => {
    await legal(slide, use(1), end);
    choosing.choose("donation:WELFARE_FLAT");
    await settle();
    expect(choosing.message.value).toBe(
      "Nothing can be done with the donation Welfare for a fixed number of VP in the turn now.",
    );
    expect(game.played).toEqual([]);
  });

  test("says that the steps are not known yet", () => {
    choosing.choose("tab:1");
    expect(choosing.message.value).toContain("not ready");
  });
});

test("a late list for a position that has been left is dropped, and its call is aborted", async () => {
  const older = calls[0];
  game.putOn(second, "second");
  expect(older?.signal.aborted).toBe(true);
  older?.answer([slide]);
  await settle();
  expect(choosing.options.value).toEqual([]);
  await legal(end);
  expect(choosing.options.value.map((option) => option.step)).toEqual([end]);
});

test("another position forgets what was chosen for the one before", async () => {
  await legal(use(1), use(3), end);
  choosing.choose("workstation:a1:1");
  game.putOn(second, "second");
  expect([...choosing.chosen.value]).toEqual([]);
});

test("a refusal by the game is said", async () => {
  await legal(slide, end);
  game.playing = () => Promise.reject(new Error("Not now."));
  await choosing.take(slide);
  expect(choosing.message.value).toBe("Not now.");
});

test("a failure to learn the steps is said, and they can be asked for again", async () => {
  calls[0]?.fail(new Error("It broke."));
  await settle();
  expect(choosing.message.value).toBe("It broke.");
  void choosing.learnAgain();
  await legal(end);
  expect([choosing.message.value, choosing.options.value.length]).toEqual(["", 1]);
});

describe("the end of the decision", () => {
  test("is not taken by itself", async () => {
    await legal(end);
    expect(game.played).toEqual([]);
  });

  test("is taken on demand, where it is legal", async () => {
    await legal(slide);
    choosing.end();
    expect(game.played).toEqual([]);
    game.putOn(second, "second");
    await legal(slide, end);
    choosing.end();
    expect(game.played).toEqual([[end]]);
  });

  test("is where that is wanted, and nothing else can be done", async () => {
    endsByItself.value = true;
    await legal(end);
    expect(game.played).toEqual([[end]]);
    game.putOn(second, "second");
    await legal(sell, end);
    expect(game.played).toHaveLength(1);
  });
});

test("that the service was away for a step is said until it is back; what else went wrong stays", async () => {
  const away = new ConnectError("Failed to fetch", Code.Unavailable);
  await legal(slide, end);
  game.playing = () => Promise.reject(away);
  await choosing.take(end);
  expect(choosing.message.value).toContain("cannot be reached");
  choosing.serviceIsBack();
  expect(choosing.message.value).toBe("");

  game.playing = () => Promise.reject(new Error("Not now."));
  await choosing.take(end);
  choosing.serviceIsBack();
  expect(choosing.message.value).toBe("Not now.");
});
