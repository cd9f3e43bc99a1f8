/** What has to be there before the browser tests: a browser, and the page that they open. */

import { existsSync } from "node:fs";
import { chromiumPath } from "./chromium.js";
import { PAGE_FOLDER } from "./page_service.js";

const NO_BROWSER = "no Chromium is found: install one, or name it with CHROMIUM=/path/to/chromium";

export function setup(): void {
  if (chromiumPath() === undefined) {
    if (process.env.CI) {
      throw new Error(NO_BROWSER);
    }
    process.stderr.write(`\nThe browser tests are skipped: ${NO_BROWSER}.\n\n`);
  } else if (!existsSync(`${PAGE_FOLDER}/index.html`)) {
    throw new Error(`${PAGE_FOLDER} is not there: build the page first, with make page`);
  }
}
