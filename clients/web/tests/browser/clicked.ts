/** Steps entered by clicks on the picture of the table. */

import type { Mission, Step } from "carnegie-client";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Target, target } from "../../src/table/targets.js";

/** Show the history, from which is read how many steps are on the table. */
export async function showHistory(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "History" }).click();
}

/** Wait until so many steps are on the table, and so many undone. */
export async function stepsOnTable(page: Page, count: number, undone = 0): Promise<void> {
  const [steps, others] = [count, undone].map((number) => `${number} ${number === 1 ? "step" : "steps"}`);
  const text = undone === 0 ? `${steps} on the table.` : `${steps} on the table. ${others} undone`;
  await expect.poll(() => page.locator(".history > p").textContent(), { timeout: 30_000 }).toContain(text);
  await page.locator(".game[aria-busy=false] .moves[aria-busy=false]").waitFor();
}

/**
 * Enter a step by clicks: on its places one after the other until it is taken, then in the list of what is left. A step
 * without places is a button.
 *
 * @param before how many steps are on the table
 */
export async function enter(page: Page, step: Step, before: number): Promise<void> {
  for (const place of placesOf(step)) {
    if (!(await isTaken(page, before))) {
      await clickPlace(page, place);
      await settled(page, place, before);
    }
  }
  if (!(await isTaken(page, before))) {
    await buttonOf(page, step).click();
  }
}

/** Click a place: of a space of the Company its top, for its middle is full of workstations. */
async function clickPlace(page: Page, place: Target): Promise<void> {
  const outline = page.locator(`[data-target="${place}"][role=button]`);
  await outline.scrollIntoViewIfNeeded();
  const box = await outline.boundingBox();
  const isSpace = place.startsWith("space:") && box !== null;
  await outline.click(isSpace ? { position: { x: box.width / 2, y: 8 } } : {});
}

/** Wait until a click has taken the step, or chosen the place. */
async function settled(page: Page, place: Target, before: number): Promise<void> {
  const isChosen = () => page.locator(`[data-target="${place}"][aria-pressed=true]`).isVisible();
  await expect.poll(async () => (await isTaken(page, before)) || (await isChosen()), { timeout: 30_000 }).toBe(true);
}

async function isTaken(page: Page, before: number): Promise<boolean> {
  const said = (await page.locator(".history > p").textContent()) ?? "";
  return Number.parseInt(said, 10) > before;
}

/** What is clicked for a step that has no places, or is told from others by an amount only. */
function buttonOf(page: Page, { kind }: Step) {
  switch (kind.case) {
    case "endTurn":
      return page.locator(".moves-end:enabled");
    case "sellGoods":
      return page.locator(".moves-list button", { hasText: new RegExp(`^Sell ${kind.value.count} goods`) });
    default:
      return page.locator("#moves .moves-offered button", { hasText: "for money" });
  }
}

/** The places of a step, as a person who reads the rules would point at them. */
function placesOf({ kind }: Step): Target[] {
  switch (kind.case) {
    case "placeHousing":
      return [target.city(kind.value.city, kind.value.citySpace)];
    case "reserveDepartment":
      return [target.tile(kind.value.department)];
    case "moveEmployee": {
      const { path, standingAt } = kind.value;
      const [start = "", end = ""] = [path[0], path.at(-1)];
      const who = standingAt === undefined ? target.lying(start) : target.workstation(start, standingAt);
      return [who, target.space(end)];
    }
    case "standUp":
      return [target.lying(kind.value.space), target.workstation(kind.value.space, kind.value.workstation)];
    case "selectTimeline":
      return [target.row(kind.value.row)];
    case "donate":
      return [target.donation(kind.value.donation)];
    case "buildProject": {
      const { space, mission, type, city, citySpace } = kind.value;
      return [...sent(space, mission), target.city(city, citySpace), target.tab(type)];
    }
    case "useDepartment":
      return [target.space(kind.value.space), ...sent(kind.value.space, kind.value.mission)];
    case "bringHome":
      return [target.space("lobby")];
    case "advanceTransport":
      return [target.track(kind.value.region)];
    case "slideTab":
      return [target.tab(kind.value.type)];
    default:
      return [];
  }
}

const sent = (space: string, mission: Mission | undefined): Target[] =>
  mission === undefined ? [] : [target.workstation(space, mission.standingAt), target.mission(mission.region)];
