/** Score sheets side by side. */

import type { ScorePositionResponse } from "carnegie-client";

export interface SheetRows {
  /** Whose sheets they are, such as "you" and "Andrew". */
  readonly columns: readonly string[];
  /** A row for each line that any of the sheets has, with its VP in each column; undefined where the sheet has no such line. */
  readonly rows: readonly { readonly name: string; readonly vp: readonly (number | undefined)[] }[];
  /** The total of each column in VP. */
  readonly totals: readonly number[];
}

/** The lines of all sheets, in the order in which they come; those of the players first, Andrew's last. */
export function sheetRows({ players, andrew }: ScorePositionResponse): SheetRows {
  const sheets = andrew === undefined ? players : [...players, andrew];
  const alone = players.length === 1;
  const names = players.map((_, index) => (alone ? "you" : `player ${index + 1}`));
  const columns = andrew === undefined ? names : [...names, "Andrew"];
  const amounts = sheets.map(({ lines }) => new Map(lines.map(({ name, vp }) => [name, vp])));
  const lines = new Set(sheets.flatMap((sheet) => sheet.lines.map(({ name }) => name)));
  return {
    columns,
    rows: [...lines].map((name) => ({ name, vp: amounts.map((amount) => amount.get(name)) })),
    totals: sheets.map(({ total }) => total),
  };
}

/** Who has won, as a sentence; empty where there are not exactly two sheets. */
export function outcomeInWords({ totals: [own, others, more] }: SheetRows): string {
  if (own === undefined || others === undefined || more !== undefined) {
    return "";
  }
  const margin = own - others;
  return margin === 0
    ? `A tie: ${own} VP each.`
    : margin > 0
      ? `You win by ${margin} VP: ${own} to ${others}.`
      : `Andrew wins by ${-margin} VP: ${others} to ${own}.`;
}
