/** What a plan would change, to be drawn over the table. */

import type { Target } from "./targets.js";

/** An arrow from one place to another, with how many go that way. */
export interface Arrow {
  readonly from: Target;
  readonly to: Target;
  readonly count: number;
}

/** A thing that would lie somewhere, drawn half transparent. */
export interface Ghost {
  readonly at: Target;
  readonly kind: "disk" | "department" | "employee" | "marker";
  /** What a screen reader says of it, such as "Housing disk". */
  readonly label: string;
}

export interface Overlay {
  readonly arrows: readonly Arrow[];
  readonly ghosts: readonly Ghost[];
}

export const emptyOverlay: Overlay = { arrows: [], ghosts: [] };
