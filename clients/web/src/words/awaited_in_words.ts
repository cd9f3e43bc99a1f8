<<<<<<< HEAD
/** What a position of the solo game waits for. */

import { Phase, type Position } from "carnegie-client";
import { actionName } from "./action_name.js";
import { eventName } from "./event_name.js";
import { phaseName } from "./phase_name.js";

/** Where the game stands, such as "Round 3 of 20. Event: income of the West". */
export function awaitedInWords({ round = 1, phase, action, events, andrew }: Position): string {
  if (phase === Phase.GAME_OVER) {
    return "The game is over";
  }
  const [event] = events;
  const inSetup = phase !== Phase.UNSPECIFIED && phase < Phase.SELECT_TIMELINE;
  const what =
    phase === Phase.EVENT && event !== undefined
      ? `Event: ${eventName(event)}`
      : phase === Phase.USE_DEPARTMENTS
        ? `${phaseName(phase)}: ${actionName(action)}`
        : phaseName(phase);
  const andrews = andrew?.toAct === true ? " (Andrew)" : "";
  return inSetup ? what : `Round ${round} of 20. ${what}${andrews}`;
=======
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
>>>>>>> page-moves
}
