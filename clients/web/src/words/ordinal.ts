const names = ["first", "second", "third", "fourth", "fifth", "sixth"];

const endings: ReadonlyMap<Intl.LDMLPluralRule, string> = new Map([
  ["one", "st"],
  ["two", "nd"],
  ["few", "rd"],
]);
const rules = new Intl.PluralRules("en", { type: "ordinal" });

/** A place in a row, counted from 0: "first" for 0, "21st" for 20. */
export const ordinal = (index: number): string =>
  names[index] ?? `${index + 1}${endings.get(rules.select(index + 1)) ?? "th"}`;
