import type { Choosing } from "./choosing.js";

/**
 * Tell the entering of steps of a click anywhere on the picture of the table: on a place that can be chosen the picture does so
 * itself, and on any other one the person is told why it cannot be.
 *
 * @param event a click within the picture
 */
export function pointAt(event: Event, choosing: Pick<Choosing, "choices" | "choose">): void {
  const place = event.target instanceof Element ? event.target.closest("[data-target]") : null;
  const target = place?.getAttribute("data-target");
  if (target && !choosing.choices.value.has(target)) {
    choosing.choose(target);
  }
}
