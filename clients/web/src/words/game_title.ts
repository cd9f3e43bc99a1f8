/** What a game is called where the person has given it no title. */

interface Titled {
  readonly title: string;
  readonly byHand?: boolean;
  readonly level?: number | undefined;
  /** The seed of its setup, where it is known. */
  readonly seed?: number | undefined;
}

/** The title of a game with its seed, for whoever does not see it in the title. */
export function titleWithSeed(titled: Titled & { readonly seed: number }): string {
  const title = gameTitle(titled);
  return new RegExp(`\\bseed ${titled.seed}\\b`).test(title) ? title : `${title}, seed ${titled.seed}`;
}

/** The title of a game, or what it is: "Solo game, level 2, seed 7". */
export function gameTitle({ title, byHand = false, level, seed }: Titled): string {
  if (title !== "") {
    return title;
  }
  if (byHand) {
    return "A table followed by hand";
  }
  const parts = ["Solo game", level === undefined ? [] : `level ${level}`, seed === undefined ? [] : `seed ${seed}`];
  return parts.flat().join(", ");
}
