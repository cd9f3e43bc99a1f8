/** Every main state of the page, wide and light, narrow and dark: what axe finds, and whether anything sticks out. */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Phase } from "carnegie-client";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keptAt, type Played, playedByCommand, stepsBefore } from "./kept_games.js";
import { suggest } from "./played_by_page.js";
import { NARROW, Watched, WIDE } from "./watched_page.js";

const AXE = createRequire(import.meta.url).resolve("axe-core");

/** Where screenshots go, to be looked at by a person; nowhere unless it is said. */
const { SCREENSHOTS = "" } = process.env;

/** The impacts that are no matter of taste. */
const GRAVE = ["serious", "critical"];

let watched: Watched;
let played: Played;
let axe: string;

beforeAll(async () => {
  [watched, axe] = await Promise.all([Watched.start(), readFile(AXE, "utf8")]);
  played = await playedByCommand(watched.service, 7);
  await keptAt(watched.service, played, 0);
});
afterAll(() => watched.stop());

test("on the narrowest screen every part of the table that can be scrolled is within reach of the keys", async () => {
  const visitor = await watched.visitor({ viewport: { width: 320, height: 640 } });
  const page = await watched.open(await keptAt(watched.service, played, played.steps.length), visitor);
  const parts = page.locator(".table-scroll");
  await parts.first().waitFor();
  const beyond = await parts.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((part) => [part.getAttribute("tabindex"), part.getAttribute("aria-label")]),
  );
  expect(beyond.length).toBeGreaterThan(1);
  for (const [tabindex, name] of beyond) {
    expect([tabindex, name]).toEqual(["0", expect.stringMatching(/., can be scrolled$/)]);
  }
  expect(await findings(page)).toEqual([]);
});

