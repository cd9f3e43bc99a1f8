/** What contradicts itself in a box is marked at a field of the form: each path that the service names has one. */

import { expect, test } from "vitest";
import { boardFields } from "../../src/box/board_form.js";
import type { BoardDraft, TabDraft } from "../../src/box/draft.js";
import { placeFaults } from "../../src/box/faults_of.js";
import { tabFields } from "../../src/box/tab_form.js";

const department = (name: string) => ({
  name,
  type: "MANAGEMENT",
  effect: "",
  space: "a1",
  deskCosts: "",
  permanentEmployees: "0",
});
const board: BoardDraft = {
  lobbyColumn: "a",
  lobbySpan: "9",
  spaces: ["a1"],
  departments: [department("one"), department("two")],
};
const tab: TabDraft = { type: "HOUSING", side: "A", spaces: [{ kind: "BLANK", income: "", amount: "" }], costs: [] };

test.each([
  ["company_board.lobby.column_span", "company_board.lobby.column_span"],
  ["company_board.lobby.column", "company_board.lobby.column"],
  ["company_board.starting_departments[1]", "company_board.starting_departments[1]"],
  ["company_board.starting_departments[1].column", "company_board.starting_departments[1]"],
  ["company_board.starting_departments[0].desk_costs", "company_board.starting_departments[0].desk_costs"],
  ["project_tabs.rows[0].spaces[0].kind", "project_tabs.rows[0].spaces[0].kind"],
  ["project_tabs.rows[0].advance_costs", "project_tabs.rows[0]"],
])("%s is marked at a field", (path, field) => {
  const placed = placeFaults([{ path, words: "wrong" }], [...boardFields(board), ...tabFields(tab, 0)]);
  expect([...placed.byField.keys()]).toEqual([field]);
  expect(placed.others).toEqual([]);
});
