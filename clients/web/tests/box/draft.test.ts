/** The form makes files that the service takes, and every fault of one is shown by a field of the form. */

import { signal } from "@preact/signals";
import { type Connection, connect } from "carnegie-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { boardFields } from "../../src/box/board_form.js";
import { standingInWords } from "../../src/box/box_form.js";
import { type Checked, Checking } from "../../src/box/checking.js";
import {
  type Draft,
  type DraftFault,
  draftOf,
  emptySpace,
  type Shown,
  shownOf,
  type TabDraft,
  writeFile,
} from "../../src/box/draft.js";
import { placeFaults } from "../../src/box/faults_of.js";
import { accepted } from "../../src/box/import_file.js";
import { leftOfBoard, leftOfTabs } from "../../src/box/stand_ins_left.js";
import { tabFields } from "../../src/box/tab_form.js";

let service: RealService;
let rules: Connection["rules"];
let initial: Draft;
let standIns: Shown;

beforeAll(async () => {
  service = await startService();
  rules = connect(service.address).rules;
  const tables = JSON.parse((await rules.getComponents({})).componentsJson);
  standIns = shownOf(tables);
  initial = draftOf(tables, {}, standIns);
}, 90_000);

afterAll(async () => {
  await service.stop();
});

const own = (draft: Draft): Draft => ({ ...draft, ownTabs: true, ownBoard: true });

/** The tables of a text without what is said about them. */
function plain(json: string) {
  const { project_tabs, company_board } = JSON.parse(json);
  const { source: _source, note: _note, ...board } = company_board;
  return { rows: project_tabs.rows, board };
}

test("nothing of one's own is an empty file", () => {
  expect(writeFile(initial)).toEqual({ file: "", faults: [] });
});

test("what is shown, written as one's own, are the tables that were shown", async () => {
  const { file, faults } = writeFile(own(initial));
  expect(faults).toEqual([]);
  const tables = await accepted(rules, "my-box.json", file);
  expect(plain(tables.componentsJson)).toEqual(plain((await rules.getComponents({})).componentsJson));
  expect(tables.assumed).toEqual(["bidding"]);
  const again = draftOf(JSON.parse(tables.componentsJson), JSON.parse(file), standIns);
  expect(writeFile(again).file).toBe(file);
});

/** A draft with one field of the board entered, and nothing said of the others. */
const partly = (): Draft => ({ ...initial, board: { ...initial.board, lobbySpan: "1" } });

test("what is entered in part is played with, and stays assumed, there and back", async () => {
  const { file } = writeFile(partly());
  const tables = await accepted(rules, "my-box.json", file);
  expect(plain(tables.componentsJson).board.lobby.column_span).toBe(1);
  expect(tables.assumed).toEqual(["company_board", "project_tabs", "bidding"]);
  const again = draftOf(JSON.parse(tables.componentsJson), JSON.parse(file), standIns);
  expect([again.ownBoard, again.ownTabs]).toEqual([false, false]);
  expect(writeFile(again).file).toBe(file);
});

test("only the person's own word makes a part his, and taking it back makes it assumed again", async () => {
  const said = { ...partly(), ownBoard: true };
  expect((await accepted(rules, "said.json", writeFile(said).file)).assumed).toEqual(["project_tabs", "bidding"]);
  const taken = { ...said, ownBoard: false };
  expect((await accepted(rules, "taken.json", writeFile(taken).file)).assumed).toContain("company_board");
});

test("a field that holds again what the stand-ins have leaves nothing entered", () => {
  const draft = partly();
  expect(writeFile({ ...draft, board: standIns.board }).file).toBe("");
});

test("the fields that hold stand-ins are counted", () => {
  const { same, all } = leftOfBoard(initial.board, standIns.board);
  // The Lobby has two fields, each of the five Departments three.
  expect([same, all]).toEqual([17, 17]);
  expect(leftOfBoard(partly().board, standIns.board)).toEqual({ same: 16, all: 17 });
  const [tab, ...tabs] = initial.tabs;
  const count = (changed: Partial<TabDraft>) => {
    const before = leftOfTabs(initial.tabs, standIns.tabs);
    const after = leftOfTabs(tab === undefined ? tabs : [{ ...tab, ...changed }, ...tabs], standIns.tabs);
    expect(before.same).toBe(before.all);
    return [before.same - after.same, after.all - before.all];
  };
  expect(count({ costs: ["9", ...(tab?.costs.slice(1) ?? [])] })).toEqual([1, 0]);
  // One more space has a kind and its VP.
  expect(count({ spaces: [...(tab?.spaces ?? []), emptySpace("VP")] })).toEqual([0, 2]);
});

test.each([
  ["$1 $2 $3", [1, 2, 3]],
  ["0 1 2", [0, 1, 2]],
  ["$ 1, 2,$3", [1, 2, 3]],
])("dollars are read with their sign or without: %s", (deskCosts, numbers) => {
  const departments = initial.board.departments.map((each) => ({ ...each, deskCosts }));
  const { file, faults } = writeFile({ ...own(initial), board: { ...initial.board, departments } });
  expect(faults).toEqual([]);
  expect(JSON.parse(file).company_board.starting_departments[0].desk_costs).toEqual(numbers);
});

