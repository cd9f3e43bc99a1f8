/** The plot of the expected margin: where its line, band, axes and marks lie. */

import { create } from "@bufbuild/protobuf";
import { type ExpectedMargin, ExpectedMarginSchema } from "carnegie-client";
import { describe, expect, test } from "vitest";
import { MARK_RADIUS, plotOf } from "../../src/review/margin_plot.js";

const margins = (...numbers: readonly (readonly [number, number, number])[]): ExpectedMargin[] =>
  numbers.map(([round, margin, typicalError]) => create(ExpectedMarginSchema, { round, margin, typicalError }));

/** The points of a polyline or polygon. */
const pointsOf = (text: string): { x: number; y: number }[] =>
  text.split(" ").map((point) => {
    const [x = Number.NaN, y = Number.NaN] = point.split(",").map(Number);
    return { x, y };
  });

const all = margins([1, -1_000, 2_400], [2, 500, 2_000], [3, 3_000, 0]);

describe("a plot of 640 pixels", () => {
  const plot = plotOf(all, [], 640);
  const { left, right, top, bottom } = plot.field;
  // The lowest is -10 - 24, the highest 30 VP: the axis goes from -40 to 40 or so, by a step of 20.
  const perPoint = (bottom - top) / 80;
  const zero = bottom - 40 * perPoint;

  test("has an axis of VP over all margins with their errors, with 0 among its lines", () => {
    expect(plot.margins.map(({ label }) => label)).toEqual(["+40", "+20", "0", "−20", "−40"]);
    expect(plot.margins[0]?.at).toBeCloseTo(top, 1);
    expect(plot.margins[4]?.at).toBeCloseTo(bottom, 1);
    expect(plot.zero).toBeCloseTo(zero, 0);
  });

  test("has an axis of all rounds", () => {
    expect(plot.rounds.map(({ label }) => label)).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 1}`));
    expect(plot.rounds.at(-1)?.at).toBe(right);
    expect(plot.rounds[9]?.at).toBeCloseTo((left + right) / 2, 0);
  });

  test("has its line through the margins, and its band around them", () => {
    const line = pointsOf(plot.line);
    const [upper, lower] = [pointsOf(plot.upper), pointsOf(plot.lower)];
    const heights = [-10, 5, 30].map((vp) => zero - vp * perPoint);
    expect(line.map(({ x }) => x)).toEqual(plot.rounds.slice(0, 3).map(({ at }) => at));
    for (const [index, error] of [24, 20, 0].entries()) {
      const height = heights[index] ?? Number.NaN;
      expect(line[index]?.y).toBeCloseTo(height, 0);
      expect(upper[index]?.y).toBeCloseTo(height - error * perPoint, 0);
      expect(lower[index]?.y).toBeCloseTo(height + error * perPoint, 0);
    }
    expect(pointsOf(plot.band)).toEqual([...upper, ...lower.toReversed()]);
    expect(plot.dots.map(({ x, y }) => ({ x, y }))).toEqual(line);
  });
});

test("a narrow plot names every fifth round", () => {
  expect(plotOf(all, [], 300).rounds.map(({ label }) => label)).toEqual(["1", "5", "10", "15", "20"]);
});

test("one margin of 0 without an error has an axis, too", () => {
  const plot = plotOf(margins([20, 0, 0]), [], 300);
  expect(plot.margins.map(({ label }) => label)).toEqual(["+1", "0"]);
  expect(pointsOf(plot.line)).toEqual([{ x: plot.field.right, y: plot.field.bottom }]);
});

describe("marked moves", () => {
  const marks = (...rounds: readonly number[]) => {
    const plot = plotOf(
      all,
      rounds.map((round, index) => ({ round, label: `${index + 1}` })),
      640,
    );
    return { plot, laid: plot.marks };
  };

  test("lie in the middle of their round, between the margins before and after it", () => {
    const { plot, laid } = marks(3);
    const line = pointsOf(plot.line);
    expect(laid[0]?.x).toBeCloseTo(((line[1]?.x ?? 0) + (line[2]?.x ?? 0)) / 2, 0);
    expect(laid[0]?.y).toBeCloseTo(((line[1]?.y ?? 0) + (line[2]?.y ?? 0)) / 2, 0);
  });

  test("lie at the only margin that is known in the first round, and in one that is not over", () => {
    const { plot, laid } = marks(1, 4);
    const line = pointsOf(plot.line);
    expect([laid[0]?.y, laid[1]?.y]).toEqual([line[0]?.y, Math.max(line[2]?.y ?? 0, plot.field.top + MARK_RADIUS)]);
  });

  test("of the same round do not hide each other, and stay in the field", () => {
    const { plot, laid } = marks(3, 3, 3, 2);
    for (const [index, mark] of laid.entries()) {
      expect(mark.y).toBeGreaterThanOrEqual(plot.field.top + MARK_RADIUS);
      expect(mark.y).toBeLessThanOrEqual(plot.field.bottom - MARK_RADIUS);
      for (const other of laid.slice(index + 1)) {
        expect(Math.hypot(mark.x - other.x, mark.y - other.y)).toBeGreaterThanOrEqual(2 * MARK_RADIUS);
      }
    }
  });
});
