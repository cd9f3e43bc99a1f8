/** The messages that people keep in files, from and to JSON. */

import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type Position, PositionSchema } from "./contract/carnegie/v1/position_pb.js";
import { type GameRecord, GameRecordSchema } from "./contract/carnegie/v1/rules_pb.js";

/**
 * Read a position, as docs/position.md describes it.
 *
 * @param json the text of a file, or what `JSON.parse` made of it
 * @throws Error for a field that is unknown or has the wrong form; what the rules forbid, only the service finds
 */
export function positionFromJson(json: string | JsonValue): Position {
  return fromJson(PositionSchema, parsed(json));
}

/** Write a position as plain data for `JSON.stringify`. */
export function positionToJson(position: Position): JsonValue {
  return toJson(PositionSchema, position);
}

/**
 * Read a recorded game, as the command `carnegie replay` takes it.
 *
 * @param json the text of a file, or what `JSON.parse` made of it
 * @throws Error for a field that is unknown or has the wrong form
 */
export function recordFromJson(json: string | JsonValue): GameRecord {
  return fromJson(GameRecordSchema, parsed(json));
}

/** Write a recorded game as plain data for `JSON.stringify`. */
export function recordToJson(record: GameRecord): JsonValue {
  return toJson(GameRecordSchema, record);
}

function parsed(json: string | JsonValue): JsonValue {
  return typeof json === "string" ? JSON.parse(json) : json;
}
