import { Decision, SuggestionStatus, type SuggestResponse, WarningReason } from "carnegie-client";
import { capitalized } from "./capitalized.js";
import { limitName } from "./limit_name.js";
import { victoryPoints } from "./victory_points.js";

/**
 * How good the first line is known to be.
 *
 * @param restricted whether the question had an allow or avoid list
 */
export function proofInWords(suggestion: SuggestResponse, restricted = false): string {
  const noPlan = restricted ? "no legal plan that the lists permit" : "no legal plan";
  if (suggestion.status === SuggestionStatus.PROVED_BEST) {
    return suggestion.decision === Decision.TIMELINE
      ? "Proved best: no other row brings more, each of its events and its turn decided for the best."
      : `Proved best: ${noPlan} gains more.`;
  }
  if (suggestion.warnings.some((warning) => warning.reason === WarningReason.DEPARTMENT_NOT_USED)) {
    return "Not proved: a Department that matters is not counted, see the note.";
  }
  const gap = suggestion.bound - (suggestion.lines[0]?.gain ?? 0);
  const limit = limitName(suggestion.limitReason);
  const stopped = limit === "" ? "the search has no proof" : `${limit} ended the search`;
  return `Best found, not proved: ${stopped}. ${capitalized(noPlan)} gains more than ${victoryPoints(suggestion.bound)} VP, ${victoryPoints(gap)} VP more than this one.`;
}

/** What a limit has left out of an answer whose best plan is proved; empty where nothing. */
export function unsaidInWords(suggestion: SuggestResponse): string {
  const limit = limitName(suggestion.limitReason);
  if (suggestion.status !== SuggestionStatus.PROVED_BEST || limit === "") {
    return "";
  }
  return `${capitalized(limit)} came before everything was said: there may be more plans or reasons.`;
}

/** Why there is no plan. */
export const noPlanInWords = (suggestion: SuggestResponse): string =>
  suggestion.decision === Decision.UNSPECIFIED
    ? "There is nothing to decide: the game is over."
    : "The lists forbid every plan: something has to be done.";
