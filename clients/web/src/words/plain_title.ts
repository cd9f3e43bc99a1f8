/** The most characters of a title, counted as the service counts them: by code points. */
export const LONGEST_TITLE = 200;

/** Control characters, and halves of characters without their other half. */
const UNFIT = /[\p{Cc}\p{Cs}]/gu;

/**
 * A title that every place takes which keeps games: without what cannot be shown, and not too long. A blank one is none.
 *
 * @param ending what follows upon the title, and stays where it has to be cut
 */
export function plainTitle(text: string, ending = ""): string {
  const plain = text.replace(UNFIT, " ").trim();
  const room = LONGEST_TITLE - [...ending].length;
  const cut = [...plain].slice(0, room).join("").trimEnd();
  return cut === "" ? "" : `${cut}${ending}`;
}

/** The title of a game or a table that comes from a file: the file's name without its ending. */
export const titleOfFile = (name: string): string => plainTitle(name.replace(/\.json$/i, ""));
