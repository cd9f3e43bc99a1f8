import { Phase, type ReviewedDecision } from "carnegie-client";
import { decisionName } from "./decision_name.js";

/** Which decision of a game it was, such as "Round 3: Construction" or "Setup: Placement of the setup". */
export function momentName({ round, phase, decision }: Pick<ReviewedDecision, "round" | "phase" | "decision">): string {
  const inSetup = phase !== Phase.UNSPECIFIED && phase < Phase.SELECT_TIMELINE;
  return `${inSetup ? "Setup" : `Round ${round}`}: ${decisionName(decision)}`;
}
