/** What the person has entered so far, as texts, and the components file that it makes. */

import { INCOME_FORMS, type IncomeRow, readIncome, writeIncome } from "./income_text.js";

export type SpaceKind = "PROJECT" | "VP" | "DONATION_LIMIT" | "BLANK";

/** A space of a side of a tab. */
export interface SpaceDraft {
  readonly kind: SpaceKind;
  /** The income of a circle, as `readIncome` reads it. */
  readonly income: string;
  /** The VP of a VP space, or by how much +3 raises. */
  readonly amount: string;
}

/** A side of a tab. */
export interface TabDraft {
  readonly type: string;
  readonly side: string;
  readonly spaces: readonly SpaceDraft[];
  /** Study points: the first reveals the second space. One less than there are spaces. */
  readonly costs: readonly string[];
}

/** A starting Department on the company board. */
export interface DepartmentDraft {
  readonly name: string;
  readonly type: string;
  readonly effect: string;
  /** Its space, such as `b1`. */
  readonly space: string;
  /** Dollars under its workstations from the left, with spaces between. */
  readonly deskCosts: string;
  readonly permanentEmployees: string;
}

export interface BoardDraft {
  /** The column of the Lobby's left end, such as `b`. */
  readonly lobbyColumn: string;
  /** Over how many columns the Lobby goes. */
  readonly lobbySpan: string;
  /** The names of the spaces, from the Lobby upwards. The form leaves them as they are. */
  readonly spaces: readonly string[];
  readonly departments: readonly DepartmentDraft[];
}

/** What the form shows of each table. */
export interface Shown {
  readonly tabs: readonly TabDraft[];
  readonly board: BoardDraft;
}

export interface Notes {
  readonly tabs: string | undefined;
  readonly board: string | undefined;
}

