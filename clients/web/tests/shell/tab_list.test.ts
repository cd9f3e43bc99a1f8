/** Keys go through the tabs, round and round. */

import { expect, test } from "vitest";
import { nextIndex } from "../../src/shell/tab_list.js";

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowRight", 2, 0],
  ["ArrowLeft", 0, 2],
  ["ArrowLeft", 2, 1],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["ArrowDown", 1, -1],
  ["a", 1, -1],
])("%s at %i of three leads to %i", (key, index, next) => {
  expect(nextIndex(key, index, 3)).toBe(next);
});
