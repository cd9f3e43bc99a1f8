const names: ReadonlyMap<string, string> = new Map([["opponents", "left to the others"]]);

/** The name of a term of the valuation, or of a line of a score sheet, such as "standing employees". */
export function termName(name: string): string {
  const plain = name.toLowerCase();
  return names.get(plain) ?? plain.replaceAll("_", " ");
}
