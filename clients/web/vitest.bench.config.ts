/** Measurements in a real browser; see bench/. */

import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "module", "node", "development|production"] } },
  test: { globalSetup: "tests/browser/before_all.ts", include: ["bench/*.ts"], testTimeout: 600_000 },
});
