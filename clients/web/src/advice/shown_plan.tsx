/** Says beside the table that a plan is drawn on it, and hides it: on a narrow screen, where the advice is out of sight. */

import type { Game } from "../game/game.js";
import { emptyOverlay } from "../table/overlay.js";
import { advisingOf } from "./of_game.js";

export function ShownPlan({ game }: { readonly game: Game }) {
  const advice = advisingOf(game);
  const [line, answer] = [advice.shown.value, advice.answer.value];
  if (line === undefined || answer === undefined || advice.overlay.value === emptyOverlay) {
    return null;
  }
  const hide = () => {
    advice.show(undefined);
    // The button is about to go.
    document.getElementById("table-heading")?.focus({ preventScroll: true });
  };
  return (
    <p class="shown-plan buttons">
      Plan {answer.suggestion.lines.indexOf(line) + 1} is drawn on the table.
      <button type="button" onClick={hide}>
        Hide it
      </button>
    </p>
  );
}
