/** Items in a row as a person says them: "a", "a and b", "a, b and c". */
export function listed(items: readonly string[], last = "and"): string {
  if (items.length < 2) {
    return items.join("");
  }
  return `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;
}