test.each(["1$2", "$", "$$1", "1 2€"])("what are no dollars is told: %s", (deskCosts) => {
  const departments = initial.board.departments.map((each) => ({ ...each, deskCosts }));
  expect(writeFile({ ...own(initial), board: { ...initial.board, departments } }).faults).toHaveLength(5);
});

test.each([
  [false, false, "These are stand-ins"],
  [false, true, "counts as a stand-in until you say this: 3 of 17 fields still hold stand-ins"],
  [true, true, "3 of 17 fields hold the same as the stand-ins"],
])("a part says what it counts as: said %s, entered %s", (isOwn, isEntered, words) => {
  expect(standingInWords(isOwn, isEntered, { same: 3, all: 17 })).toContain(words);
});

test("tables that the form does not show are kept", () => {
  const others = { bidding: { most_dollars: 50 } };
  expect(JSON.parse(writeFile({ ...own(initial), others }).file).bidding).toEqual(others.bidding);
});

test("a board of another shape keeps its spaces", async () => {
  const { board } = plain((await rules.getComponents({})).componentsJson);
  const wider = { ...board, spaces: [...board.spaces, { row: 1, column: 4 }, { row: 5, column: 0 }] };
  const file = JSON.stringify({ company_board: wider });
  const tables = await accepted(rules, "wider.json", file);
  const again = writeFile(draftOf(JSON.parse(tables.componentsJson), JSON.parse(file), standIns));
  expect(JSON.parse(again.file).company_board.spaces).toEqual(wider.spaces);
});

test("texts that cannot be read are all told, at their fields", () => {
  const [tab, ...tabs] = initial.tabs;
  const [department, ...departments] = initial.board.departments;
  if (tab === undefined || department === undefined) {
    throw new Error("the tables have tabs and Departments");
  }
  const wrong: Draft = {
    ...own(initial),
    tabs: [
      { ...tab, costs: ["one", ...tab.costs.slice(1)], spaces: [{ ...emptySpace("PROJECT"), income: "a horse" }] },
      ...tabs,
    ],
    board: {
      ...initial.board,
      lobbySpan: "-1",
      departments: [{ ...department, deskCosts: "0 x", permanentEmployees: "" }, ...departments],
    },
  };
  const { faults } = writeFile(wrong);
  expect(faults.map(({ path }) => path).sort()).toEqual([
    "company_board.lobby.column_span",
    "company_board.starting_departments[0].desk_costs",
    "company_board.starting_departments[0].permanent_employees",
    "project_tabs.rows[0].advance_costs[0]",
    "project_tabs.rows[0].spaces[0].income",
  ]);
  const { others } = placeFaults(faults, [...boardFields(wrong.board), ...wrong.tabs.flatMap(tabFields)]);
  expect(others).toEqual([]);
});

/** Follow a draft until the service has told of it, or until its faults are those that are waited for. */
async function check(draft: Draft, wanted: (faults: readonly DraftFault[]) => boolean = () => true): Promise<Checked> {
  const checking = new Checking(rules);
  const stop = checking.follow(signal(writeFile(draft)), 0);
  return new Promise((resolve) => {
    const done = checking.state.subscribe((state) => {
      if (state.kind !== "asking" && (state.kind !== "faulty" || wanted(state.faults))) {
        setTimeout(() => {
          done();
          stop();
        });
        resolve(state);
      }
    });
  });
}

test("what the rules of the tables forbid, the service tells of the field", async () => {
  const [tab, ...tabs] = initial.tabs;
  if (tab === undefined) {
    throw new Error("the tables have tabs");
  }
  const state = await check({ ...own(initial), tabs: [{ ...tab, costs: ["100", ...tab.costs.slice(1)] }, ...tabs] });
  expect(state.kind).toBe("faulty");
  expect(state.kind === "faulty" && state.faults.map(({ path }) => path)).toEqual([
    "project_tabs.rows[0].advance_costs[0]",
  ]);
});

test("what cannot be read does not hide what else is wrong, and is told once", async () => {
  const [tab, ...tabs] = initial.tabs;
  if (tab === undefined) {
    throw new Error("the tables have tabs");
  }
  const costs = ["100", "two", ...tab.costs.slice(2)];
  const state = await check({ ...own(initial), tabs: [{ ...tab, costs }, ...tabs] }, (checked) => checked.length === 2);
  expect(state.kind === "faulty" && state.faults.map(({ path }) => path).sort()).toEqual([
    "project_tabs.rows[0].advance_costs[0]",
    "project_tabs.rows[0].advance_costs[1]",
  ]);
});

test("a sound draft is told with its file", async () => {
  const state = await check(own(initial));
  expect(state.kind === "sound" && state.file).toBe(writeFile(own(initial)).file);
});

test("a file that is none is refused with all that is wrong", async () => {
  await expect(accepted(rules, "a.json", " ")).rejects.toThrow("“a.json” is empty");
  const faulty = '{"cities": {"rows": []}, "company_board": {"lobby": {"row": 0, "column": 1, "column_span": 0}}}';
  await expect(accepted(rules, "b.json", faulty)).rejects.toThrow(/cities.*company_board\.lobby\.column_span.*spaces/s);
});
