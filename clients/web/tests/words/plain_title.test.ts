/** Titles of games are such as the service takes, whatever a file is called. */

import { expect, test } from "vitest";
import { accepted } from "../../src/box/import_file.js";
import { FaultyFile, readPosition } from "../../src/by_hand/table_session.js";
import { readTitle } from "../../src/shell/rename_question.js";
import { readRecord } from "../../src/start/reading.js";
import { namedFile } from "../../src/words/named_file.js";
import { plainTitle, titleOfFile } from "../../src/words/plain_title.js";
import { problemAsText } from "../../src/words/problem_in_words.js";

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

test("in what is said of a file its name, and what stands in it, turn nothing around", async () => {
  expect(namedFile("pay\u202elad\n.json")).toBe("“paylad .json”");
  expect(namedFile("\u202e")).toBe("the file");
  const name = "a\u202e.json";
  const text = '{"gaem\\u202e": "\u202e"}';
  const rules = { validateComponents: async () => Promise.reject(new Error("of \u202e no use")) };
  const failures = await Promise.all(
    [readRecord(new File([text], name)), accepted(rules as never, name, text), accepted(rules as never, name, "")].map(
      (reading) => reading.then(String, problemAsText),
    ),
  );
  for (const words of [...failures, ...faultsOf(name, text)]) {
    expect(words).toMatch(/gaem|no use|is empty/);
    expect(words).not.toContain("\u202e");
  }
});

/** What is wrong with a position file. */
function faultsOf(name: string, text: string): readonly string[] {
  try {
    readPosition(name, text);
    return [];
  } catch (error) {
    return error instanceof FaultyFile ? error.faults : [String(error)];
  }
}

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
