/** The beginning of a game that is set up by the service, with the person's own components if there are any. */

import { create } from "@bufbuild/protobuf";
import { type GameRecord, GameRecordSchema, type RecordedSetup } from "carnegie-client";
import { given, type Referee } from "./playing.js";
import type { Point } from "./points.js";

export interface SetUp {
  /** The record of the game without a step that counts. */
  readonly record: GameRecord;
  readonly beginning: Point;
}

/**
 * Set a game up.
 *
 * Rejects with an Error for components that are at fault, and with the service's error for a setup that is none.
 */
export async function setUp(referee: Referee, game: RecordedSetup, componentsJson: string): Promise<SetUp> {
  const { componentsDigest, faults } = await referee.rules.validateComponents({ componentsJson });
  const [fault] = faults;
  if (fault !== undefined) {
    throw new Error(`your own components: ${fault.path}: found ${fault.found}, allowed ${fault.allowed}`);
  }
  // The beginning as a record has it, so that own components count in the setup, too. The step is never played: with one
  // left unplayed, the final digest is not compared.
  const record = create(GameRecordSchema, {
    componentsDigest,
    game,
    steps: [{ kind: { case: "endTurn", value: {} } }],
    finalDigest: "0".repeat(64),
  });
  const { start, positionDigest } = await referee.rules.replayRecord({ record, stepCount: 0, componentsJson });
  return { record, beginning: { position: given(start), digest: positionDigest, made: undefined } };
}

/** One more than the largest seed that is drawn: six digits can be told to somebody. */
const RANDOM_SEEDS = 1_000_000;

export function randomSeed(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn % RANDOM_SEEDS;
}
