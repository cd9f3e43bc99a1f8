/**
 * Measures how long it takes from the click on Suggest until the first plan is on the screen, for positions in the middle of
 * a game, and prints a line of a table. It is run by `npm run bench`, with the page built, on a machine that is otherwise idle.
 */

import { loadavg } from "node:os";
import { Phase } from "carnegie-client";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { keptAt, type Played, playedByCommand } from "../tests/browser/kept_games.js";
import { Watched } from "../tests/browser/watched_page.js";

/** Games of which the positions are. */
const SEEDS = [1, 7];

/** Decisions from the 7th to the 14th round: the rows and the turns, where a search is longest. */
const MIDDLE = { first: 7, last: 14 };
const DECISIONS = [Phase.SELECT_TIMELINE, Phase.USE_DEPARTMENTS];

/** How many steps are made before each decision that is measured. */
function points({ steps }: Played): number[] {
  return steps.flatMap(({ round, phase, step }, index) => {
    const before = steps[index - 1];
    const begins = before?.phase !== phase || before.round !== round || before.step?.step?.kind.case === "playAndrew";
    const isOwn = step?.step?.kind.case !== "playAndrew" && DECISIONS.includes(phase);
    return begins && isOwn && round >= MIDDLE.first && round <= MIDDLE.last ? [index] : [];
  });
}

/** Milliseconds from the click until the frame with the first plan has been drawn, as the browser itself has it. */
async function measured(page: Page): Promise<number> {
  await page.locator(".advice-suggest:enabled").waitFor();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const seen = () => document.querySelector(".advice-line") !== null;
        const watching = new MutationObserver(() => {
          if (seen()) {
            watching.disconnect();
            // The second frame begins when the first one has been drawn.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - clicked)));
          }
        });
        watching.observe(document.body, { childList: true, subtree: true });
        const clicked = performance.now();
        document.querySelector<HTMLElement>(".advice-suggest")?.click();
      }),
  );
}

test("the first suggestion after the click", async () => {
  const watched = await Watched.start();
  const visitor = await watched.visitor();
  const before = loadavg();
  const times: number[] = [];
  for (const seed of SEEDS) {
    const played = await playedByCommand(watched.service, seed);
    for (const count of points(played)) {
      const page = await watched.open(await keptAt(watched.service, played, count), visitor);
      times.push(await measured(page));
      await page.close();
    }
  }
  await watched.stop();
  times.sort((one, other) => one - other);
  const told = [times[Math.floor(times.length / 2)], times.at(-1)].map((time = Number.NaN) => `${Math.round(time)} ms`);
  const [load = Number.NaN] = before;
  process.stdout.write(`| positions | median | worst | load of the machine |\n| --- | --- | --- | --- |\n`);
  process.stdout.write(`| ${times.length} | ${told.join(" | ")} | ${load.toFixed(1)} |\n`);
});
