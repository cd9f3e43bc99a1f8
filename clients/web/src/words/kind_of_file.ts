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
    fields: ["componentsDigest", "components_digest", "finalDigest", "final_digest", "game", "steps"],
    words: "it is a recorded game; open it on the start page",
  },
  {
    kind: "position",
    fields: ["players", "phase", "timeline"],
    words: "it is a position; open it under “A game at the table”",
  },
  {
    kind: "box",
    fields: [
      "company_board",
      "project_tabs",
      "bidding",
      "cities",
      "departments",
      "donations",
      "map_links",
      "solo_cards",
      "timeline_tiles",
      "transport_tracks",
    ],
    words: "it has the values of a box; import it under “Your own box”",
  },
];

/**
 * What a file is instead of what is wanted, in half a sentence.
 *
 * @param value the file, read as JSON
 * @returns empty for what has anything of what is wanted, and for an object that is not known
 */
export function otherKindOfFile(value: unknown, wanted: FileKind): string {
  if (value === null || typeof value !== "object") {
    return "it holds a single value";
  }
  if (Array.isArray(value)) {
    return "it holds a list";
  }
  if (Object.keys(value).length === 0) {
    return "it holds nothing";
  }
  const found = KINDS.filter(({ fields }) => fields.some((field) => Object.hasOwn(value, field)));
  return found.some(({ kind }) => kind === wanted) ? "" : (found[0]?.words ?? "");
}