describe.each([
  ["wide and light", WIDE],
  ["narrow and dark", NARROW],
] as const)("%s", (screen, options) => {
  let visitor: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    visitor = await watched.visitor(options);
  });

  async function open(place: string): Promise<void> {
    await page?.close();
    page = await watched.open(place, visitor);
  }

  /** Open the game before the first decision of a phase. */
  async function openAt(round: number, phase: Phase): Promise<void> {
    await open(await keptAt(watched.service, played, stepsBefore(played, round, phase)));
    await page.locator(".spot-choice, .moves-list button").first().waitFor();
  }

  /** Look at the page as it is now. */
  async function look(state: string): Promise<void> {
    if (SCREENSHOTS !== "") {
      const name = `${state} ${screen}`.replaceAll(" ", "-");
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-whole.png`), fullPage: true });
    }
    expect(await findings(page), state).toEqual([]);
    expect(await overflow(page), `${state}: pixels that stick out`).toBe(0);
  }

  /** Show a part of the game, where the screen has room for one at a time. */
  async function show(part: string): Promise<void> {
    const button = page.getByRole("navigation", { name: "Parts of the game" }).getByRole("button", { name: part });
    if (await button.isVisible()) {
      await button.click();
    }
  }

  test("the start", async () => {
    await open("#/");
    await page.locator(".saved-games li").first().waitFor();
    await look("start");
    if (options === WIDE) {
      expect(await cutOff(page)).toEqual([]);
    }
    await page.getByRole("button", { name: "Help" }).click();
    await look("help");
  });

  test("the person's own box", async () => {
    await open("#/box");
    await page.getByLabel("Dollars under its workstations").first().fill("a lot");
    await page.locator(".field-faulty").first().waitFor();
    await look("box with a fault");
  });

  test("the setup", async () => {
    await openAt(1, Phase.SETUP_PLACEMENT);
    await look("setup");
  });

  test("a table that is followed by hand", async () => {
    await open("#/table");
    await page.locator("main form button[type=submit]").first().click();
    await page.locator(".table-scroll").first().waitFor();
    await look("table by hand");
    expect(await landmarks(page)).toEqual([]);

    // What cannot be read is told with the way to it, from any part of the form.
    const forms = page
      .getByRole("navigation", { name: "Parts of the page" })
      .getByRole("button", { name: "Set by hand" });
    if (await forms.isVisible()) {
      await forms.click();
    }
    const round = page.getByRole("textbox", { name: "Round", exact: true });
    await round.fill("abc");
    await page.getByLabel("Part of the table").selectOption("Map");
    const summary = page.locator(".hand-faults");
    await summary.getByText("1 entry cannot be read.").waitFor();
    expect(await summary.getByText("Without fault.", { exact: true }).count()).toBe(0);
    await page.locator(".status-words", { hasText: "Saved, but for what cannot be read" }).waitFor();
    await look("table by hand with what cannot be read");
    await summary.getByRole("button", { name: "Round: Found “abc”" }).click();
    await expect.poll(() => round.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await round.inputValue()).toBe("abc");
    await round.fill("1");
    await summary.getByText("Without fault.", { exact: true }).waitFor();
    if (options === NARROW) {
      await page.getByRole("button", { name: "Moves and advice" }).click();
      await suggest(page);
      await page.getByRole("button", { name: "Show plan 1 on the table" }).click();
      await page.locator("#table-heading:focus").waitFor();
    }
  });

  test("a row is selected", async () => {
    await openAt(5, Phase.SELECT_TIMELINE);
    if (options === WIDE) {
      const map = page.locator(".table-map .table-scroll");
      expect(await map.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
    await look("timeline");
  });

  test.each([
    [9, Phase.USE_DEPARTMENTS],
    [17, Phase.USE_DEPARTMENTS],
  ])("a turn of round %i", async (round, phase) => {
    await openAt(round, phase);
    await show("Moves");
    await look(`round ${round} moves`);
    await show("Advice");
    await suggest(page);
    await expect.poll(() => isOnScreen(page.getByRole("button", { name: "Accept plan 1" }))).toBe(true);
    await look(`round ${round} advice`);
    const shown = page.getByRole("button", { name: "Show plan 1 on the table" });
    expect(await shown.getAttribute("aria-pressed")).toBe("true");
    if (options === NARROW) {
      // It is drawn already: the button leads to the first place that it is drawn on, and never hides it.
      for (const _ of ["once", "and again"]) {
        await show("Advice");
        await shown.click();
        await page.locator("#table-heading:focus").waitFor();
        await page.locator(".table-overlay").waitFor();
        await expect.poll(() => isAnyOnScreen(page.locator(".table-overlay > *"))).toBe(true);
      }
      await show("Moves");
      await show("Table");
      await expect.poll(() => isOnScreen(page.locator("#table-heading"))).toBe(true);
    }
    await look(`round ${round} plan on the table`);
  });

  test("the game so far", async () => {
    await openAt(13, Phase.USE_DEPARTMENTS);
    await show("So far");
    for (const tab of ["History", "Score", "Stand-ins"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.locator("[role=tabpanel] :is(.steps, .score-sheet, .stand-ins)").first().waitFor();
      await look(tab);
    }
    await page.getByRole("button", { name: "Rename" }).click();
    const title = page.getByLabel("Title");
    const selected = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
      selectionStart === 0 && selectionEnd === value.length && document.activeElement?.getAttribute("name") === "title";
    await expect.poll(() => title.evaluate(selected)).toBe(true);
    await title.press("Delete");
    await title.press("Enter");
    await page.getByRole("alert").getByText("found nothing that can be read").waitFor();
  });

  test("the end", async () => {
    await open(await keptAt(watched.service, played, played.steps.length));
    await page.locator(".outcome").first().waitFor();
    await look("score");
  });
});

/** Whether something is seen without scrolling, and not below something else. */
async function isOnScreen(what: Locator): Promise<boolean> {
  return what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** Whether the middle of any of some things is within the screen. */
async function isAnyOnScreen(things: Locator): Promise<boolean> {
  return things.evaluateAll((all) =>
    all.some((each) => {
      const { top, height } = each.getBoundingClientRect();
      const middle = top + height / 2;
      return middle > 0 && middle < innerHeight;
    }),
  );
}

/** The lists whose longest choice has not the room to be read. */
async function cutOff(page: Page): Promise<string[]> {
  return page.locator("select").evaluateAll((lists) =>
    lists.flatMap((list) => {
      const copy = list.cloneNode(true) as HTMLSelectElement;
      copy.style.width = "max-content";
      list.after(copy);
      const wanted = copy.offsetWidth;
      copy.remove();
      return wanted > (list as HTMLSelectElement).offsetWidth ? [list.getAttribute("name") ?? ""] : [];
    }),
  );
}

/**
 * What axe finds that is serious or worse: the rule, and where.
 *
 * What lies half below a bar at the edge of the screen is called too small to be hit, which depends on how far the page
 * happens to be scrolled: where anything is found, that has to be found a little further on, too.
 */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await violations(page);
  if (found.length === 0) {
    return [];
  }
  await page.evaluate((by) => {
    const before = scrollY;
    scrollBy(0, by);
    if (scrollY === before) {
      scrollBy(0, -by);
    }
  }, HALF_A_BAR);
  const again = new Set(await violations(page));
  return found.filter((finding) => !finding.startsWith("target-size") || again.has(finding));
}

/** By how many pixels something comes free of a bar that was half below it. */
const HALF_A_BAR = 40;

async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async (grave) => {
    const run = Reflect.get(globalThis, "axe").run as typeof import("axe-core").run;
    const found = await run(document, { rules: { "target-size": { enabled: true } } });
    return found.violations
      .filter(({ impact }) => grave.includes(impact ?? ""))
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }, GRAVE);
}

/** The landmarks that have the name of another one. */
async function landmarks(page: Page): Promise<string[]> {
  const names = await page
    .getByRole("navigation")
    .evaluateAll((found) => found.map((navigation) => navigation.getAttribute("aria-label") ?? ""));
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** By how many pixels the page is wider than the screen. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
