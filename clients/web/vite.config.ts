import { defineConfig } from "vitest/config";

// The page and the calls have one origin; while the page is being written, calls go on to a service on its own port.
const service = "http://127.0.0.1:8080";

export default defineConfig({
  resolve: { conditions: ["source", "module", "browser", "development|production"] },
  // The tests run in Node, and take the client from its sources, too.
  ssr: { resolve: { conditions: ["source", "module", "node", "development|production"] } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // A content security policy of 'self' takes no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // Tests with a real service take longer where the machine is busy.
  test: {
    // Those in a browser have a configuration of their own.
    exclude: ["tests/browser/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  server: { proxy: { "^/carnegie\\.v1\\.": service } },
});
