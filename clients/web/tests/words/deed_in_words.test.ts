/** Every kind of deed has its words, done and failed. */

import { create } from "@bufbuild/protobuf";
import { DeedKind, DeedSchema } from "carnegie-client";
import { expect, test } from "vitest";
import { deedInWords } from "../../src/words/deed_in_words.js";

test.each([
  [
    DeedKind.SELECT_TIMELINE,
    "RESEARCH_AND_DEVELOPMENT",
    true,
    0,
    "selects the Research and Development row of the timeline",
  ],
  [DeedKind.DONATE, "WELFARE_FLAT", true, 0, "donates to Welfare for a fixed number of VP"],
  [
    DeedKind.DONATE,
    "WELFARE_FLAT",
    false,
    1,
    "cannot donate to Welfare for a fixed number of VP: his card is shifted by 1 step",
  ],
  [DeedKind.HUMAN_RESOURCES, "", true, 3, "does Human Resources: his card is shifted by 3 steps"],
  [DeedKind.TAKE_DEPARTMENT, "Sales", true, 0, "takes the Department Sales"],
  [
    DeedKind.TAKE_DEPARTMENT,
    "MANAGEMENT",
    false,
    1,
    "finds no Management Department to take: his card is shifted by 1 step",
  ],
  [DeedKind.BUILD_PROJECT, "Chicago", true, 0, "builds a project in Chicago"],
  [DeedKind.BUILD_PROJECT, "Chicago", false, 1, "finds no free space in Chicago: his card is shifted by 1 step"],
  [DeedKind.ADVANCE_TRANSPORT, "WEST", true, 0, "advances his transport disk of the West one space"],
  [
    DeedKind.ADVANCE_TRANSPORT,
    "WEST",
    false,
    1,
    "cannot advance his transport disk of the West: his card is shifted by 1 step",
  ],
])("deed %i about %j, done: %s", (kind, subject, done, shift, words) => {
  expect(deedInWords(create(DeedSchema, { kind, subject, done, shift }))).toBe(`Andrew ${words}`);
});
