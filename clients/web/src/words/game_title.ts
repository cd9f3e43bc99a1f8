/** What a game is called where the person has given it no title. */

interface Titled {
  readonly title: string;
  readonly byHand?: boolean;
  readonly level?: number | undefined;
}

/** The title of a game, or what it is: "Solo game, level 2". */
export function gameTitle({ title, byHand = false, level }: Titled): string {
  if (title !== "") {
    return title;
  }
  return byHand ? "A table followed by hand" : `Solo game${level === undefined ? "" : `, level ${level}`}`;
}
