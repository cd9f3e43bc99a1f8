/** How many fields of the form still hold what the stand-ins have there. */

import type { BoardDraft, TabDraft } from "./draft.js";

export interface Left {
  /** Those that hold the same; whoever has entered the very value of a stand-in cannot be told from who has not. */
  readonly same: number;
  readonly all: number;
}

/** The texts of fields by what they are. */
type Texts = ReadonlyMap<string, string>;

/** Count the fields of the project tabs. */
export const leftOfTabs = (tabs: readonly TabDraft[], standIns: readonly TabDraft[]): Left =>
  counted(textsOfTabs(tabs), textsOfTabs(standIns));

/** Count the fields of the company board. */
export const leftOfBoard = (board: BoardDraft, standIns: BoardDraft): Left =>
  counted(textsOfBoard(board), textsOfBoard(standIns));

function counted(texts: Texts, standIns: Texts): Left {
  const same = [...texts].filter(([field, text]) => standIns.get(field) === text).length;
  return { same, all: texts.size };
}

const textsOfTabs = (tabs: readonly TabDraft[]): Texts =>
  new Map(
    tabs.flatMap(({ type, side, spaces, costs }) => [
      ...spaces.flatMap(({ kind, income, amount }, index): [string, string][] => {
        const at = `${type} ${side} space ${index}`;
        const value: [string, string] = [`${at} ${kind}`, kind === "PROJECT" ? income : amount];
        return kind === "BLANK" ? [[at, kind]] : [[at, kind], value];
      }),
      ...costs.map((cost, index): [string, string] => [`${type} ${side} cost ${index}`, cost]),
    ]),
  );

const textsOfBoard = ({ lobbyColumn, lobbySpan, departments }: BoardDraft): Texts =>
  new Map([
    ["Lobby column", lobbyColumn],
    ["Lobby span", lobbySpan],
    ...departments.flatMap(({ name, space, deskCosts, permanentEmployees }): [string, string][] => [
      [`${name} space`, space],
      [`${name} dollars`, deskCosts],
      [`${name} employees`, permanentEmployees],
    ]),
  ]);
