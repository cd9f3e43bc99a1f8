import { plainTitle } from "./plain_title.js";

/** A file by its name, as it can be shown amid other words; one of whose name nothing is seen is just the file. */
export function namedFile(name: string): string {
  const plain = plainTitle(name);
  return plain === "" ? "the file" : `“${plain}”`;
}
