import { Phase } from "carnegie-client";

const names: Readonly<Record<Phase, string>> = {
  [Phase.UNSPECIFIED]: "the choice of a row of the timeline",
  [Phase.SETUP_PLACEMENT]: "the placement of the setup",
  [Phase.SETUP_MOVES]: "the moves of the setup",
  [Phase.SETUP_STANDING_UP]: "the standing-up of the setup",
  [Phase.SELECT_TIMELINE]: "the choice of a row of the timeline",
  [Phase.EVENT]: "the event",
  [Phase.USE_DEPARTMENTS]: "the turn",
  [Phase.STANDING_UP]: "the standing-up",
  [Phase.GAME_OVER]: "the end of the game",
};

/** What goes on in a phase, and is ended by the end of its decision, such as "the turn". */
export const phaseInSentence = (phase: Phase): string => names[phase] ?? "the turn";
