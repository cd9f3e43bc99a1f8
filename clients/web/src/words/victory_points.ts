/** Centi-VP as VP: "12.34" for 1234. */
export function victoryPoints(centi: number): string {
  const size = Math.abs(centi);
  return `${centi < 0 ? "-" : ""}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
}

/** A difference in centi-VP as VP, with its sign unless it is zero: "+0.50". */
export const signedVictoryPoints = (centi: number): string =>
  centi > 0 ? `+${victoryPoints(centi)}` : victoryPoints(centi);
