import { clone, create } from "@bufbuild/protobuf";
import {
  AnalyzeResponseSchema,
  Code,
  ConnectError,
  EvaluatePlanResponseSchema,
  Phase,
  type Position,
  PositionSchema,
  type Step,
  StepSchema,
  type SuggestRequest,
  type SuggestResponse,
  SuggestResponseSchema,
} from "carnegie-client";
import { beforeEach, describe, expect, test } from "vitest";
import { Advising, type Advisor } from "../../src/advice/advising.js";
import { keptSettings } from "../../src/advice/settings.js";
import { emptyOverlay } from "../../src/table/overlay.js";
import { FakeGame } from "../fake_game.js";

const first = create(PositionSchema, { round: 1, phase: Phase.USE_DEPARTMENTS });
const second = create(PositionSchema, { round: 1, phase: Phase.USE_DEPARTMENTS, player: 0 });
const third = create(PositionSchema, { round: 2, phase: Phase.USE_DEPARTMENTS });

const slide: Step = create(StepSchema, { kind: { case: "slideTab", value: { type: 1 } } });
const end: Step = create(StepSchema, { kind: { case: "endTurn", value: {} } });

const answerFor = (positionDigest: string, gain = 100): SuggestResponse =>
  create(SuggestResponseSchema, { positionDigest, lines: [{ gain, steps: [{ step: slide }, { step: end }] }] });

/** A call that a test answers when it likes. */
interface Call {
  readonly request: Partial<SuggestRequest>;
  readonly signal: AbortSignal;
  readonly answer: (suggestion: SuggestResponse) => void;
  readonly fail: (error: unknown) => void;
}

const calls: Call[] = [];
let analysis: { readonly suggestion: SuggestResponse; readonly final: boolean }[] = [];
let go: () => void = () => {};

function called(request: object, signal: AbortSignal | undefined): Promise<SuggestResponse> {
  return new Promise((answer, fail) => {
    calls.push({ request, signal: signal ?? new AbortController().signal, answer, fail });
  });
}

const advisor = {
  suggest: (request: object, options?: { signal?: AbortSignal }) => called(request, options?.signal),
  async evaluatePlan(request: object, options?: { signal?: AbortSignal }) {
    const best = await called(request, options?.signal);
    return create(EvaluatePlanResponseSchema, { best, line: { gain: 40 }, gap: 60 });
  },
  async *analyze(_: { question: object }, options?: { signal?: AbortSignal }) {
    for (const message of analysis) {
      await new Promise<void>((resolve, reject) => {
        go = resolve;
        options?.signal?.addEventListener("abort", () => reject(new ConnectError("given up", Code.Canceled)));
      });
      yield create(AnalyzeResponseSchema, message);
    }
  },
} as unknown as Advisor;

let game: FakeGame;
let advising: Advising;

