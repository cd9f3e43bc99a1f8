/** The list of kept games says of each what it is, whatever it is called. */

import { Phase } from "carnegie-client";
import { render } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { GameStore } from "../../src/game/store.js";
import { SavedGames } from "../../src/start/saved_games.js";

const nothing = () => Promise.reject(new Error("nobody is asked"));
const store: GameStore = { place: "browser", list: nothing, save: nothing, load: nothing, remove: nothing };
const game = { version: 1, changed: new Date(0), round: 3, phase: Phase.EVENT };

test("a table that is followed by hand is told from a solo game of the same title", () => {
  const games = [
    { ...game, id: "one", title: "Tuesday", byHand: true },
    { ...game, id: "two", title: "Tuesday", byHand: false },
  ];
  const html = render(<SavedGames store={store} games={games} onChange={() => {}} />);
  const [byHand = "", solo = ""] = html.split("<li>").slice(1);
  expect(byHand).toContain("a table followed by hand: round 3");
  expect(solo).toContain("round 3");
  expect(solo).not.toContain("by hand");
});

test("a list that cannot be told ends with why, and with a way to ask again", () => {
  const why = new Error("this browser does not let the page keep games: denied");
  const html = render(<SavedGames store={store} games={undefined} listFailure={why} onChange={() => {}} />);
  expect(html).not.toContain("Looking");
  expect(html).not.toContain("is saved in this browser");
  expect(html).toContain("This browser does not let the page keep games: denied.");
  expect(html).toContain("Try again");
});

test("while the service is away nobody is said to be looking", () => {
  const html = (isAway: boolean) =>
    render(<SavedGames store={store} games={undefined} isAway={isAway} onChange={() => {}} />);
  expect(html(false)).toContain("Looking …");
  expect(html(true)).not.toContain("Looking");
  expect(html(true)).toContain("as soon as the service can be reached");
});
