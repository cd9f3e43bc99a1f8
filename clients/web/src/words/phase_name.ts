import { Phase } from "carnegie-client";

const names: Readonly<Record<Phase, string>> = {
  [Phase.UNSPECIFIED]: "Selecting the timeline",
  [Phase.SETUP_PLACEMENT]: "Setup: placement",
  [Phase.SETUP_MOVES]: "Setup: employee moves",
  [Phase.SETUP_STANDING_UP]: "Setup: standing up",
  [Phase.SELECT_TIMELINE]: "Selecting the timeline",
  [Phase.EVENT]: "Event",
  [Phase.USE_DEPARTMENTS]: "Using Departments",
  [Phase.STANDING_UP]: "Standing up",
  [Phase.GAME_OVER]: "The game is over",
};

/** The name of a phase of the round or of the setup, such as "Using Departments". */
export const phaseName = (phase: Phase): string => names[phase];
