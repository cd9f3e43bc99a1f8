import { choosingOf } from "../moves/of_game.js";
import type { Session } from "./session.js";

/** Do what was left undone in a game while it was not on the page, or while the service was away. */
export function goOn({ game, saving }: Session): void {
  if (saving.state.peek().kind === "waiting") {
    saving.retry();
  }
  if (game.isAndrewsTurn && !game.busy.peek()) {
    void game.letAndrewAct();
  }
  const choosing = choosingOf(game);
  // What is said where nothing is known is why it is not.
  if (!choosing.known.peek() && choosing.message.peek() !== "") {
    void choosing.learnAgain();
  }
}
