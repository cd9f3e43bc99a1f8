/** The expected final margin by round, drawn, and as a table. */

import { useSignal } from "@preact/signals";
import type { ExpectedMargin, ReviewedDecision } from "carnegie-client";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import { costInWords } from "../words/cost_in_words.js";
import { listed } from "../words/listed.js";
import { marginInWords, shortMargin } from "../words/margin_in_words.js";
import { MARK_RADIUS, type Plot, plotOf } from "./margin_plot.js";

interface MarginPlotProps {
  /** At least one. */
  readonly margins: readonly ExpectedMargin[];
  /** The costliest decisions, the costliest first; they are marked by their numbers, counted from 1. */
  readonly costliest: readonly ReviewedDecision[];
}

/** The width in pixels before it has been measured. */
const FIRST_WIDTH = 640;
const LEAST_WIDTH = 240;

export function MarginPlot({ margins, costliest }: MarginPlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useSignal(FIRST_WIDTH);
  useEffect(() => {
    const element = frame.current;
    if (element === null) {
      return;
    }
    const observer = new ResizeObserver(() => {
      width.value = Math.max(LEAST_WIDTH, Math.floor(element.clientWidth));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  const marked = useMemo(() => costliest.map(({ round }, index) => ({ round, label: `${index + 1}` })), [costliest]);
  const plot = useMemo(() => plotOf(margins, marked, width.value), [margins, marked, width.value]);
  return (
    <section class="panel" aria-labelledby="margins-heading">
      <h2 id="margins-heading">The expected final margin</h2>
      <div ref={frame} class="margin-plot">
        <Drawing plot={plot} description={descriptionOf(margins, costliest)} />
      </div>
      <p class="hint">
        By how many VP you were expected to end before Andrew, after each round. The band is the typical error
        {costliest.length > 0 ? "; the numbers are the costliest moves" : ""}.
      </p>
      <MarginTable margins={margins} costliest={costliest} />
    </section>
  );
}

/** The plot in sentences. */
export function descriptionOf(margins: readonly ExpectedMargin[], costliest: readonly ReviewedDecision[]): string {
  const [first, last] = [margins[0], margins.at(-1)];
  const ends = [first, ...(last === first ? [] : [last])].flatMap((margin) =>
    margin === undefined ? [] : [marginInWords(margin)],
  );
  const moves = costliest.map((decision, index) => `${index + 1} in round ${decision.round}`);
  return [
    "A line from round to round, with its typical error as a band.",
    ...ends,
    ...(moves.length > 0 ? [`The costliest moves: ${listed(moves)}.`] : []),
    "A table after the drawing has all numbers.",
  ].join(" ");
}

function Drawing({ plot, description }: { readonly plot: Plot; readonly description: string }) {
  const id = useId();
  const { width, height, field, zero } = plot;
  const middle = (field.top + field.bottom) / 2;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
    >
      <title id={`${id}-title`}>The expected final margin by round</title>
      <desc id={`${id}-description`}>{description}</desc>
      {plot.margins.map(({ at, label }) => (
        <g key={label}>
          <line class="plot-grid" x1={field.left} x2={field.right} y1={at} y2={at} />
          <text class="plot-label" x={field.left - 6} y={at + 4} text-anchor="end">
            {label}
          </text>
        </g>
      ))}
      {plot.rounds.map(({ at, label }) => (
        <text key={label} class="plot-label" x={at} y={field.bottom + 17} text-anchor="middle">
          {label}
        </text>
      ))}
      <text class="plot-axis" x={(field.left + field.right) / 2} y={height - 6} text-anchor="middle">
        round
      </text>
      <text class="plot-axis" x={12} y={middle} text-anchor="middle" transform={`rotate(-90 12 ${middle})`}>
        margin in VP
      </text>
      <polygon class="plot-band" points={plot.band} />
      <polyline class="plot-error" points={plot.upper} />
      <polyline class="plot-error" points={plot.lower} />
      <line class="plot-zero" x1={field.left} x2={field.right} y1={zero} y2={zero} />
      <polyline class="plot-line" points={plot.line} />
      {plot.dots.map(({ x, y, label }) => (
        <circle key={label} class="plot-dot" cx={x} cy={y} r={2.5} />
      ))}
      {plot.marks.map(({ x, y, label }) => (
        <g key={label}>
          <circle class="plot-mark" cx={x} cy={y} r={MARK_RADIUS} />
          <text class="plot-mark-label" x={x} y={y + 4.5} text-anchor="middle">
            {label}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The same numbers for whoever does not see the drawing, or wants to know them to the digit. */
function MarginTable({ margins, costliest }: MarginPlotProps) {
  const movesOf = (round: number) =>
    costliest.flatMap((decision, index) =>
      decision.round === round ? [`${index + 1}: ${costInWords(decision)}`] : [],
    );
  return (
    <details class="margin-table">
      <summary>The numbers of the drawing</summary>
      <table class="score-sheet">
        <caption>The expected final margin by round, in VP</caption>
        <thead>
          <tr>
            <th scope="col">after round</th>
            <th scope="col">margin</th>
            <th scope="col">error</th>
            <th scope="col">costliest moves in it</th>
          </tr>
        </thead>
        <tbody>
          {margins.map(({ round, margin, typicalError }) => (
            <tr key={round}>
              <th scope="row">{round}</th>
              <td>{shortMargin(margin)}</td>
              <td>{typicalError === 0 ? "none" : `± ${shortMargin(typicalError).slice(1)}`}</td>
              <td>{movesOf(round).join("; ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
