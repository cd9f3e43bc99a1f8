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
