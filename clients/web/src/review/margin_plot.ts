/** The plot of the expected final margin by round: from numbers to shapes, all in the units of the drawing, pixels. */

import type { ExpectedMargin } from "carnegie-client";
import { LAST_ROUND } from "../words/margin_in_words.js";

/** A move to be marked on the plot. */
export interface Marked {
  /** The round in which it was made, 1 to 20. */
  readonly round: number;
  readonly label: string;
}

export interface Tick {
  /** Where along the axis. */
  readonly at: number;
  readonly label: string;
}

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

export interface Plot {
  readonly width: number;
  readonly height: number;
  /** The edges of the field in which the line lies. */
  readonly field: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** Of the axis of rounds, from left to right. */
  readonly rounds: readonly Tick[];
  /** Of the axis of VP, from the top down. */
  readonly margins: readonly Tick[];
  /** Where on that axis a margin of 0 is. */
  readonly zero: number;
  /** The line through the margins, as the points of a polyline. */
  readonly line: string;
  /** The upper and the lower edge of the typical error, likewise. */
  readonly upper: string;
  readonly lower: string;
  /** The band between them, as the points of a polygon. */
  readonly band: string;
  /** The margin after each round. */
  readonly dots: readonly Dot[];
  /** The marked moves, each between the round before and its own. */
  readonly marks: readonly Dot[];
}

/** The radius of a mark. */
export const MARK_RADIUS = 10;

const LEFT = 56;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 44;

/** From which width on every fifth round is not enough. */
const WIDE = 520;

/** About as far apart are the lines of the VP. */
const TICK_DISTANCE = 45;

/** In centi-VP. */
const STEPS = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;
const LARGEST_STEP = 50_000;

/**
 * Lay the plot out.
 *
 * @param expected the margins of rounds one after the other, at least one
 * @param marked the moves to be marked
 * @param width of the whole drawing, in pixels
 */
export function plotOf(expected: readonly ExpectedMargin[], marked: readonly Marked[], width: number): Plot {
  const height = Math.round(Math.min(380, Math.max(240, width * 0.45)));
  const field = { left: LEFT, right: width - RIGHT, top: TOP, bottom: height - BOTTOM };
  const ticks = ticksOver(expected, field.bottom - field.top);
  const [low = 0, high = 0] = [ticks[0], ticks.at(-1)];
  const x = (round: number) => tenth(field.left + ((field.right - field.left) * round) / LAST_ROUND);
  const y = (margin: number) => tenth(field.bottom - ((field.bottom - field.top) * (margin - low)) / (high - low));
  const along = (height: (each: ExpectedMargin) => number) =>
    expected.map((each) => `${x(each.round)},${y(height(each))}`);
  const upper = along(({ margin, typicalError }) => margin + typicalError);
  const lower = along(({ margin, typicalError }) => margin - typicalError);
  const every = width >= WIDE ? 1 : 5;
  const rounds = Array.from({ length: LAST_ROUND }, (_, index) => index + 1);
  return {
    width,
    height,
    field,
    rounds: rounds
      .filter((round) => round === 1 || round % every === 0)
      .map((round) => ({ at: x(round), label: `${round}` })),
    margins: ticks.toReversed().map((margin) => ({ at: y(margin), label: inWholePoints(margin) })),
    zero: y(0),
    line: along(({ margin }) => margin).join(" "),
    upper: upper.join(" "),
    lower: lower.join(" "),
    band: [...upper, ...lower.toReversed()].join(" "),
    dots: expected.map(({ round, margin }) => ({ x: x(round), y: y(margin), label: `${round}` })),
    marks: apart(
      marked.map(({ round, label }) => ({ x: x(round - 0.5), y: y(marginWithin(expected, round)), label })),
      field,
    ),
  };
}

/** The lines of the VP, the lowest first, in centi-VP: over all margins with their errors, and over 0. */
function ticksOver(expected: readonly ExpectedMargin[], length: number): number[] {
  const low = Math.min(0, ...expected.map(({ margin, typicalError }) => margin - typicalError));
  const high = Math.max(0, ...expected.map(({ margin, typicalError }) => margin + typicalError));
  const most = Math.max(2, Math.floor(length / TICK_DISTANCE));
  const step = STEPS.find((each) => Math.ceil(high / each) - Math.floor(low / each) <= most) ?? LARGEST_STEP;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The margin in the middle of a round: between that after the round before and that after it, as far as they are known. */
function marginWithin(expected: readonly ExpectedMargin[], round: number): number {
  const after = new Map(expected.map((each) => [each.round, each.margin]));
  const [before, then] = [after.get(round - 1), after.get(round)];
  return before !== undefined && then !== undefined
    ? (before + then) / 2
    : (then ?? before ?? expected.at(-1)?.margin ?? 0);
}

/** Marks that would lie on each other are moved, the later ones up, or down where there is no room above. */
function apart(marks: readonly Dot[], { top, bottom }: Plot["field"]): Dot[] {
  const laid: Dot[] = [];
  const [highest, lowest] = [top + MARK_RADIUS, bottom - MARK_RADIUS];
  const isFree = (x: number, y: number) =>
    laid.every((other) => Math.hypot(other.x - x, other.y - y) >= 2 * MARK_RADIUS);
  for (const mark of marks) {
    const start = Math.min(Math.max(mark.y, highest), lowest);
    const ways = [0, 1, -1, 2, -2, 3, -3].map((times) => tenth(start - times * (2 * MARK_RADIUS + 1)));
    const y = ways.find((way) => way >= highest && way <= lowest && isFree(mark.x, way)) ?? start;
    laid.push({ ...mark, y });
  }
  return laid;
}

/** Whole VP with their sign: "+20", "−5", "0". */
const inWholePoints = (centi: number): string =>
  centi === 0 ? "0" : `${centi > 0 ? "+" : "−"}${Math.abs(centi) / 100}`;

const tenth = (number: number): number => Math.round(number * 10) / 10;
