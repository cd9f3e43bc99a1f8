import { Action, Gain, Phase, ProjectType, Region } from "carnegie-client";
import { actionName } from "./action_name.js";
import { gainName } from "./gain_name.js";
import { phaseInSentence } from "./phase_in_sentence.js";
import { projectTypeName } from "./project_type_name.js";
import { regionName } from "./region_name.js";

/** The members of an enumeration, each with what it is called: codes such as `WEST` and their words. */
function coded<Member extends number>(
  members: Readonly<Record<string, string | Member>>,
  name: (member: Member) => string,
): [string, string][] {
  return Object.entries(members).flatMap(([code, member]): [string, string][] =>
    typeof member === "string" || member === 0 ? [] : [[code, name(member)]],
  );
}

const words: ReadonlyMap<string, string> = new Map([
  ...coded<Phase>(Phase, phaseInSentence),
  ...coded<Action>(Action, actionName),
  ...coded<Region>(Region, (region) => `the ${regionName(region)}`),
  ...coded<ProjectType>(ProjectType, projectTypeName),
  ...coded<Gain>(Gain, gainName),
]);

/** A referee's sentence with words for the codes of the contract in it: "the turn" for `USE_DEPARTMENTS`. */
export const codesInWords = (text: string): string =>
  text.replace(/\b[A-Z]{3,}(?:_[A-Z]+)*\b/g, (code) => words.get(code) ?? code);
