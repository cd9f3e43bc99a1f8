/** Fields that a file has twice are found wherever they are, for `JSON.parse` takes the last one without a word. */

import { expect, test } from "vitest";
import { repeatedFields } from "../src/repeated_fields.js";
import { componentsJson } from "./table/played.js";

test.each<[string, string[]]>([
  ["{}", []],
  ["7", []],
  ['"a,{a"', []],
  ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', []],
  ['{"a": 1, "a": 1}', ["a"]],
  ['{"a": 1, "a": 2, "a": 3}', ["a"]],
  ['{"players":[{}, {"money":1,"money":2}]}', ["players[1].money"]],
  ['{"a": [[0, 1], [2, {"b": {"c": 1, "c": [1, 2]}}]]}', ["a[1][1].b.c"]],
  // What stands in a text is none, and a name may be written in several ways.
  ['{"a": "\\"a\\": 1, {", "b": "\\\\", "a": "a"}', ["a"]],
  ['{"a": 1, "\\u0061": 2}', ["a"]],
  ['{"soloLevel": 1, "solo_level": 2}', ["soloLevel"]],
  ['{"a":1,"a":2,"b":{"d":[],"d":[]}}', ["a", "b.d"]],
])("%s", (text, paths) => {
  expect(() => JSON.parse(text)).not.toThrow();
  expect(repeatedFields(text)).toEqual(paths);
});

test("a long file without one has none", () => {
  expect(repeatedFields(componentsJson)).toEqual([]);
});

test("one that goes very deep is read, too", () => {
  const depth = 5_000;
  const text = `${'{"a":'.repeat(depth)}{"b":1,"b":2}${"}".repeat(depth)}`;
  expect(repeatedFields(text)).toEqual([`${"a.".repeat(depth)}b`]);
});
