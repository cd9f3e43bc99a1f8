/** Measurements in a real browser; see bench/. */

import { defineConfig } from "vitest/config";
import { runnable } from "./tests/browser/needs.js";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "module", "node", "development|production"] } },
  test: { include: runnable(["bench/*.ts"]), passWithNoTests: true, testTimeout: 600_000 },
});
