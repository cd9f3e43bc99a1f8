/** What a JSON file holds, where it is not what it was chosen for. */

export type FileKind = "record" | "position" | "box";

interface Kind {
  readonly kind: FileKind;
  /** Fields by which it is known. */
  readonly fields: readonly string[];
  /** What it is, and where it is opened. */
  readonly words: string;
}

const KINDS: readonly Kind[] = [
  {
    kind: "record",
    fields: ["componentsDigest", "components_digest", "finalDigest", "final_digest"],
    words: "it is a recorded game; open it on the start page",
  },
  {
    kind: "position",
    fields: ["players", "phase", "timeline"],
    words: "it is a position; open it under “A game at the table”",
  },
  {
    kind: "box",
    fields: ["company_board", "project_tabs", "bidding"],
    words: "it has the values of a box; import it under “Your own box”",
  },
];

/**
 * What a file is instead of what is wanted, in half a sentence.
 *
 * @param value the file, read as JSON
 * @returns empty for what is wanted, and for an object that is not known
 */
export function otherKindOfFile(value: unknown, wanted: FileKind): string {
  if (value === null || typeof value !== "object") {
    return "it holds a single value";
  }
  if (Array.isArray(value)) {
    return "it holds a list";
  }
  const found = KINDS.find(({ fields }) => fields.some((field) => Object.hasOwn(value, field)));
  return found === undefined || found.kind === wanted ? "" : found.words;
}
