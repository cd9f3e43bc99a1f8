/** Looks for something in the sources of the page. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));

/** The files below `src/` whose code, without its comments, has something. */
export function sourcesWith(what: RegExp): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  return files.filter((name) => what.test(withoutComments(readFileSync(`${SOURCES}${name}`, "utf8")))).sort();
}

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
