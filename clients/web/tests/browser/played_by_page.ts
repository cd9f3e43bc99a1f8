/** Playing by the buttons of the page. */

import { readFile } from "node:fs/promises";
import { type GameRecord, recordFromJson } from "carnegie-client";
import type { Page } from "playwright-core";

interface Wanted {
  readonly seed: number;
  readonly level?: number;
}

/** Begin a solo game, from the start. */
export async function begin(page: Page, { seed, level = 1 }: Wanted): Promise<void> {
  await page.getByLabel("Andrew's level").selectOption(String(level));
  await page.getByLabel("Seed", { exact: true }).fill(String(seed));
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { name: "Solo game" }).waitFor();
}

/** Ask for a suggestion, and wait until it is there. */
export async function suggest(page: Page): Promise<void> {
  await page.locator(".advice-suggest:enabled").click();
  await page.getByRole("button", { name: "Accept plan 1" }).waitFor();
}

/** Accept the best plan suggested, and wait until it, and what Andrew does then, has been played. */
export async function accept(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Accept plan 1" }).click();
  await page.locator(".game[aria-busy=false] .advice-message:has-text('has been played'), .outcome").first().waitFor();
}

export async function isOver(page: Page): Promise<boolean> {
  return page.getByRole("region", { name: "Final score" }).isVisible();
}

/** Accept suggestions until what the game waits for is as described, or the game is over. */
export async function acceptUntil(page: Page, awaited: RegExp): Promise<void> {
  while (!awaited.test(await awaitedOn(page)) && !(await isOver(page))) {
    await suggest(page);
    await accept(page);
  }
}

/** What the game on the page waits for, such as "Round 5, the turn: Construction". */
export async function awaitedOn(page: Page): Promise<string> {
  return (await page.locator(".status-words strong").textContent()) ?? "";
}

/** Wait until everything has been saved. */
export async function saved(page: Page): Promise<void> {
  await page.locator(".status-words .saving", { hasText: /^Saved/ }).waitFor();
}

/** The id of the game that is open. */
export const gameId = (page: Page): string => new URL(page.url()).hash.replace("#/game/", "");

/** The game as the page exports it. */
export async function exported(page: Page): Promise<GameRecord> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  return recordFromJson(await readFile(await download.path(), "utf8"));
}
