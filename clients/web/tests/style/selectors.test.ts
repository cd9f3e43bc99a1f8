/** The rules of the style sheets are about what they name: no name is cut off, and none is said for all by mistake. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../src/style/", import.meta.url);
const sheets = readdirSync(folder).filter((name) => name.endsWith(".css"));

/** The selectors of a sheet, in their order; those inside of media queries, too. */
function selectors(name: string): string[] {
  const text = readFileSync(new URL(name, folder), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
  return [...text.matchAll(/([^{};]+)\{/g)].map(([, selector = ""]) => selector.trim());
}

test.each(sheets)("%s has no name that is cut off", (name) => {
  expect(
    selectors(name).filter((selector) => /-(?![\w-])/.test(selector.replaceAll(/\([^)]*\)|"[^"]*"/g, ""))),
  ).toEqual([]);
});

test("a main button that is off has a rule of its own, and other buttons have one rule", () => {
  const all = selectors("page.css");
  expect(all).toContain(".main-button:disabled");
  expect(all.filter((selector) => selector === "button:disabled")).toHaveLength(1);
});
