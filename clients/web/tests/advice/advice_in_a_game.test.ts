/** Advice in a real game: asked for, accepted, compared with own steps. */

import { signal } from "@preact/signals";
import { type Connection, connect, DepartmentPool, Phase, TimelineLayout } from "carnegie-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { Advising } from "../../src/advice/advising.js";
import { keptSettings } from "../../src/advice/settings.js";
import { SoloGame } from "../../src/game/solo_game.js";
import { Choosing } from "../../src/moves/choosing.js";

let running: RealService;
let service: Connection;

beforeAll(async () => {
  running = await startService();
  service = connect(running.address);
}, 90_000);

afterAll(() => running?.stop());

async function begin() {
  const set = { level: 1, pool: DepartmentPool.BASE, layout: TimelineLayout.ROWS, seed: 116 };
  const game = await SoloGame.begin(service, set);
  const advising = new Advising(game, service.advisor, keptSettings({ getItem: () => null, setItem: () => {} }));
  const choosing = new Choosing(game, service, { endsByItself: signal(false) });
  advising.start();
  choosing.start();
  return { game, advising, choosing };
}

/** Have the best plan of the answer played. */
async function acceptBest(advising: Advising) {
  const line = advising.answer.value?.suggestion.lines[0];
  expect(line).toBeDefined();
  if (line !== undefined) {
    await advising.accept(line);
  }
}

const until = async (holds: () => boolean) => {
  for (let waited = 0; waited < 400 && !holds(); waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(holds()).toBe(true);
};

test("accepted suggestions lead through the setup and the first rounds", async () => {
  const { game, advising } = await begin();
  while ((game.position.value.round ?? 1) < 4) {
    const before = game.digest.value;
    await advising.suggest();
    expect(advising.answer.value?.digest).toBe(before);
    await acceptBest(advising);
    expect(game.digest.value).not.toBe(before);
    expect(advising.answer.value).toBeUndefined();
  }
}, 120_000);

test("own steps are judged, and the best plan is played in their place", async () => {
  const { game, advising, choosing } = await begin();
  await advising.suggest();
  await acceptBest(advising);
  expect(game.position.value.phase).toBe(Phase.SETUP_MOVES);
  // Somebody from the Lobby goes to a corner: several spaces in one step.
  await until(() => choosing.options.value.some((option) => option.sentence.endsWith(": 3 moves")));
  const far = choosing.options.value.find((option) => option.sentence.endsWith(": 3 moves"));
  const { targets: [employee = "", space = ""] = [] } = far ?? {};
  choosing.choose(employee);
  choosing.choose(space);
  await until(() => game.decisionSteps.value.length === 1 && !game.busy.value);
  expect(game.decisionSteps.value).toEqual([far?.step]);

  await advising.check();
  const judged = advising.answer.value?.judged?.evaluation;
  expect(judged?.refusal).toBeUndefined();
  expect(judged?.gap).toBeGreaterThan(0);

  await advising.suggest("start");
  expect(advising.source.value).toBe("start");
  await acceptBest(advising);
  expect(game.position.value.phase).toBe(Phase.SETUP_STANDING_UP);
}, 60_000);

test("an analysis of a real service ends with exactly one final answer", async () => {
  const { advising } = await begin();
  const finals: boolean[] = [];
  const { answer } = advising;
  answer.subscribe((now) => now && finals.push(now.final));
  await advising.analyze();
  expect(finals.filter(Boolean)).toHaveLength(1);
  expect(finals.at(-1)).toBe(true);
}, 60_000);

test("a cancelled analysis leaves the service free", async () => {
  const { advising } = await begin();
  const analysis = advising.analyze();
  advising.cancel();
  await analysis;
  expect(advising.question.value).toBeUndefined();
  await advising.suggest();
  expect(advising.answer.value?.final).toBe(true);
}, 60_000);
