/** Titles of games are such as the service takes, whatever a file is called. */

import { expect, test } from "vitest";
import { readTitle } from "../../src/shell/rename_question.js";
import { plainTitle, titleOfFile } from "../../src/words/plain_title.js";

test.each([
  ["my game.json", "my game"],
  ["Game.JSON", "Game"],
  [".json", ""],
  [" \u2003.json", ""],
  ["a\u0007b\nc.json", "a b c"],
  ["half \ud83d of one.json", "half   of one"],
  ["whole 😀.json", "whole 😀"],
  ["\u200b.json", ""],
  ["\u202e\u2066 \u3164\u00ad.json", ""],
  ["\u200d\u2800.json", ""],
  ["pay\u202elad\u200b.json", "paylad"],
  ["one\u2028two.json", "one two"],
  ["نمی\u200cخواهم.json", "نمی\u200cخواهم"],
  ["👩\u200d👧 ❤\ufe0f.json", "👩\u200d👧 ❤\ufe0f"],
  [`${"😀".repeat(250)}.json`, "😀".repeat(200)],
  [`${"a".repeat(199)} b.json`, "a".repeat(199)],
])("%j", (name, title) => {
  expect(titleOfFile(name)).toBe(title);
});

test("a title that has nothing to be read is told, and none is taken in its place", () => {
  for (const text of ["", "  ", "\u0007", "\u200b", "\u202e\u2060"]) {
    expect(readTitle(text)).toEqual({
      fault: "Title: found nothing that can be read; 1 to 200 characters are allowed.",
    });
  }
  expect(readTitle(" Tuesday ")).toEqual({ title: "Tuesday" });
});

test("the ending of a copy stays", () => {
  expect(plainTitle("a", " (copy)")).toBe("a (copy)");
  expect(plainTitle("", " (copy)")).toBe("");
  expect(plainTitle("😀".repeat(200), " (copy)")).toBe(`${"😀".repeat(193)} (copy)`);
});
