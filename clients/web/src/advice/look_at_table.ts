/** The way from the advice to the table, on which a plan is drawn. */

import { goToPart } from "../game/parts.js";
import type { Overlay } from "../table/overlay.js";

/** Whether the table is on the screen together with the advice: a narrow one has room for one of them. */
export const isTableInSight = (): boolean => (document.getElementById("table")?.getClientRects().length ?? 0) > 0;

/** Have the table seen that something is drawn on: where it is out of sight, go to the first place that is drawn on. */
export function lookAtTable(overlay: Overlay): void {
  if (!isTableInSight()) {
    goToPart("table", () => showFirstPlace(overlay));
  }
}

/** Have the uppermost place of the table be seen that an overlay draws on. */
function showFirstPlace({ arrows, ghosts }: Overlay): void {
  const drawn = new Set<string>([...ghosts.map(({ at }) => at), ...arrows.flatMap(({ from, to }) => [from, to])]);
  const [first] = [...document.querySelectorAll<SVGElement>("#table [data-target]")]
    .filter(({ dataset }) => drawn.has(dataset.target ?? ""))
    .map((place) => ({ place, top: place.getBoundingClientRect().top }))
    .sort((one, other) => one.top - other.top);
  first?.place.scrollIntoView({ block: "center", inline: "nearest" });
}
