/** Which recorded games cannot be played here, and why, in words that are true of the file. */

import { create } from "@bufbuild/protobuf";
import { GameRecordSchema } from "carnegie-client";
import { expect, test } from "vitest";
import { refusalOf } from "../../src/game/record.js";

test.each([
  [undefined, "it does not say how the game was set up"],
  // The rules have two players where nothing else is said.
  [{}, "this is a game for 2 players; only solo games are played here"],
  [{ players: 3 }, "this is a game for 3 players; only solo games are played here"],
  [{ players: 1 }, "this is a game without Andrew; only solo games against him are played here"],
  [{ players: 1, soloLevel: 2 }, ""],
])("%o", (game, refusal) => {
  expect(refusalOf(create(GameRecordSchema, game === undefined ? {} : { game }))).toBe(refusal);
});
