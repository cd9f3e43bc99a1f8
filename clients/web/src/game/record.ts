/** Solo games as the records that the command `carnegie replay` takes. */

import { create } from "@bufbuild/protobuf";
import { type GameRecord, GameRecordSchema, type RecordedSetup } from "carnegie-client";
import { type Point, stepsOf } from "./points.js";

/**
 * The record of a game.
 *
 * @param points at least the beginning
 */
export function recordOf(componentsDigest: string, game: RecordedSetup, points: readonly Point[]): GameRecord {
  return create(GameRecordSchema, {
    componentsDigest,
    game,
    steps: stepsOf(points),
    finalDigest: points.at(-1)?.digest ?? "",
  });
}

/** Why a record cannot be played here, in words; empty where it can. */
export function refusalOf(record: GameRecord): string {
  const { game } = record;
  if (game === undefined) {
    return "it does not say how the game was set up";
  }
  const { players = 2 } = game;
  if (players !== 1) {
    return `this is a game for ${players} players; only solo games are played here`;
  }
  return game.soloLevel === undefined
    ? "this is a game without Andrew; only solo games against him are played here"
    : "";
}
