import { capitalized } from "./capitalized.js";
import { codesInWords } from "./codes_in_words.js";
import { plainText } from "./plain_text.js";

/** What a referee says of a step that the rules forbid. */
export interface Refused {
  /** Why, such as `NOT_ENOUGH_GOODS`. */
  readonly reason: string;
  /** The field of the step that is at fault; empty for the whole. */
  readonly path: string;
  readonly found: string;
  readonly allowed: string;
}

/** Why a step is refused: "Not enough goods: found 1 goods cubes; allowed: 2 or more." */
export function refusalInWords({ reason, path, found, allowed }: Refused): string {
  const where = path === "" ? "" : ` at ${path}`;
  const words = `${reasonInWords(reason)}${where}: found ${codesInWords(found)}; allowed: ${codesInWords(allowed)}`;
  // What was found may come from a file.
  return plainText(words);
}

/** A reason for programs as words: "Not enough goods" for `NOT_ENOUGH_GOODS`. */
export const reasonInWords = (reason: string): string => capitalized(reason.replaceAll("_", " ").toLowerCase());
