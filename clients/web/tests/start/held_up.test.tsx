/** What cannot be saved of this tab is named, each with the way back to it. */

import { signal } from "@preact/signals";
import { render } from "preact-render-to-string";
import { expect, test } from "vitest";
import { HeldUp } from "../../src/start/held_up.js";

const saving = (id: string, title: string) => ({ kept: signal({ id, title, version: 0 }) });

test("games, tables and the box are named as they are elsewhere", () => {
  const setup = { seed: 7, soloLevel: 2 };
  const games = [
    { game: { setup }, saving: saving("a", "") },
    { game: { setup }, saving: saving("b", "Tuesday") },
  ];
  const html = render(<HeldUp games={games} tables={[{ saving: saving("c", "") }]} box />);
  expect([...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, link, title]) => [link, title])).toEqual([
    ["#/game/a", "Solo game, level 2, seed 7"],
    ["#/game/b", "Tuesday"],
    ["#/table/c", "A table followed by hand"],
    ["#/box", "The values of your own box"],
  ]);
  expect(html).toContain("In this tab only");
});

test("nothing is said where there is none", () => {
  expect(render(<HeldUp games={[]} tables={[]} box={false} />)).toBe("");
});
