/** The shape of an arrow between two points: a curve with a head, and a place for its count. */

import type { Point } from "./geometry.js";

export interface ArrowShape {
  readonly start: Point;
  readonly end: Point;
  /** The shaft, as the path of an SVG. */
  readonly shaft: string;
  readonly head: string;
  /** The middle of the shaft. */
  readonly middle: Point;
}

/** How far an arrow ends before the middle of its targets. */
const clearance = 8;
const headLength = 10;
const headWidth = 9;

const round = (value: number): number => Math.round(value * 10) / 10;

/** An arrow that is bent to one side, so that arrows to and fro lie apart. */
export function shapeArrow(from: Point, to: Point): ArrowShape {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(Math.hypot(dx, dy), 1);
  const bend = Math.min(0.18 * length, 60);
  const control = { x: (from.x + to.x) / 2 + (dy / length) * bend, y: (from.y + to.y) / 2 - (dx / length) * bend };
  const toward = (point: Point, distance: number): Point => {
    const [x, y] = [control.x - point.x, control.y - point.y];
    const far = Math.max(Math.hypot(x, y), 1);
    const share = Math.min(distance / far, 0.5);
    return { x: point.x + x * share, y: point.y + y * share };
  };
  const gap = Math.min(clearance, length / 4);
  const [start, end, neck] = [toward(from, gap), toward(to, gap), toward(to, gap + headLength)];
  const [hx, hy] = [end.x - neck.x, end.y - neck.y];
  const head = Math.max(Math.hypot(hx, hy), 0.1);
  const side = { x: ((-hy / head) * headWidth) / 2, y: ((hx / head) * headWidth) / 2 };
  const at = (point: Point): string => `${round(point.x)} ${round(point.y)}`;
  return {
    start,
    end,
    shaft: `M${at(start)}Q${at(control)} ${at(neck)}`,
    head: `M${at(end)}L${at({ x: neck.x + side.x, y: neck.y + side.y })}L${at({ x: neck.x - side.x, y: neck.y - side.y })}Z`,
    middle: {
      x: (start.x + 2 * control.x + neck.x) / 4,
      y: (start.y + 2 * control.y + neck.y) / 4,
    },
  };
}
