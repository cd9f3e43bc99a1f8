/** The tests in a real browser, each file with a service of its own. */

import { defineConfig } from "vitest/config";
import { chromiumPath } from "./tests/browser/chromium.js";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "module", "node", "development|production"] } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    // Where there is no browser, the setup says so: it fails in the continuous integration, else nothing is run.
    globalSetup: "tests/browser/before_all.ts",
    include: chromiumPath() === undefined ? [] : ["tests/browser/**/*.browser.test.ts"],
    passWithNoTests: true,
    // A browser and a service keep a small machine busy.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
