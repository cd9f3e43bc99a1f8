/** The Chromium that the browser tests use: one that is installed. */

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"] as const;

/** Its path: that of the environment variable CHROMIUM, or the first on the PATH; undefined where there is none. */
export function chromiumPath(): string | undefined {
  const { CHROMIUM: named = "", PATH: folders = "" } = process.env;
  const places = folders.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...(named === "" ? [] : [named]), ...places].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
