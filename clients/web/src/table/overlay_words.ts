import { listed } from "../words/listed.js";
import { quantity } from "../words/quantity.js";
import type { Overlay } from "./overlay.js";

/** What the overlay shows, in a sentence. */
export function overlayWords(overlay: Overlay): string {
  const ghosts = overlay.ghosts.map((ghost) => ghost.label);
  const arrows = overlay.arrows.length > 0 ? [quantity(overlay.arrows.length, "arrow")] : [];
  return `The plan over the table: ${listed([...ghosts, ...arrows])}`;
}
