import { Decision } from "carnegie-client";

const names: Readonly<Record<Decision, string>> = {
  [Decision.UNSPECIFIED]: "no decision",
  [Decision.HUMAN_RESOURCES]: "Human Resources",
  [Decision.MANAGEMENT]: "Management",
  [Decision.CONSTRUCTION]: "Construction",
  [Decision.RESEARCH_AND_DEVELOPMENT]: "Research and Development",
  [Decision.STANDING_UP]: "Standing up",
  [Decision.TIMELINE]: "Row of the timeline",
  [Decision.INCOME]: "Income",
  [Decision.DONATION]: "Donation",
  [Decision.SETUP_PLACEMENT]: "Placement of the setup",
};

/** The name of a decision; a number that this page does not know is shown as it is. */
export const decisionName = (decision: Decision): string => names[decision] ?? `decision ${decision}`;