export interface Draft extends Shown {
  /** Whether the person has said that all values of the tabs are those of his copy; otherwise they stay stand-ins. */
  readonly ownTabs: boolean;
  readonly ownBoard: boolean;
  /** What a file has noted of each table; undefined where it has noted nothing of its own. */
  readonly notes: Notes;
  /** What the tables are as long as nothing has been entered. */
  readonly standIns: Shown;
  /** Tables of a file that this form does not show; they are kept as they are. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** Something that cannot be read, at a path of the file. */
export interface DraftFault {
  readonly path: string;
  readonly words: string;
}

interface SpaceRow {
  readonly kind: SpaceKind;
  readonly income?: IncomeRow;
  readonly vp?: number;
  readonly raise_by?: number;
}

interface TabRow {
  readonly type: string;
  readonly side: string;
  readonly spaces: readonly SpaceRow[];
  readonly advance_costs: readonly number[];
}

interface DepartmentRow {
  readonly name: string;
  readonly type: string;
  readonly row: number;
  readonly column: number;
  readonly desk_costs: readonly number[];
  readonly permanent_employees: number;
  readonly effect?: string;
}

/** The two tables that the form shows. */
export interface ShownTables {
  readonly project_tabs: { readonly rows: readonly TabRow[] };
  readonly company_board: {
    readonly lobby: { readonly column: number; readonly column_span: number };
    readonly spaces: readonly { readonly row: number; readonly column: number }[];
    readonly starting_departments: readonly DepartmentRow[];
  };
}

const FIRST_COLUMN = "a".charCodeAt(0);

/** The letter of a column, `a` being the leftmost. */
const columnLetter = (column: number): string => String.fromCharCode(FIRST_COLUMN + column);

/** The number of a column by its letter, or by the name of a space in it. */
const columnOf = (name: string): number => name.charCodeAt(0) - FIRST_COLUMN;

/** A space by its name, such as `b1`. */
const placeOf = (name: string) => ({ row: Number(name.slice(1)), column: columnOf(name) });

/**
 * Make a draft of tables that the service has accepted.
 *
 * @param tables all tables in force, the file's own in their places
 * @param file the tables of the person's own file; empty where there is none
 * @param standIns what is shown of the tables in force without the file
 */
export function draftOf(tables: ShownTables, file: Readonly<Record<string, unknown>>, standIns: Shown): Draft {
  const { project_tabs, company_board, ...others } = file;
  return {
    ...shownOf(tables),
    ownTabs: isOwn(project_tabs),
    ownBoard: isOwn(company_board),
    notes: { tabs: noteOf(project_tabs), board: noteOf(company_board) },
    standIns,
    others,
  };
}

/** What the form shows of tables. */
export const shownOf = (tables: ShownTables): Shown => ({
  tabs: tables.project_tabs.rows.map(tabOf),
  board: boardOf(tables.company_board),
});

/** Whether a file has a table that does not say itself that stand-ins are among its values. */
const isOwn = (table: unknown): boolean =>
  typeof table === "object" && table !== null && !("source" in table && table.source === "assumed");

/** What a table of a file notes of itself, unless it is what this form notes. */
function noteOf(table: unknown): string | undefined {
  if (typeof table !== "object" || table === null || !("note" in table) || typeof table.note !== "string") {
    return undefined;
  }
  return [OWN_NOTE, PARTLY_NOTE].includes(table.note) ? undefined : table.note;
}

const tabOf = (row: TabRow): TabDraft => ({
  type: row.type,
  side: row.side,
  spaces: row.spaces.map(({ kind, income, vp, raise_by }) => ({
    kind,
    income: writeIncome(income ?? {}),
    amount: String(vp ?? raise_by ?? ""),
  })),
  costs: row.advance_costs.map(String),
});

const boardOf = ({ lobby, spaces, starting_departments }: ShownTables["company_board"]): BoardDraft => ({
  lobbyColumn: columnLetter(lobby.column),
  lobbySpan: String(lobby.column_span),
  spaces: spaces.map(({ row, column }) => `${columnLetter(column)}${row}`),
  departments: starting_departments.map(({ name, type, effect, row, column, desk_costs, permanent_employees }) => ({
    name,
    type,
    effect: effect ?? "",
    space: `${columnLetter(column)}${row}`,
    deskCosts: desk_costs.join(" "),
    permanentEmployees: String(permanent_employees),
  })),
});

/** A space as it is when its kind is chosen. */
export const emptySpace = (kind: SpaceKind): SpaceDraft => ({
  kind,
  income: "",
  amount: kind === "DONATION_LIMIT" ? "3" : "",
});

/** The file that a draft makes, and what of it cannot be read; with faults the file is not whole. */
export interface Written {
  readonly file: string;
  readonly faults: readonly DraftFault[];
}

/** Whether the tabs are in the file: something of them has been entered, or they are said to be the person's own. */
export const hasTabs = ({ tabs, ownTabs, standIns }: Draft): boolean => ownTabs || !isSame(tabs, standIns.tabs);

/** The same of the board. */
export const hasBoard = ({ board, ownBoard, standIns }: Draft): boolean => ownBoard || !isSame(board, standIns.board);

/** The draft with the stand-ins of the tabs. */
export const withoutTabs = (draft: Draft): Draft => ({
  ...draft,
  ownTabs: false,
  tabs: draft.standIns.tabs,
  notes: { ...draft.notes, tabs: undefined },
});

/** The same of the board. */
export const withoutBoard = (draft: Draft): Draft => ({
  ...draft,
  ownBoard: false,
  board: draft.standIns.board,
  notes: { ...draft.notes, board: undefined },
});

/** The draft without a table of a file that the form does not show. */
export const withoutOther = (draft: Draft, name: string): Draft => ({
  ...draft,
  others: Object.fromEntries(Object.entries(draft.others).filter(([other]) => other !== name)),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const OWN_NOTE = "as on my copy";
const PARTLY_NOTE = "entered in part; the others are stand-ins";

/** What a table of the file says of where it comes from: one that is entered in part only says that it is assumed. */
const origin = (isOwn: boolean, note: string | undefined) =>
  isOwn ? { note: note ?? OWN_NOTE } : { source: "assumed", note: note ?? PARTLY_NOTE };

/** Write the components file. It is empty where nothing has been entered. */
export function writeFile(draft: Draft): Written {
  const faults: DraftFault[] = [];
  const tables: Record<string, unknown> = { ...draft.others };
  if (hasTabs(draft)) {
    tables.project_tabs = {
      ...origin(draft.ownTabs, draft.notes.tabs),
      rows: draft.tabs.map((tab, row) => tabRow(tab, row, faults)),
    };
  }
  if (hasBoard(draft)) {
    tables.company_board = { ...origin(draft.ownBoard, draft.notes.board), ...boardTable(draft.board, faults) };
  }
  const file = Object.keys(tables).length === 0 ? "" : `${JSON.stringify(tables, null, 2)}\n`;
  return { file, faults };
}

function tabRow(tab: TabDraft, number: number, faults: DraftFault[]) {
  const path = `project_tabs.rows[${number}]`;
  return {
    type: tab.type,
    side: tab.side,
    spaces: tab.spaces.map((space, index) => spaceRow(space, `${path}.spaces[${index}]`, faults)),
    advance_costs: tab.costs.map((cost, index) => wholeNumber(cost, `${path}.advance_costs[${index}]`, faults)),
  };
}

function spaceRow({ kind, income, amount }: SpaceDraft, path: string, faults: DraftFault[]): SpaceRow {
  switch (kind) {
    case "PROJECT": {
      const read = readIncome(income);
      if (read === undefined) {
        faults.push({ path: `${path}.income`, words: `found “${income}”, allowed ${INCOME_FORMS}` });
      }
      return { kind, income: read ?? {} };
    }
    case "VP":
      return { kind, vp: wholeNumber(amount, `${path}.vp`, faults) };
    case "DONATION_LIMIT":
      return { kind, raise_by: wholeNumber(amount, `${path}.raise_by`, faults) };
    default:
      return { kind };
  }
}

function boardTable({ lobbyColumn, lobbySpan, spaces, departments }: BoardDraft, faults: DraftFault[]) {
  return {
    lobby: {
      row: 0,
      column: columnOf(lobbyColumn),
      column_span: wholeNumber(lobbySpan, "company_board.lobby.column_span", faults),
    },
    spaces: spaces.map(placeOf),
    starting_departments: departments.map((department, index) => {
      const path = `company_board.starting_departments[${index}]`;
      return {
        name: department.name,
        type: department.type,
        ...placeOf(department.space),
        desk_costs: dollars(department.deskCosts, `${path}.desk_costs`, faults),
        permanent_employees: wholeNumber(department.permanentEmployees, `${path}.permanent_employees`, faults),
        effect: department.effect,
      };
    }),
  };
}

const NUMBER = /^\d{1,9}$/;

function wholeNumber(text: string, path: string, faults: DraftFault[]): number {
  const plain = text.trim();
  if (!NUMBER.test(plain)) {
    faults.push({ path, words: `found “${text}”, allowed a whole number` });
    return 0;
  }
  return Number(plain);
}

/** Read dollars such as `0 1 2` or `$0 $1 $2`. */
function dollars(text: string, path: string, faults: DraftFault[]): readonly number[] {
  const numbers = text
    .replaceAll(/(^|[\s,])\$\s*(?=\d)/g, "$1")
    .split(/[\s,]+/)
    .filter((part) => part !== "");
  if (!numbers.every((number) => NUMBER.test(number))) {
    faults.push({ path, words: `found “${text}”, allowed whole numbers with spaces between, with $ or without` });
    return [];
  }
  return numbers.map(Number);
}
