/** The points of a table that is followed by hand: every draft, by an edit or by a step that was played. */

import type { Fault, Position } from "carnegie-client";
import { decisionStart, type Made, type Point } from "../game/points.js";

/** What the service says of a draft. */
export type Checked =
  /** It has not answered yet. */
  | { readonly kind: "asking" }
  /** Every fault. */
  | { readonly kind: "faulty"; readonly faults: readonly Fault[] }
  /** The position in its canonical form. */
  | { readonly kind: "sound"; readonly position: Position; readonly digest: string }
  /** It could not be asked. */
  | { readonly kind: "failed"; readonly failure: unknown };

export interface TablePoint {
  readonly draft: Position;
  readonly checked: Checked;
  /** The step that led here; none where the table was set by hand. */
  readonly made: Made | undefined;
  /** The field whose typing led here, so that further typing there goes on with this point. */
  readonly typed: string | undefined;
}

/** The point as one of a game; undefined where it is not known to be without fault. */
export function gamePoint({ checked, made }: TablePoint): Point | undefined {
  return checked.kind === "sound" ? { position: checked.position, digest: checked.digest, made } : undefined;
}

/** The last point up to a number that is known to be without fault. */
export function lastSound(points: readonly TablePoint[], number: number): Point | undefined {
  for (let index = number; index >= 0; index -= 1) {
    const point = points[index];
    const sound = point === undefined ? undefined : gamePoint(point);
    if (sound !== undefined) {
      return sound;
    }
  }
  return undefined;
}

/** The points of the decision that is awaited at a point: from where it began, or where the table was last set by hand. */
export function decisionAt(points: readonly TablePoint[], number: number): readonly Point[] {
  const played: Point[] = [];
  for (let index = number; index >= 0; index -= 1) {
    const point = points[index];
    const here = point === undefined ? undefined : gamePoint(point);
    if (here === undefined) {
      break;
    }
    played.unshift(here);
    if (here.made === undefined) {
      break;
    }
  }
  return played.slice(decisionStart(played, played.length - 1));
}
