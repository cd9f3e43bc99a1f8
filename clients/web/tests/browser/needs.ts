/** What has to be there for anything to be run in a browser: the browser, and the page that is opened in it. */

import { existsSync } from "node:fs";
import { chromiumPath } from "./chromium.js";
import { PAGE_FOLDER } from "./page_service.js";

const NO_BROWSER = "no Chromium is found: install one, or name it with CHROMIUM=/path/to/chromium";

/**
 * The files to be run: those that are wanted, or none where there is no browser, which is said.
 *
 * @throws Error in the continuous integration where there is no browser, and anywhere where there is no page
 */
export function runnable(wanted: readonly string[]): string[] {
  if (chromiumPath() === undefined) {
    if (process.env.CI) {
      throw new Error(NO_BROWSER);
    }
    process.stderr.write(`\nWhat needs a browser is skipped: ${NO_BROWSER}.\n\n`);
    return [];
  }
  if (!existsSync(`${PAGE_FOLDER}/index.html`)) {
    throw new Error(`${PAGE_FOLDER} is not there: build the page first, with make page`);
  }
  return [...wanted];
}
