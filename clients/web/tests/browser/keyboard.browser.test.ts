/** The page by keys alone: the focus is always somewhere, and seen. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepsOnTable } from "./clicked.js";
import { begin } from "./played_by_page.js";
import { Watched } from "./watched_page.js";

/** The most times that Tab is pressed on the way to something. */
const MOST_TABS = 150;

let watched: Watched;

beforeAll(async () => {
  watched = await Watched.start();
});
afterAll(() => watched.stop());

/** Press Tab until what has the focus fits, which has to be seen all along. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    await page.keyboard.press("Tab");
    const focus = await focusOn(page);
    expect(focus.isSeen, focus.html).toBe(true);
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) {
      return;
    }
  }
  throw new Error(`${selector} has not been reached by ${MOST_TABS} times Tab`);
}

/** What has the focus: whether it is marked, on the screen, and not below something else. */
async function focusOn(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth, stroke } = getComputedStyle(focused);
    const marked =
      (outlineStyle !== "none" && outlineWidth !== "0px") || (focused instanceof SVGElement && stroke !== "none");
    const { left, top, width, height } = focused.getBoundingClientRect();
    // Of something large any part will do.
    const spots = [0.1, 0.5, 0.9].map((part) => [left + width * part, top + height * part] as const);
    const onTop = spots.some(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return (
        there !== null && (focused.contains(there) || there.contains(focused) || there.closest("label, svg") !== null)
      );
    });
    const isNowhere = focused === document.body;
    return { isNowhere, isSeen: !isNowhere && marked && onTop, html: focused.outerHTML.slice(0, 200) };
  });
}

/** Go to a part of the game by its key, and wait until its heading has the focus. */
async function goToPart(page: Page, key: string, id: string): Promise<void> {
  await page.keyboard.press(key);
  await page.locator(`#${id} h2:focus`).waitFor();
}

async function notLost(page: Page): Promise<void> {
  const focus = await focusOn(page);
  expect(focus.isNowhere, "the focus is nowhere").toBe(false);
}

test("begin, choose a step, take a suggestion, undo", async () => {
  const page = await watched.open();
  await tabTo(page, "input[name=seed]");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.locator(".moves[aria-busy=false]").waitFor();
  await notLost(page);

  // A place on the table.
  await goToPart(page, "t", "table");
  await tabTo(page, ".spot-outline[role=button][data-target^='city:']");
  await page.keyboard.press("Enter");
  // The step is on the table once it can be taken back; until then the page is still drawn anew.
  await page.locator("button:enabled", { hasText: "Undo" }).first().waitFor();
  await goToPart(page, "g", "records");
  await tabTo(page, "[role=tab][aria-selected=true]");
  await page.keyboard.press("ArrowRight");
  await stepsOnTable(page, 1);
  await notLost(page);

  // A step from the list.
  await goToPart(page, "m", "moves");
  await tabTo(page, "#moves details summary");
  await page.keyboard.press("Enter");
  await notLost(page);

  // A suggestion, which is accepted.
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Accept plan 1" }).waitFor();
  await notLost(page);
  await goToPart(page, "a", "advice");
  await tabTo(page, "#advice .advice-line .advice-buttons button");
  await page.keyboard.press("Enter");
  await page.locator(".advice-message", { hasText: "has been played" }).waitFor();
  await notLost(page);

  await page.keyboard.press("u");
  await page.locator(".history > p", { hasText: "undone" }).waitFor();
  await notLost(page);
  await page.keyboard.press("r");
  await expect.poll(() => page.locator(".history > p").textContent()).not.toContain("undone");
  await notLost(page);

  // Help, and back to where one was.
  const before = await focusOn(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect((await focusOn(page)).html).toBe(before.html);
  expect(watched.errors).toEqual([]);
});

test("what is undone takes no control away without the focus going to a heading", async () => {
  const page = await watched.open();
  await begin(page, { seed: 7 });
  await page.locator(".moves[aria-busy=false]").waitFor();
  await page.locator("#moves details summary").first().click();
  await page.locator("#moves details button").first().click();
  for (const name of ["Check my move", "Suggest from the start of the decision"]) {
    await page.locator(".game[aria-busy=false] .moves[aria-busy=false]").waitFor();
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("u");
    await page.locator("#advice h2:focus").waitFor();
    await page.keyboard.press("r");
  }
  await page.locator(".game[aria-busy=false] .moves[aria-busy=false]").waitFor();

  // A button that cannot be pressed any more leads to the words beside it, and is not followed by another one.
  const undo = page.locator(".status-bar").getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.keyboard.press("Enter");
  await page.locator(".status-words:focus").waitFor();
  expect(await undo.isDisabled()).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Redo");
  await page.keyboard.press("Enter");
  await page.locator(".status-words:focus").waitFor();
  expect(watched.errors).toEqual([]);
});
