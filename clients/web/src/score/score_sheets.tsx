/** The score sheets of a position, as if the game ended now. */

import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { type Connection, Phase, type Position, type ScorePositionResponse } from "carnegie-client";
import { useEffect } from "preact/hooks";
import { FailureNote } from "../shell/failure_note.js";
import { scoreLineName } from "../words/score_line_name.js";
import { outcomeInWords, sheetRows } from "./sheet_rows.js";

interface ScoreSheetsProps {
  readonly rules: Pick<Connection["rules"], "scorePosition">;
  readonly position: Position;
  readonly componentsJson: string;
}

type Scored = ScorePositionResponse | undefined;

export function ScoreSheets({ rules, position, componentsJson }: ScoreSheetsProps) {
  const scored = useSignal<Scored>(undefined);
  const failure = useSignal<unknown>(undefined);
  const attempt = useSignal(0);
  useEffect(
    () => ask(rules, position, componentsJson, scored, failure),
    [rules, position, componentsJson, attempt.value],
  );
  if (failure.value !== undefined) {
    return (
      <FailureNote what="The score cannot be told" failure={failure.value}>
        <button type="button" onClick={() => attempt.value++}>
          Try again
        </button>
      </FailureNote>
    );
  }
  if (scored.value === undefined) {
    return <p>Counting …</p>;
  }
  return <Sheets scored={scored.value} over={position.phase === Phase.GAME_OVER} />;
}

/** Ask for the sheets; the answer gives the question up. */
function ask(
  rules: ScoreSheetsProps["rules"],
  position: Position,
  componentsJson: string,
  scored: Signal<Scored>,
  failure: Signal<unknown>,
): () => void {
  const given = new AbortController();
  const { signal } = given;
  rules.scorePosition({ position, componentsJson }, { signal }).then(
    (answer) => {
      if (!signal.aborted) {
        scored.value = answer;
        failure.value = undefined;
      }
    },
    (error) => {
      if (!signal.aborted) {
        failure.value = error;
      }
    },
  );
  return () => given.abort();
}

export function Sheets({ scored, over }: { readonly scored: ScorePositionResponse; readonly over: boolean }) {
  const sheets = sheetRows(scored);
  const { columns, rows, totals } = sheets;
  const outcome = over ? outcomeInWords(sheets) : "";
  return (
    <>
      {outcome !== "" && <p class="outcome">{outcome}</p>}
      <table class="score-sheet">
        <caption>{over ? "Final score" : "If the game ended now"}</caption>
        <thead>
          <tr>
            <th scope="col">VP for</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, vp }) => (
            <tr key={name}>
              <th scope="row">{scoreLineName(name)}</th>
              {columns.map((column, index) => (
                <td key={column}>{vp[index] ?? "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">together</th>
            {columns.map((column, index) => (
              <td key={column}>{totals[index]}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </>
  );
}
