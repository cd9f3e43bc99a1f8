import { Action, Phase, type Position } from "carnegie-client";
import { actionName } from "./action_name.js";
import { capitalized } from "./capitalized.js";
import { eventName } from "./event_name.js";
import { phaseInSentence } from "./phase_in_sentence.js";

const SETUP: ReadonlySet<Phase> = new Set([Phase.SETUP_PLACEMENT, Phase.SETUP_MOVES, Phase.SETUP_STANDING_UP]);

/** What a position waits for, such as "Round 5, the turn: Construction". */
export function awaitedInWords(position: Position): string {
  const { phase, round = 1 } = position;
  if (phase === Phase.GAME_OVER) {
    return "The game is over";
  }
  const what = phaseInSentence(phase);
  return SETUP.has(phase) ? capitalized(what) : `Round ${round}, ${what}${about(position)}`;
}

function about({ phase, action, turn, events }: Position): string {
  const [event] = events;
  if (phase === Phase.EVENT && event !== undefined) {
    return `: ${eventName(event)}`;
  }
  const done = turn?.action || action;
  return phase === Phase.USE_DEPARTMENTS && done !== Action.UNSPECIFIED ? `: ${actionName(done)}` : "";
}
