/** Fields that a JSON text has twice, of which `JSON.parse` silently takes the last one. */

/** What is being read: an object with the names so far, or a list. */
type Open =
  | { readonly path: string; readonly names: Set<string>; name: string | undefined }
  | { readonly path: string; index: number };

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** How a field is named in JSON, which may also be written as in the contract: `soloLevel` for `solo_level`. */
const jsonName = (name: string): string =>
  name.replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The paths of the fields that an object of a text has more than once, under the same name or under both of its names.
 *
 * @param text one that `JSON.parse` takes
 */
export function repeatedFields(text: string): readonly string[] {
  const repeated = new Set<string>();
  const open: Open[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    switch (token) {
      case "{":
        open.push({ path: pathIn(inner), names: new Set(), name: undefined });
        break;
      case "[":
        open.push({ path: pathIn(inner), index: 0 });
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (inner !== undefined && "index" in inner) {
          inner.index += 1;
        } else if (inner !== undefined) {
          inner.name = undefined;
        }
        break;
      default:
        if (inner !== undefined && "names" in inner && inner.name === undefined) {
          inner.name = jsonName(String(JSON.parse(token)));
          if (inner.names.has(inner.name)) {
            repeated.add(pathIn(inner));
          }
          inner.names.add(inner.name);
        }
    }
  }
  return [...repeated];
}

/** The path of what comes next in an object or a list. */
function pathIn(inner: Open | undefined): string {
  if (inner === undefined) {
    return "";
  }
  if ("index" in inner) {
    return `${inner.path}[${inner.index}]`;
  }
  return inner.path === "" ? (inner.name ?? "") : `${inner.path}.${inner.name ?? ""}`;
}

/** What is wrong with such a field, as the service says it of a file. */
export const REPEATED = {
  reason: "DUPLICATE_FIELD",
  found: "the field more than once",
  allowed: "the field once",
} as const;
