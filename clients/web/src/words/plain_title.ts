import { plainText } from "./plain_text.js";

/** The most characters of a title, counted as the service counts them: by code points. */
export const LONGEST_TITLE = 200;

/** A text of which nothing is seen: U+2800 is the pattern of Braille without a dot. */
const BLANK = /^[\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * A title that every place takes which keeps games: without what cannot be shown, and not too long. One of which nothing
 * is seen is none.
 *
 * @param ending what follows upon the title, and stays where it has to be cut
 */
export function plainTitle(text: string, ending = ""): string {
  const plain = plainText(text).trim();
  const room = LONGEST_TITLE - [...ending].length;
  const cut = [...plain].slice(0, room).join("").trimEnd();
  return BLANK.test(cut) ? "" : `${cut}${ending}`;
}

/** The title of a game or a table that comes from a file: the file's name without its ending. */
export const titleOfFile = (name: string): string => plainTitle(name.replace(/\.json$/i, ""));
