import { goToPart, shownPart } from "../game/parts.js";

/** Have the table seen that something is drawn on: a screen that has room for one part at a time goes there. */
export function lookAtTable(from: Element): void {
  shownPart.value = "table";
  requestAnimationFrame(() => {
    if (from.getClientRects().length === 0) {
      goToPart("table");
    }
  });
}
