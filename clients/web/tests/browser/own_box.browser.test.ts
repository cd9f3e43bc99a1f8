/** The person's own box: faults told at their fields, a game with the values, the file for the command and back. */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../../typescript/tests/real_service.js";
import { carnegie } from "./command.js";
import { begin } from "./played_by_page.js";
import { Watched } from "./watched_page.js";

let watched: Watched;

beforeAll(async () => {
  watched = await Watched.start();
});
afterAll(() => watched.stop());

const fieldset = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

/** Wait until what is in the form has been checked, with such an outcome. */
async function checkedAs(page: Page, words: string): Promise<void> {
  await page.locator(".box-actions [role=status] p", { hasText: new RegExp(`^${words}`) }).waitFor();
}

test("values are entered, mended, saved, played with, exported, and imported again", async () => {
  const visitor = await watched.visitor();
  const page = await watched.open("#/box", visitor);
  const costs = fieldset(page, "Construction").getByLabel("Dollars under its workstations");
  const housing = fieldset(page, "Housing, side A");
  const income = housing.getByLabel("Income").first();

  // Faults are told at their fields, and nothing can be saved with them.
  await costs.fill("7 much");
  await income.fill("3 dollars");
  await checkedAs(page, "2 faults");
  for (const field of [costs, income]) {
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const fault = await field.getAttribute("aria-describedby");
    expect(await page.locator(`#${fault}`).textContent()).not.toBe("");
  }
  const save = page.getByRole("button", { name: "Save", exact: true });
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Show the first one" }).click();
  expect(await page.evaluate(() => document.activeElement?.outerHTML)).toBe(
    await costs.evaluate((field) => field.outerHTML),
  );

  await costs.fill("7 8 9");
  await checkedAs(page, "1 fault");
  await income.fill("$9");
  await checkedAs(page, "All is well. It is not saved yet.");

  // What contradicts itself is told at a field, too.
  const space = fieldset(page, "Construction").getByLabel("Space");
  const spaceBefore = await space.inputValue();
  await space.selectOption(await fieldset(page, "Human Resources").getByLabel("Space").inputValue());
  await checkedAs(page, "1 fault");
  expect(await space.getAttribute("aria-invalid")).toBe("true");
  const twice = page.locator(`#${await space.getAttribute("aria-describedby")}`);
  expect(await twice.textContent()).toContain("where Human Resources is");
  await space.selectOption(spaceBefore);
  await checkedAs(page, "All is well. It is not saved yet.");
  // What is entered in part stays a stand-in, until it is said that all of it has been entered.
  const marks = page.getByLabel("All values of this part are those of my own copy");
  const standIns = page.locator(".box-actions [role=status] li");
  expect(await marks.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked))).toEqual([
    false,
    false,
  ]);
  await expect.poll(() => standIns.allTextContents()).toHaveLength(3);
  expect(await page.locator(".box-section").first().textContent()).toContain("16 of 17 fields still hold stand-ins");
  await save.click();
  await checkedAs(page, "Saved.");
  await page.goto(`${watched.service.address}/#/`);
  await page.locator(".start .stand-ins li", { hasText: "the company board" }).waitFor();
  await page.goto(`${watched.service.address}/#/box`);
  for (const mark of await marks.all()) {
    await mark.check();
  }
  await expect.poll(() => standIns.allTextContents()).toEqual(["the prices of the expansion's bidding"]);
  await save.click();
  await checkedAs(page, "Saved.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const file = await download.path();

  // A game has the values, after the page has been loaded again, too.
  await page.goto(`${watched.service.address}/#/`);
  await page.reload();
  // The start says what a game that is begun now is played with.
  const note = page.locator(".start .stand-ins");
  await note.getByText("the prices of the expansion's bidding").waitFor();
  expect(await note.getByText("the company board").count()).toBe(0);
  await page.getByLabel("With the values of my own box").uncheck();
  await note.getByText("the company board").waitFor();
  await page.getByLabel("With the values of my own box").check();
  await begin(page, { seed: 7 });
  await page.locator(".spot-choice").first().waitFor();
  for (const [index, dollars] of ["$7", "$8", "$9"].entries()) {
    const label = page.locator(`[data-target="workstation:c1:${index + 1}"] title`);
    expect(await label.textContent()).toContain(`of Construction, space c1, ${dollars},`);
  }
  expect(await page.locator("#table").getByText("stand-in values").count()).toBe(0);
  await page.getByRole("tab", { name: "Stand-ins" }).click();
  const ofGame = page.getByRole("tabpanel").locator(".stand-ins");
  await ofGame.waitFor();
  expect(await ofGame.textContent()).not.toMatch(/company board|project tabs/);
  await page.locator(".advice-suggest:enabled").click();
  await page.getByRole("button", { name: "Accept plan 1" }).waitFor();
  expect(await page.locator(".advice-answer").textContent()).not.toMatch(/stand-ins.*(company board|project tabs)/);

  // The command takes the file.
  const position = `${ROOT}examples/positions/construction.json`;
  const answer = JSON.parse(await carnegie("suggest", position, "--components", file, "--json"));
  expect(answer.lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(answer.warnings ?? [])).not.toMatch(/company_board|project_tabs/);

  // Another visitor imports it, and has the same values.
  const other = await watched.open("#/box");
  await other.getByLabel("Import a components file").setInputFiles({
    name: "my-box.json",
    mimeType: "application/json",
    buffer: await readFile(file),
  });
  await checkedAs(other, "All is well. It is not saved yet.");
  expect(await fieldset(other, "Construction").getByLabel("Dollars under its workstations").inputValue()).toBe("7 8 9");
  expect(await fieldset(other, "Housing, side A").getByLabel("Income").first().inputValue()).toBe("$9");
  expect(watched.errors).toEqual([]);
});

