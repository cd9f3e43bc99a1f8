const names = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** A place in a row, counted from 0: "first" for 0. */
export const ordinal = (index: number): string => names[index] ?? `${index + 1}th`;
