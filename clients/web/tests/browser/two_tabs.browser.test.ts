/** Two tabs with one game, and a service that goes away: nothing is lost, and nothing overwritten silently. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showHistory, stepsOnTable } from "./clicked.js";
import { keptAt, type Played, playedByCommand } from "./kept_games.js";
import { exported, gameId, saved } from "./played_by_page.js";
import { Watched } from "./watched_page.js";

let watched: Watched;
let played: Played;
/** The browser itself reports that a save was refused. */
const CONFLICT = /status of 409/;
/** A point of the game at which the housing disk of the setup can be placed. */
const BEGINNING = 0;

beforeAll(async () => {
  watched = await Watched.start();
  played = await playedByCommand(watched.service, 7);
});
afterAll(() => watched.stop());

/** Open a kept game in a tab, with its history shown. */
async function opened(place: string, visitor = watched.visitor()): Promise<Page> {
  const page = await watched.open(place, await visitor);
  await showHistory(page);
  return page;
}

/** Place the Housing disk in a city, by the list of the legal steps. */
async function placeIn(page: Page, city: string): Promise<void> {
  await page.getByLabel("Find a step").fill(city);
  await page.locator(".moves-list button", { hasText: city }).first().click();
}

/** The steps of a game as the service keeps it, the undone ones too. */
async function keptSteps(id: string): Promise<readonly unknown[]> {
  const { game } = await watched.service.calls.games.loadGame({ id });
  return game?.content.case === "record" ? game.content.value.steps : [];
}

/** Two tabs of one visitor with one game, each with another step: that of the first is kept. */
async function disagreeing() {
  const visitor = await watched.visitor();
  const place = await keptAt(watched.service, played, BEGINNING);
  const [first, second] = [
    await opened(place, Promise.resolve(visitor)),
    await opened(place, Promise.resolve(visitor)),
  ];
  await placeIn(first, "Chicago");
  await stepsOnTable(first, 1);
  await saved(first);
  const kept = await keptSteps(gameId(first));
  await placeIn(second, "New Orleans");
  await second.getByRole("alert").getByText("has been played on in another tab").waitFor();
  expect(await keptSteps(gameId(first))).toEqual(kept);
  return { first, second, kept };
}

test("a second tab is told, and takes what the first has saved", async () => {
  const { first, second, kept } = await disagreeing();
  await second.getByRole("button", { name: "Load the other one" }).click();
  await second.getByRole("alert").waitFor({ state: "detached" });
  await showHistory(second);
  await stepsOnTable(second, 1);
  expect((await exported(second)).finalDigest).toBe((await exported(first)).finalDigest);
  expect(await keptSteps(gameId(second))).toEqual(kept);
  expect(watched.takeErrors(CONFLICT)).toEqual([]);
});

test("a second tab is told, and goes on as a copy", async () => {
  const { first, second, kept } = await disagreeing();
  await second.getByRole("button", { name: "Save this one as a copy" }).click();
  await second.getByRole("alert").waitFor({ state: "detached" });
  await expect.poll(() => gameId(second)).not.toBe(gameId(first));
  await saved(second);
  expect(await keptSteps(gameId(first))).toEqual(kept);
  expect(await keptSteps(gameId(second))).toEqual((await exported(second)).steps);
  expect((await exported(second)).finalDigest).not.toBe((await exported(first)).finalDigest);
  expect(watched.takeErrors(CONFLICT)).toEqual([]);
});

test("a service that crashes and comes back has every step, and the page goes on", async () => {
  const page = await opened(await keptAt(watched.service, played, BEGINNING));
  await placeIn(page, "Chicago");
  await stepsOnTable(page, 1);
  await saved(page);
  await watched.service.crash();
  await page.locator(".status-bar").getByRole("button", { name: "Undo" }).click();
  await page.getByText("The service cannot be reached.").waitFor();
  await page.getByText("The last steps are not saved yet.", { exact: true }).waitFor();
  expect(watched.takeErrors(/net::ERR_/)).toEqual([]);

  await watched.service.comeBack();
  await page.getByText("The service cannot be reached.").waitFor({ state: "detached" });
  await saved(page);
  // One more may have reached nobody just before.
  expect(watched.takeErrors(/net::ERR_/)).toEqual([]);
  await placeIn(page, "New Orleans");
  await stepsOnTable(page, 1);
  await saved(page);
  const record = await exported(page);
  expect(await keptSteps(gameId(page))).toEqual(record.steps);
  await page.reload();
  await showHistory(page);
  await stepsOnTable(page, 1);
  expect((await exported(page)).finalDigest).toBe(record.finalDigest);
  expect(watched.errors).toEqual([]);
});
