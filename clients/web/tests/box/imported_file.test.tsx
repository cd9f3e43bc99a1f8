/** What a file brings along that the form does not show: its notes stay, and its other tables are named and can go. */

import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import {
  type Draft,
  draftOf,
  shownOf,
  withoutBoard,
  withoutOther,
  withoutTabs,
  writeFile,
} from "../../src/box/draft.js";
import { OtherTables } from "../../src/box/other_tables.js";
import { componentsJson } from "../table/played.js";

const tables = JSON.parse(componentsJson);
const standIns = shownOf(tables);
const { company_board, project_tabs } = JSON.parse(
  writeFile({ ...draftOf(tables, {}, standIns), ownBoard: true, ownTabs: true }).file,
);

/** The draft of a file with a note on each table. */
const noted = (note: object, more: object = {}): Draft =>
  draftOf(
    tables,
    { company_board: { ...company_board, ...note }, project_tabs: { ...project_tabs, ...note }, ...more },
    standIns,
  );

const notesOf = (draft: Draft) => {
  const file = JSON.parse(writeFile(draft).file);
  return [file.company_board?.note, file.project_tabs?.note];
};

test("the note of each table stays, until there is nothing left of the file", () => {
  const draft = noted({ note: "mine, copied 2024" });
  expect(notesOf(draft)).toEqual(["mine, copied 2024", "mine, copied 2024"]);
  expect(notesOf({ ...draft, ownBoard: false, board: { ...draft.board, lobbySpan: "3" } })[0]).toBe(
    "mine, copied 2024",
  );
  const again = { ...withoutBoard(withoutTabs(draft)), ownBoard: true, ownTabs: true };
  expect(notesOf(again)).toEqual(["as on my copy", "as on my copy"]);
});

test("the form's own notes go with what they say", () => {
  const draft = noted({ source: "assumed", note: "entered in part; the others are stand-ins" });
  expect(notesOf({ ...draft, ownBoard: true, ownTabs: true })).toEqual(["as on my copy", "as on my copy"]);
});

test.each([[{}], [{ note: 7 }]])("of %o there is no note to keep", (note) => {
  const draft = noted({ note: undefined, ...note });
  expect(notesOf(draft)).toEqual(["as on my copy", "as on my copy"]);
});

test("other tables are named, stay with the stand-ins of those shown, and can be removed", () => {
  const draft = withoutBoard(withoutTabs(noted({}, { bidding: { most_dollars: 50 } })));
  expect(JSON.parse(writeFile(draft).file)).toEqual({ bidding: { most_dollars: 50 } });
  const html = renderToString(<OtherTables others={draft.others} onRemove={() => {}} />);
  expect(html).toMatch(/the prices of the expansion.*Remove/s);
  const without = withoutOther(draft, "bidding");
  expect(writeFile(without).file).toBe("");
  expect(renderToString(<OtherTables others={without.others} onRemove={() => {}} />)).toBe("");
});
