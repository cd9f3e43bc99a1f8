/** What is served: small, of one origin, and under a policy that is in force. */

import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begin } from "./played_by_page.js";
import { Watched } from "./watched_page.js";

/** The most bytes of the whole page, compressed. */
const MOST_BYTES = 300_000;

let watched: Watched;

beforeAll(async () => {
  watched = await Watched.start();
});
afterAll(() => watched.stop());

test("the whole page is small, and comes from one host", async () => {
  const visitor = await watched.visitor();
  const files = new Map<string, Promise<Buffer>>();
  visitor.on("response", (response) => {
    if (response.request().method() === "GET" && response.ok()) {
      files.set(response.url(), response.body());
    }
  });
  const page = await watched.open("#/", visitor);
  await begin(page, { seed: 1 });
  await page.goto(`${watched.service.address}/#/box`);
  await page.getByRole("heading", { name: "Your own box" }).waitFor();
  await page.waitForLoadState("networkidle");
  const bodies = await Promise.all(files.values());
  expect(bodies.length).toBeGreaterThanOrEqual(3);
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(MOST_BYTES);
  expect(watched.elsewhere()).toEqual([]);
  expect(watched.takeErrors()).toEqual([]);
});

test("the content security policy is in force", async () => {
  const page = await watched.open();
  const answer = await page.request.get(`${watched.service.address}/`);
  expect(answer.headers()["content-security-policy"]).toContain("default-src 'self'");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'run'";
    document.head.append(script);
  });
  const reached = await page.evaluate(() =>
    fetch("https://example.org/").then(
      () => true,
      () => false,
    ),
  );
  expect(reached).toBe(false);
  expect(await page.title()).not.toBe("run");
  await expect.poll(() => watched.errors.filter((error) => error.startsWith("violates"))).toHaveLength(2);
});