/** Let everything that is waiting come to its end. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

const lastCall = (): Call => {
  const call = calls.at(-1);
  if (call === undefined) {
    throw new Error("nothing has been asked");
  }
  return call;
};

const bestLine = () => {
  const line = advising.answer.value?.suggestion.lines[0];
  if (line === undefined) {
    throw new Error("there is no line");
  }
  return line;
};

beforeEach(() => {
  calls.length = 0;
  analysis = [];
  game = new FakeGame(first, "first");
  advising = new Advising(game, advisor, keptSettings({ getItem: () => null, setItem: () => {} }));
  const stop = advising.start();
  return stop;
});

async function suggested(digest = "first") {
  void advising.suggest();
  lastCall().answer(answerFor(digest));
  await settle();
}

describe("a suggestion", () => {
  test("is asked for with the settings, told, and drawn", async () => {
    advising.settings.lines.value = 4;
    await suggested();
    // The work is that of the command: the same position is answered in the same way.
    const limits = { timeLimit: { seconds: 0n, nanos: 5e8 }, workLimit: 1 };
    expect(lastCall().request).toMatchObject({ position: first, maxLines: 4, ...limits });
    expect(advising.source.value).toBe("table");
    expect(advising.told.value).toContain("1 plan. The best gains 1.00 VP in 2 steps.");
    expect(advising.overlay.value.ghosts).toHaveLength(1);
    expect(advising.question.value).toBeUndefined();
  });

  test("can be shown or not", async () => {
    await suggested();
    advising.show(undefined);
    expect(advising.overlay.value).toEqual(emptyOverlay);
    advising.show(bestLine());
    expect(advising.overlay.value.ghosts).toHaveLength(1);
  });

  test("which comes late, when another position lies on the table, is dropped, and its call is aborted", async () => {
    void advising.suggest();
    const { signal, answer } = lastCall();
    game.putOn(third, "third");
    expect(signal.aborted).toBe(true);
    expect(advising.question.value).toBeUndefined();
    answer(answerFor("first"));
    await settle();
    expect(advising.answer.value).toBeUndefined();
    expect(advising.overlay.value).toEqual(emptyOverlay);
  });

  test("which comes after a newer question is dropped", async () => {
    void advising.suggest();
    const older = lastCall();
    void advising.suggest();
    expect(older.signal.aborted).toBe(true);
    older.answer(answerFor("first", 1));
    await settle();
    expect(advising.answer.value).toBeUndefined();
    lastCall().answer(answerFor("first", 2));
    await settle();
    expect(bestLine().gain).toBe(2);
  });

  test("whose digest is not that of the table is never taken", async () => {
    game.decisionStart.value = third;
    game.decisionSteps.value = [slide];
    await suggested("something else");
    expect(advising.answer.value).toBeUndefined();
  });

  test("goes away with its position", async () => {
    await suggested();
    game.putOn(third, "third");
    expect(advising.answer.value).toBeUndefined();
    expect(advising.overlay.value).toEqual(emptyOverlay);
  });

  test("that fails says why, and can be asked for again", async () => {
    void advising.suggest();
    lastCall().fail(new Error("It broke."));
    await settle();
    expect(advising.message.value).toBe("It broke.");
    expect(advising.question.value).toBeUndefined();
    await suggested();
    expect(bestLine().gain).toBe(100);
  });

  test("is not asked for where nothing is to be decided", async () => {
    game.putOn(create(PositionSchema, { phase: Phase.GAME_OVER }), "over");
    await advising.suggest();
    game.putOn(create(PositionSchema, { andrew: { toAct: true } }), "andrew");
    await advising.suggest();
    expect(calls).toHaveLength(0);
  });
});

describe("accepting", () => {
  test("plays all steps of the line", async () => {
    await suggested();
    await advising.accept(bestLine());
    expect(game.played).toEqual([[slide, end]]);
    expect(advising.message.value).toBe("The plan has been played: 2 steps.");
  });

  test("of a line whose position has been left plays nothing", async () => {
    await suggested();
    const line = bestLine();
    game.putOn(third, "third");
    await advising.accept(line);
    expect(game.played).toEqual([]);
    expect(advising.message.value).toContain("another position");
  });

  test("of a line for the beginning of the decision takes the steps since back before", async () => {
    await suggested();
    game.putOn(second, "second", { start: first, steps: [slide] });
    expect(advising.source.value).toBe("start");
    game.undoing = () => game.putOn(first, "first");
    await advising.accept(bestLine());
    expect(game.played).toEqual([[slide, end]]);
  });

  test("plays nothing where taking back leads elsewhere", async () => {
    await suggested();
    const line = bestLine();
    game.putOn(second, "second", { start: first, steps: [slide] });
    game.undoing = () => game.putOn(third, "third");
    await advising.accept(line);
    expect(game.played).toEqual([]);
  });

  test("says why the game refused", async () => {
    await suggested();
    game.playing = () => Promise.reject(new Error("No."));
    await advising.accept(bestLine());
    expect(advising.message.value).toBe("No.");
  });

  test("waits for nothing: while the game is busy nothing is played", async () => {
    await suggested();
    game.busy.value = true;
    await advising.accept(bestLine());
    expect(game.played).toEqual([]);
  });
});

describe("an analysis", () => {
  const better = { suggestion: answerFor("first", 10), final: false };
  const best = { suggestion: answerFor("first", 20), final: true };

  test("tells better answers as they come, and the final one", async () => {
    analysis = [better, best];
    const asked = advising.analyze();
    await settle();
    go();
    await settle();
    expect([bestLine().gain, advising.answer.value?.final]).toEqual([10, false]);
    expect(advising.told.value).toContain("The search goes on.");
    go();
    await asked;
    expect([bestLine().gain, advising.answer.value?.final]).toEqual([20, true]);
    expect(advising.question.value).toBeUndefined();
  });

  test("is cancelled by a click, and its best plans stay", async () => {
    analysis = [better, best];
    const asked = advising.analyze();
    await settle();
    go();
    await settle();
    advising.cancel();
    await asked;
    expect(advising.answer.value).toMatchObject({ final: true, cancelled: true });
    expect(bestLine().gain).toBe(10);
    expect(advising.message.value).toContain("cancelled");
  });

  test("without a final answer is a failure", async () => {
    analysis = [better];
    const asked = advising.analyze();
    await settle();
    go();
    await asked;
    expect(advising.message.value).toBe("The analysis ended without a final answer.");
  });
});

describe("checking the own move", () => {
  test("asks about the steps since the beginning of the decision", async () => {
    game.putOn(second, "second", { start: first, steps: [slide] });
    void advising.check();
    expect(lastCall().request).toMatchObject({ position: first, steps: [slide] });
    lastCall().answer(answerFor("first"));
    await settle();
    expect(advising.answer.value?.judged?.evaluation.gap).toBe(60);
    expect(advising.source.value).toBe("start");
    expect(advising.told.value).toBe("Your steps are legal. The best plan gains 0.60 VP more.");
  });

  test("asks nothing where no step has been taken", async () => {
    await advising.check();
    expect(calls).toHaveLength(0);
    expect(advising.message.value).toContain("no step to check yet");
  });

  test.each<[string, Step[]]>([
    ["a further step is taken", [slide, end]],
    ["its step is taken back", []],
    ["another step is in its place", [end]],
  ])("says nothing of steps that are no longer those on the table: %s", async (_, steps) => {
    game.putOn(second, "second", { start: first, steps: [slide] });
    void advising.check();
    lastCall().answer(answerFor("first"));
    await settle();
    // The same steps in other messages are the same steps.
    game.putOn(second, "second", { start: first, steps: [clone(StepSchema, slide)] });
    expect(advising.answer.value?.judged).toBeDefined();
    game.putOn(steps.length === 0 ? first : third, "other", { start: first, steps });
    expect(advising.answer.value?.judged).toBeUndefined();
    // The best plan for the start of the decision is as good as it was.
    expect([advising.source.value, bestLine().gain]).toEqual(["start", 100]);
  });

  test("is given up while it is under way as soon as other steps are taken", async () => {
    game.putOn(second, "second", { start: first, steps: [slide] });
    void advising.check();
    const { signal, answer } = lastCall();
    game.putOn(second, "second", { start: first, steps: [clone(StepSchema, slide)] });
    expect(signal.aborted).toBe(false);
    game.putOn(create(PositionSchema, { round: 1, player: 0 }), "further", { start: first, steps: [slide, slide] });
    expect(signal.aborted).toBe(true);
    answer(answerFor("first"));
    await settle();
    expect(advising.answer.value).toBeUndefined();
  });
});

test("what is asked about the start goes on when a further step is taken, and is given up with the decision", () => {
  game.putOn(second, "second", { start: first, steps: [slide] });
  void advising.suggest("start");
  game.putOn(create(PositionSchema, { round: 1, player: 0 }), "further", { start: first, steps: [slide, slide] });
  expect(lastCall().signal.aborted).toBe(false);
  game.putOn(third, "third");
  expect(lastCall().signal.aborted).toBe(true);
});

describe("by itself", () => {
  test("a suggestion is asked for at each position, once it is wanted", async () => {
    expect(calls).toHaveLength(0);
    advising.settings.automatic.value = true;
    expect(calls).toHaveLength(1);
    game.busy.value = true;
    game.putOn(third, "third");
    expect(calls).toHaveLength(1);
    game.busy.value = false;
    expect(calls).toHaveLength(2);
    expect((lastCall().request.position as Position).round).toBe(2);
  });
});

test("what is to be avoided goes with the questions of this decision only", async () => {
  await suggested();
  const avoided = { pattern: { kind: "slide_tab" } as never, sentence: "slides" };
  void advising.avoid(avoided);
  expect(lastCall().request.avoid).toEqual([avoided.pattern]);
  lastCall().answer(answerFor("first"));
  await settle();
  expect(advising.answer.value?.restricted).toBe(true);
  void advising.permit(avoided);
  expect(lastCall().request.avoid).toEqual([]);
  void advising.avoid(avoided);
  game.putOn(third, "third");
  expect(advising.avoided.value).toEqual([]);
});

describe("that the service cannot be reached", () => {
  const away = () => new ConnectError("Failed to fetch", Code.Unavailable);

  async function asked(failure: Error) {
    void advising.suggest();
    lastCall().fail(failure);
    await settle();
  }

  test("is said until it is back", async () => {
    await asked(away());
    expect(advising.message.value).toContain("cannot be reached");
    advising.serviceIsBack();
    expect(advising.message.value).toBe("");
  });

  test("is all that is forgotten then: what else went wrong stays", async () => {
    await asked(away());
    await asked(new Error("It broke."));
    advising.serviceIsBack();
    expect(advising.message.value).toBe("It broke.");
  });

  test("is forgotten also where a plan was to be played", async () => {
    await suggested();
    game.playing = () => Promise.reject(away());
    await advising.accept(bestLine());
    expect(advising.message.value).toContain("cannot be reached");
    advising.serviceIsBack();
    expect(advising.message.value).toBe("");
  });
});
