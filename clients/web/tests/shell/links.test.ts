/** Links lead where they say, and back. */

import { describe, expect, test } from "vitest";
import { linkTo, type Place, placeOf } from "../../src/shell/links.js";

const links: readonly [string, Place][] = [
  ["", { kind: "start" }],
  ["#", { kind: "start" }],
  ["#/", { kind: "start" }],
  ["#/game/5f-0_C", { kind: "game", id: "5f-0_C" }],
  ["#/game/5f/0", { kind: "game", id: "5f", point: 0 }],
  ["#/game/5f/120", { kind: "game", id: "5f", point: 120 }],
  ["#/review/5f", { kind: "review", id: "5f" }],
  ["#/box", { kind: "box" }],
  ["#/table", { kind: "table" }],
  ["#/table/5f", { kind: "table", id: "5f" }],
];

describe("a link", () => {
  test.each(links)("%j leads to a place", (link, place) => {
    expect(placeOf(link)).toEqual(place);
    expect(placeOf(linkTo(place))).toEqual(place);
  });

  test.each([
    "#/games",
    "#/game",
    "#/game/",
    "#/game/a/b",
    "#/game/a/01",
    "#/game/a/-1",
    "#/game/a/1/2",
    "#/review/a/1",
    "#/box/a",
    "#/game/ä",
    `#/game/${"a".repeat(65)}`,
  ])("%j leads nowhere, and is kept as it is", (link) => {
    const place = placeOf(link);
    expect(place).toEqual({ kind: "unknown", link });
    expect(linkTo(place)).toBe(link);
  });
});
