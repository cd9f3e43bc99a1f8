/**
 * The points of a game: what lay on the table at the beginning of the setup, and after each step.
 *
 * Point 0 is the beginning; point n is what step n, counted from 1, led to.
 */

import type { Deed, Phase, Position, ResourceChange, Step } from "carnegie-client";

/** A step that was made, with what it brought. */
export interface Made {
  readonly step: Step;
  /** What it changed for the player; nothing for a step of Andrew. */
  readonly change: ResourceChange | undefined;
  /** The round in which it was made; 1 at setup. */
  readonly round: number;
  /** Where in the round. */
  readonly phase: Phase;
  /** What Andrew did and failed to do, in order; none for a step of the player. */
  readonly deeds: readonly Deed[];
}

export interface Point {
  readonly position: Position;
  /** The position's digest. */
  readonly digest: string;
  /** The step that led here; none at the beginning of the setup. */
  readonly made: Made | undefined;
}

/** The steps that led to the points, in order. */
export function stepsOf(points: readonly Point[]): Step[] {
  return points.flatMap((point) => (point.made === undefined ? [] : [point.made.step]));
}

/** Whether Andrew made the step that led to a point. */
export function andrewLedTo(point: Point | undefined): boolean {
  return point?.made?.step.kind.case === "playAndrew";
}

/** Whether a position waits for Andrew. */
export function waitsForAndrew(position: Position): boolean {
  return position.andrew?.toAct === true;
}

/** The steps after which another decision is awaited, whatever the position looks like. */
const ENDS = new Set(["endTurn", "selectTimeline", "playAndrew"]);

/**
 * The number of the point at which the decision began that is awaited at a point.
 *
 * A decision begins after the end of the one before, after a row of the timeline, after Andrew, and wherever the round, the
 * phase, the player or the events are others. A turn whose action an Action Choice tile changes is still the same one.
 */
export function decisionStart(points: readonly Point[], number: number): number {
  for (let start = number; start > 0; start -= 1) {
    const [before, here] = [points[start - 1], points[start]];
    if (before === undefined || here === undefined || begins(before, here)) {
      return start;
    }
  }
  return 0;
}

function begins(before: Point, here: Point): boolean {
  const made = here.made?.step.kind.case;
  return (made !== undefined && ENDS.has(made)) || awaited(before.position) !== awaited(here.position);
}

/** Says which decision a position waits for, in a text that differs where the decision does. */
function awaited({ round, phase, player, events }: Position): string {
  return [round, phase, player, ...events].join(" ");
}

/**
 * The number of the point that undoing leads to: before the player's last step, with all that Andrew did after it.
 *
 * @returns undefined where the player has made no step yet
 */
export function pointBefore(points: readonly Point[], number: number): number | undefined {
  for (let last = number; last > 0; last -= 1) {
    if (!andrewLedTo(points[last])) {
      return last - 1;
    }
  }
  return undefined;
}

/**
 * The number of the point that redoing leads to: after the next step, with all that Andrew did after it.
 *
 * @returns undefined where nothing has been undone
 */
export function pointAfter(points: readonly Point[], number: number): number | undefined {
  if (number + 1 >= points.length) {
    return undefined;
  }
  let next = number + 1;
  while (andrewLedTo(points[next + 1])) {
    next += 1;
  }
  return next;
}