test("why a file was not taken is said until the next thing is done", async () => {
  const page = await watched.open("#/box");
  const costs = fieldset(page, "Construction").getByLabel("Dollars under its workstations");
  const told = page.getByRole("alert");
  const choose = async (name: string, text: string) => {
    const file = { name, mimeType: "application/json", buffer: Buffer.from(text) };
    await page.getByLabel("Import a components file").setInputFiles(file);
  };
  await costs.fill("7 8 9");
  await checkedAs(page, "All is well. It is not saved yet.");
  await choose("a.json", '{"cities": 7}');
  await told.getByText("The file was not taken.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await checkedAs(page, "Saved.");
  await told.waitFor({ state: "detached" });
});

test("values that the service refuses are forgotten only by a second answer", async () => {
  const page = await watched.open();
  await page.evaluate(() => localStorage.setItem("carnegie.box", "{"));
  await page.goto(`${watched.service.address}/#/box`);
  await page.reload();
  const kept = () => page.evaluate(() => localStorage["carnegie.box"]);
  const forget = page.getByRole("button", { name: "Forget them" });
  await forget.click();
  const question = page.getByRole("dialog", { name: "Forget these values?" });
  await question.getByRole("button", { name: "Keep them" }).click();
  await question.waitFor({ state: "detached" });
  expect(await kept()).toBe("{");
  await forget.click();
  await question.getByRole("button", { name: "Forget them" }).click();
  await checkedAs(page, "Nothing has been entered.");
  expect(await kept()).toBe("");
  // The button that was pressed is gone with all around it.
  await page.locator("h1:focus").waitFor();
});

test("what is not saved is asked about before the tab is closed, and taken back while the service is away", async () => {
  const page = await watched.open("#/box");
  const costs = fieldset(page, "Construction").getByLabel("Dollars under its workstations");
  await checkedAs(page, "Nothing has been entered.");
  const before = await costs.inputValue();
  await costs.fill("7 8 9");
  await checkedAs(page, "All is well. It is not saved yet.");
  const question = page.waitForEvent("dialog");
  await page.evaluate(() => {
    setTimeout(() => location.reload());
  });
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  expect(await costs.inputValue()).toBe("7 8 9");

  await page.route("**/carnegie.v1.*/**", (route) => route.abort());
  await page.getByRole("button", { name: "Take back what is not saved" }).click();
  await expect.poll(() => costs.inputValue()).toBe(before);
  expect(watched.takeErrors(/Failed to load resource/)).toEqual([]);
});

test("another tab's values are not overwritten, and either may be kept", async () => {
  const visitor = await watched.visitor();
  const [first, second] = [await watched.open("#/box", visitor), await watched.open("#/box", visitor)];
  const costs = (page: Page) => fieldset(page, "Construction").getByLabel("Dollars under its workstations");
  const save = async (page: Page) => {
    await checkedAs(page, "All is well. It is not saved yet.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await checkedAs(page, "Saved.");
  };
  const told = second.getByRole("alert").getByText("Other values have been saved in another tab.");
  await checkedAs(second, "Nothing has been entered.");
  await costs(first).fill("7 8 9");
  await save(first);
  // Nothing has been entered there yet: the other tab has the same at once.
  await expect.poll(() => costs(second).inputValue()).toBe("7 8 9");

  await costs(second).fill("4 4 4");
  await costs(first).fill("5 5 5");
  await save(first);
  await told.waitFor();
  await second.getByRole("button", { name: "Load the other ones" }).click();
  await expect.poll(() => costs(second).inputValue()).toBe("5 5 5");
  await told.waitFor({ state: "detached" });

  await costs(second).fill("4 4 4");
  await costs(first).fill("6 6 6");
  await save(first);
  await told.waitFor();
  await second.getByRole("button", { name: "Save mine in their place" }).click();
  await checkedAs(second, "Saved.");
  // A tab in the background is in no hurry.
  await expect.poll(() => costs(first).inputValue(), { timeout: 10_000 }).toBe("4 4 4");
});

test("what the browser refuses to keep is said not to be saved, holds until the page is left, and is asked about", async () => {
  const visitor = await watched.visitor();
  await visitor.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(globalThis, "localStorage", { get: refuse });
    Object.defineProperty(globalThis, "indexedDB", { get: refuse });
  });
  const page = await watched.open("#/box", visitor);
  await fieldset(page, "Construction").getByLabel("Dollars under its workstations").fill("7 8 9");
  await checkedAs(page, "All is well. It is not saved yet.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const told = page.getByRole("alert");
  await told.getByText("Your values are not saved.").waitFor();
  expect(await told.textContent()).toContain("This browser does not let the page keep the values of your box: denied.");
  await checkedAs(page, "All is well. It is not saved yet.");
  const question = page.waitForEvent("dialog");
  await page.evaluate(() => {
    setTimeout(() => location.reload());
  });
  await (await question).dismiss();
  await page.getByRole("link", { name: "Games" }).click();
  await page.getByLabel("With the values of my own box").waitFor();
  // The start says that they are in this tab only, and leads back to them.
  await page.getByRole("link", { name: "The values of your own box" }).click();
  await told.getByText("Your values are not saved.").waitFor();
});
