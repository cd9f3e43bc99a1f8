/** Buttons that take themselves away when they are pressed: the focus is somewhere near afterwards, and seen. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Watched } from "./watched_page.js";

let watched: Watched;

beforeAll(async () => {
  watched = await Watched.start();
});
afterAll(() => watched.stop());

/** Press a button by the keyboard, and wait until what has the focus is a heading with such words, marked and on the screen. */
async function press(page: Page, name: string | RegExp, heading: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: typeof name === "string" }).first();
  await button.and(page.locator(":enabled")).waitFor();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page), { timeout: 20_000 }).toEqual({ heading, isMarked: true, isOnScreen: true });
}

async function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { outlineStyle } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    return {
      heading: element.matches("h1, h2, h3") ? element.textContent : element.outerHTML.slice(0, 100),
      isMarked: outlineStyle !== "none",
      isOnScreen: top >= 0 && bottom <= innerHeight,
    };
  });
}

const costs = (page: Page) =>
  page.getByRole("group", { name: "Construction", exact: true }).getByLabel("Dollars under its workstations");

test("the buttons of the own box", async () => {
  const visitor = await watched.visitor();
  const [page, other] = [await watched.open("#/box", visitor), await watched.open("#/box", visitor)];
  await costs(other).waitFor();
  await costs(page).fill("7 8 9");
  await press(page, "Save", "Your file");
  await costs(page).fill("7 8 1");
  await press(page, "Take back what is not saved", "Your file");
  for (const [name, dollars] of [
    ["Load the other ones", "2 2 2"],
    ["Save mine in their place", "3 3 3"],
  ] as const) {
    await costs(other).fill("1 1 1");
    await costs(page).fill(dollars);
    await press(page, "Save", "Your file");
    await press(other, name, "Your file");
  }
});

test("to check the own box again", async () => {
  const page = await watched.open("#/box");
  await page.getByText("Nothing has been entered.").waitFor();
  await page.route("**/carnegie.v1.*/**", (route) => route.abort());
  await costs(page).fill("5 5 5");
  await press(page, "Check it again", "Your file");
});

test("the buttons of a table in two tabs", async () => {
  const visitor = await watched.visitor();
  const page = await watched.open("#/table", visitor);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const other = await watched.open(new URL(page.url()).hash, visitor);
  for (const [tab, dollars] of [
    [page, "-1"],
    [other, "-2"],
  ] as const) {
    await tab.getByLabel("Part of the table").selectOption("Player");
    await tab.getByRole("textbox", { name: "Money" }).fill(dollars);
    await tab.getByText(/^\d+ faults?\.$/).waitFor();
  }
  await press(other, "Keep mine in its place", "The table");
  await press(page, "Load the other one", "A game at the table");
});

test("whoever clicks beside a field has left it, whatever changes on the page", async () => {
  const page = await watched.open("#/box");
  await costs(page).fill("7 8 9");
  await page.locator(".box > p").first().click();
  await page.locator(".box-actions p", { hasText: "All is well. It is not saved yet." }).waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});
