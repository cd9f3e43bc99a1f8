/** A file that is chosen for the own box: what it is instead is said, and nothing is promised that it has not. */

import { create } from "@bufbuild/protobuf";
import { ValidateComponentsResponseSchema } from "carnegie-client";
import { expect, test } from "vitest";
import { accepted, takenInWords } from "../../src/box/import_file.js";

/** A service that finds a fault in every file but one. */
const rules = {
  validateComponents: async ({ componentsJson = "" }) =>
    create(ValidateComponentsResponseSchema, {
      faults: componentsJson === '{"bidding": {}}' ? [] : [{ reason: "UNKNOWN_FIELD", path: "cities" }],
    }),
};

test.each([
  ["", "is empty"],
  ['{"players": [{}, {}]}', "is no components file: it is a position; open it under “A game at the table”"],
  ['{"game": {}, "finalDigest": ""}', "is no components file: it is a recorded game; open it on the start page"],
  ["{}", "is no components file: it holds nothing"],
  ["[]", "is no components file: it holds a list"],
  ["7", "is no components file: it holds a single value"],
  // Of what may be meant to be one the service says what is wrong.
  ["no JSON", "is no components file: Unknown field at cities"],
  ['{"cities": 7}', "is no components file: Unknown field at cities"],
  ['{"bidding": 7, "players": []}', "is no components file: Unknown field at cities"],
])("%s", async (text, words) => {
  await expect(accepted(rules as never, "a.json", text)).rejects.toThrow(`“a.json” ${words}`);
});

test("a components file is taken", async () => {
  expect((await accepted(rules as never, "a.json", '{"bidding": {}}')).faults).toEqual([]);
});

test("only where there is something to be saved, that is said", () => {
  expect(takenInWords(true)).toContain("Save it");
  expect(takenInWords(false)).not.toContain("Save it");
});
