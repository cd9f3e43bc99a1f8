/** How wide a text is at most in the sans-serif fonts of common systems; fonts differ, so this is on the wide side. */

const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'| ]/, 0.37],
  [/[tfr()-]/, 0.48],
  [/[mwMW&@%]/, 1.02],
  [/[A-Z$+×]/, 0.77],
];

/** The width of a bold text in the units of its font size. */
export function textWidth(text: string, fontSize: number): number {
  let sum = 0;
  for (const letter of text) {
    sum += widths.find(([letters]) => letters.test(letter))?.[1] ?? 0.68;
  }
  return sum * fontSize;
}

/** A text broken into lines of at most a width, at spaces only; a longer word has a line of its own. */
export function wrap(text: string, fontSize: number, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer, fontSize) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
