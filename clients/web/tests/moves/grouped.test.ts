import { create } from "@bufbuild/protobuf";
import { type Step, StepSchema } from "carnegie-client";
import { expect, test } from "vitest";
import { grouped } from "../../src/moves/grouped.js";
import type { Option } from "../../src/moves/option.js";

const option = (kind: Step["kind"]["case"], sentence: string): Option => ({
  step: create(StepSchema, { kind: { case: kind, value: {} } as never }),
  targets: [],
  sentence,
});

const all = [
  option("endTurn", "End the turn"),
  option("sellGoods", "Sell 1 goods cube"),
  option("buildProject", "Build a Housing disk in Boston"),
  option("buildProject", "Build a Commerce disk in Boston"),
];

const shown = (filter?: string) => grouped(all, filter).map(({ heading, options }) => [heading, options.length]);

test("steps are grouped by their kind, the end last", () => {
  expect(shown()).toEqual([
    ["Projects", 2],
    ["Goods cubes", 1],
    ["End", 1],
  ]);
});

test("a filter finds words in any order and case", () => {
  expect(shown("boston HOUSING")).toEqual([["Projects", 1]]);
  expect(shown("  ")).toHaveLength(3);
  expect(shown("Gotham")).toEqual([]);
});

test("every kind of step has a group", () => {
  const kinds = StepSchema.oneofs.flatMap((oneof) => oneof.fields.map((field) => field.localName));
  const options = kinds.map((kind) => option(kind as Step["kind"]["case"], kind));
  expect(grouped(options).flatMap((group) => group.options)).toHaveLength(kinds.length);
});
