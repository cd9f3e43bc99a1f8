/** Texts of a person, which may have no spaces, break anywhere wherever they are shown. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sheet = readFileSync(new URL("../../src/style/page.css", import.meta.url), "utf8");

/** The selectors of the rules that let words break anywhere. */
const breaking = [...sheet.matchAll(/([^{}]+)\{[^{}]*overflow-wrap: anywhere;[^{}]*\}/g)].flatMap(
  ([, selectors = ""]) =>
    selectors
      .replaceAll(/\/\*.*?\*\//gs, "")
      .split(",")
      .map((selector) => selector.trim()),
);

test.each([
  ["the fault of a field", ".fault"],
  ["a note", ".note"],
  ["the title in the bar of a game", ".status-words"],
  ["the title in the list of games", ".saved-games a"],
  ["what is at fault by hand, and cannot be read", ".hand-faults"],
  ["a question about a game", "dialog"],
])("%s breaks anywhere", (_, selector) => {
  expect(breaking).toContain(selector);
});
