import { type Binding, LimitReason, Means, ProjectType, SuggestionStatus, type SuggestResponse } from "carnegie-client";
import { projectTypeName } from "./project_type_name.js";
import { victoryPoints } from "./victory_points.js";

const units: Readonly<Record<Means, string>> = {
  [Means.UNSPECIFIED]: "unit of a means that this page does not know",
  [Means.MONEY]: "dollar",
  [Means.GOODS]: "goods cube",
  [Means.MOVES]: "employee move",
  [Means.STUDY_POINTS]: "study point",
  [Means.WORKSTATIONS]: "free workstation",
  [Means.DISKS]: "disk in the supply",
  [Means.USES]: "use",
  [Means.EMPLOYEES_IN_SUPPLY]: "employee in the supply",
};

/** What one more unit of a means would bring. */
export const bindingInWords = (binding: Binding): string =>
  `One more ${unitOf(binding)} would bring ${victoryPoints(binding.gain)} VP beyond its own worth.`;

function unitOf({ means, subject }: Binding): string {
  const unit = units[means] ?? units[Means.UNSPECIFIED];
  if (subject === "") {
    return unit;
  }
  switch (means) {
    case Means.WORKSTATIONS:
      return `free workstation in ${subjectName(subject)}`;
    case Means.DISKS:
      return `${subjectName(subject)} disk waiting to be built`;
    case Means.USES:
      return `employee who stands in ${subjectName(subject)}, with a use of it,`;
    default:
      return unit;
  }
}

/** A Department by its name, or a tab by the name of its type. */
function subjectName(subject: string): string {
  const type = Object.entries(ProjectType).find(([code]) => code === subject)?.[1];
  return typeof type === "number" ? projectTypeName(type) : subject;
}

/** Which means bind a plan of which that was asked; a sentence also where none is known to. */
export function bindingsInWords(suggestion: SuggestResponse): string[] {
  if (suggestion.bindings.length > 0 || suggestion.lines.length === 0) {
    return suggestion.bindings.map(bindingInWords);
  }
  if (suggestion.status !== SuggestionStatus.PROVED_BEST) {
    return ["What binds is not known, as the plan is not proved best."];
  }
  if (suggestion.limitReason !== LimitReason.UNSPECIFIED) {
    return ["No means is known to bind."];
  }
  return ["Nothing binds: one unit more of any means would bring nothing beyond its own worth."];
}
