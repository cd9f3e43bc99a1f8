/** A fault is shown by the innermost field that it is in, and none is lost. */

import { expect, test } from "vitest";
import { placeFaults } from "../../src/box/faults_of.js";

const fault = (path: string) => ({ path, words: "wrong" });

test("each fault has one place", () => {
  const fields = ["tabs.rows[1]", "tabs.rows[1].spaces[0].income", "tabs.rows[10].spaces[0].income"];
  const faults = [
    fault("tabs.rows[1].spaces[0].income.money"),
    fault("tabs.rows[1].spaces[0].kind"),
    fault("tabs.rows[10].spaces[0].income"),
    fault("tabs.rows[12]"),
    fault(""),
  ];
  const { byField, others } = placeFaults(faults, fields);
  expect(byField.get("tabs.rows[1].spaces[0].income")).toEqual([faults[0]]);
  expect(byField.get("tabs.rows[1]")).toEqual([faults[1]]);
  expect(byField.get("tabs.rows[10].spaces[0].income")).toEqual([faults[2]]);
  expect(others).toEqual([faults[3], faults[4]]);
});
