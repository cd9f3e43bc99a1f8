/** The tests in a real browser, each file with a service of its own. */

import { defineConfig } from "vitest/config";
import { runnable } from "./tests/browser/needs.js";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "module", "node", "development|production"] } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    include: runnable(["tests/browser/**/*.browser.test.ts"]),
    passWithNoTests: true,
    // A browser and a service keep a small machine busy.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
