import { effect } from "@preact/signals";
import type { Choosing } from "./choosing.js";

/**
 * Tell the entering of steps of clicks on places of the table that cannot be chosen, so that it says why. Those on places that
 * can be chosen the picture tells of itself.
 *
 * @returns what ends it
 */
export function listenForPointing(choosing: Pick<Choosing, "choices" | "choose">): () => void {
  const onClick = ({ target }: MouseEvent) => {
    const place = target instanceof Element ? target.closest(".table [data-target]") : null;
    const named = place?.getAttribute("data-target");
    if (named && !choosing.choices.value.has(named)) {
      choosing.choose(named);
    }
  };
  // Before the picture hears of the click: afterwards other places can be chosen than were clicked.
  document.addEventListener("click", onClick, true);
  return () => document.removeEventListener("click", onClick, true);
}

/**
 * Keep the place of the table that has the focus: while a step is taken nothing can be chosen, and the focus is lost. Afterwards
 * the same place gets it again, if it can be chosen; else the heading of the moves.
 *
 * @returns what ends it
 */
export function keepPlace(choosing: Pick<Choosing, "known">, heading: () => HTMLElement | null): () => void {
  let place: string | undefined;
  return effect(() => {
    if (!choosing.known.value) {
      place ??= placeOf(document.activeElement);
      return;
    }
    const before = place;
    place = undefined;
    if (before !== undefined) {
      // Once the picture shows what can be chosen now.
      requestAnimationFrame(() => focusAgain(before, heading()));
    }
  });
}

const placeOf = (element: Element | null): string | undefined =>
  element?.closest(".table [data-target]")?.getAttribute("data-target") ?? undefined;

function focusAgain(place: string, heading: HTMLElement | null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) {
    return;
  }
  const buttons = document.querySelectorAll<SVGElement>('.table [data-target][role="button"]');
  const same = [...buttons].find((button) => placeOf(button) === place);
  (same ?? heading)?.focus({ preventScroll: true });
}
