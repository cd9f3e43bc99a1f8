import { type Warning, WarningReason } from "carnegie-client";

const CLAIM_REFUTED =
  "The optimiser and the referee do not agree on this plan: it is legal, and its worth is the referee's, but nothing " +
  "is proved. This is a fault of the program; please report it.";

/**
 * A warning; what it is about comes first where its sentence does not name it.
 *
 * Of a table that is assumed only the name is said: that it is a stand-in is for the heading to say.
 */
export function warningInWords({ reason, path, description }: Warning): string {
  switch (reason) {
    case WarningReason.ASSUMED_COMPONENT:
      return path === "" ? description : path.replaceAll("_", " ");
    case WarningReason.CLAIM_REFUTED:
      return `${CLAIM_REFUTED} (${description})`;
    case WarningReason.DEPARTMENT_NOT_USED:
      return description;
    default:
      return path === "" ? description : `${path}: ${description}`;
  }
}
