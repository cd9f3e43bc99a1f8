/** A game by clicks on the table: undone across Andrew's turn, redone, and loaded again in the middle. */

import { toJson } from "@bufbuild/protobuf";
import { GameRecordSchema, type Step } from "carnegie-client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, showHistory, stepsOnTable } from "./clicked.js";
import { type Played, playedByCommand } from "./kept_games.js";
import { begin, exported, gameId, saved } from "./played_by_page.js";
import { Watched } from "./watched_page.js";

const SEED = 7;

let watched: Watched;
let played: Played;

beforeAll(async () => {
  watched = await Watched.start();
  played = await playedByCommand(watched.service, SEED);
});
afterAll(() => watched.stop());

/** Enter the steps of the game that the command played, up to a number of steps; Andrew makes his own. */
async function play(page: Page, steps: readonly Step[], from: number, to: number): Promise<void> {
  for (let count = from; count < to; count += 1) {
    const step = steps[count];
    if (step !== undefined && step.kind.case !== "playAndrew") {
      await enter(page, step, count);
      const next = steps[count + 1]?.kind.case === "playAndrew" ? count + 2 : count + 1;
      await stepsOnTable(page, next);
    }
  }
}

/** The digest after so many steps of the game, as the service replays it. */
async function digestAfter(count: number): Promise<string> {
  const { calls } = watched.service;
  const { positionDigest } = await calls.rules.replayRecord({ record: played.record, stepCount: count });
  return positionDigest;
}

test("places that are clicked make the same game as the same steps of the command", async () => {
  const { steps } = played.record;
  const page = await watched.open();
  await begin(page, { seed: SEED });
  await showHistory(page);
  const firstTurn = steps.findIndex(({ kind }) => kind.case === "selectTimeline");
  await play(page, steps, 0, firstTurn + 1);
  const afterAndrew = firstTurn + 2;
  expect((await exported(page)).finalDigest).toBe(await digestAfter(afterAndrew));

  // One step back is before the own step that Andrew's followed upon; one forward is after Andrew's again.
  await page.locator(".status-bar").getByRole("button", { name: "Undo" }).click();
  await stepsOnTable(page, firstTurn, 2);
  expect((await exported(page)).finalDigest).toBe(await digestAfter(firstTurn));
  await page.locator(".status-bar").getByRole("button", { name: "Redo" }).click();
  await stepsOnTable(page, afterAndrew);
  expect((await exported(page)).finalDigest).toBe(await digestAfter(afterAndrew));

  // Loaded again in the middle, with something undone.
  await page.locator(".status-bar").getByRole("button", { name: "Undo" }).click();
  await stepsOnTable(page, firstTurn, 2);
  await saved(page);
  await page.reload();
  await showHistory(page);
  await stepsOnTable(page, firstTurn, 2);
  expect((await exported(page)).finalDigest).toBe(await digestAfter(firstTurn));
  await page.locator(".status-bar").getByRole("button", { name: "Redo" }).click();
  await stepsOnTable(page, afterAndrew);

  const count = steps.findIndex(({ kind }) => kind.case === "slideTab") + 2;
  await play(page, steps, afterAndrew, count);
  await saved(page);
  const record = await exported(page);
  expect(record.finalDigest).toBe(await digestAfter(count));
  expect(record.steps).toEqual(steps.slice(0, count));
  const kinds = new Set(record.steps.map(({ kind }) => kind.case));
  expect(kinds.size).toBeGreaterThanOrEqual(12);

  // What the service keeps is what is on the page.
  const { game } = await watched.service.calls.games.loadGame({ id: gameId(page) });
  const kept = game?.content.case === "record" ? game.content.value : undefined;
  expect(kept && toJson(GameRecordSchema, kept)).toEqual(toJson(GameRecordSchema, record));
  expect(watched.errors).toEqual([]);
});
