/** How wide a text is at most in the sans-serif fonts of common systems; fonts differ, so this is on the wide side. */

const narrow = /[iljtfrI1.,:;'()|! ]/;
const wide = /[mwMWOQ&@%]/;
const capital = /[A-Z0-9$+×]/;

/** The width of a text in the units of its font size. */
export function textWidth(text: string, fontSize: number): number {
  let widths = 0;
  for (const letter of text) {
    widths += narrow.test(letter) ? 0.38 : wide.test(letter) ? 0.93 : capital.test(letter) ? 0.7 : 0.61;
  }
  return widths * fontSize;
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
