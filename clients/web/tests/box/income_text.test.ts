/** Incomes are read as people write them, and written so that they are read as the same. */

import { expect, test } from "vitest";
import { readIncome, writeIncome } from "../../src/box/income_text.js";

test.each([
  ["$3", { money: 3 }],
  [" $ 3 ", { money: 3 }],
  ["1 goods", { goods: 1 }],
  ["2 Goods cubes", { goods: 2 }],
  ["1 cube", { goods: 1 }],
  ["1 VP", { vp: 1 }],
  ["2vp", { vp: 2 }],
  ["2 study", { study_points: 2 }],
  ["1 study point", { study_points: 1 }],
  ["1 employee", { new_employee: 1 }],
  ["$2 + 1 goods", { money: 2, goods: 1 }],
  ["1 goods or $3", { choice: [{ goods: 1 }, { money: 3 }] }],
  ["1 VP or $2 + 1 goods or 2 study", { choice: [{ vp: 1 }, { money: 2, goods: 1 }, { study_points: 2 }] }],
  ["1 goods or nothing", { choice: [{ goods: 1 }, {}] }],
  ["Nothing", {}],
  ["", {}],
])("“%s”", (text, income) => {
  expect(readIncome(text)).toEqual(income);
  expect(readIncome(writeIncome(income))).toEqual(income);
});

test.each([
  "3",
  "$",
  "$-1",
  "$1.5",
  "1 goods $3",
  "goods",
  "$1 + $2",
  "$3 or",
  "or $3",
  "1 horse",
  "$1 + ",
  "1 goods + nothing",
  "1 nothing",
])("“%s” is none", (text) => {
  expect(readIncome(text)).toBeUndefined();
});
