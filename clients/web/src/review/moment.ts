/** The moment of a game whose table is shown. */

import { signal } from "@preact/signals";

/** A decision is listed among all of them, and perhaps among the costliest: its table is shown where it was asked for. */
export type Place = "costliest" | "all";

export interface Moment {
  readonly place: Place;
  /** The decision's index. */
  readonly index: number;
}

export const shownMoment = signal<Moment | undefined>(undefined);

/** The id of the button that shows a moment. */
export const buttonId = ({ place, index }: Moment): string => `review-show-${place}-${index}`;

/** Show the table of a moment, in the place of any other. */
export function showMoment(moment: Moment): void {
  shownMoment.value = moment;
}

/** Show no table any more, and go back to the button that had shown it. */
export function closeMoment(): void {
  const shown = shownMoment.peek();
  shownMoment.value = undefined;
  if (shown !== undefined) {
    document.getElementById(buttonId(shown))?.focus();
  }
}
