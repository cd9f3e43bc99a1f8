/** The points of a recorded game, played again by the service. */

import type { Deed, GameRecord, Position } from "carnegie-client";
import { given, type Referee } from "./playing.js";
import type { Point } from "./points.js";

/** How many of Andrew's steps are asked about at the same time. */
const AT_ONCE = 4;

/**
 * Play a recorded game again.
 *
 * Rejects with the service's error for whatever is wrong with the record, also where the game ends otherwise than it says.
 */
export async function replayed(referee: Referee, record: GameRecord, componentsJson: string): Promise<Point[]> {
  const answer = await referee.rules.replayRecord({ record, componentsJson, withPositions: true });
  const start = given(answer.start);
  const before = [start, ...answer.steps.map(({ position }) => given(position))];
  const [deeds, { positionDigest }] = await Promise.all([
    deedsOf(referee, record, before, componentsJson),
    referee.rules.validatePosition({ position: start, componentsJson }),
  ]);
  const after = answer.steps.map(({ step, round, phase, position, positionDigest: digest }, index): Point => {
    const andrews = deeds.get(index);
    const change = andrews === undefined ? step?.change : undefined;
    const made = { step: given(step?.step), change, round, phase, deeds: andrews ?? [] };
    return { position: given(position), digest, made };
  });
  return [{ position: start, digest: positionDigest, made: undefined }, ...after];
}

/** What Andrew did, by the index of his step in the record: a record says only that he acted. */
async function deedsOf(
  referee: Referee,
  record: GameRecord,
  before: readonly Position[],
  componentsJson: string,
): Promise<Map<number, readonly Deed[]>> {
  const deeds = new Map<number, readonly Deed[]>();
  const waiting = record.steps.flatMap(({ kind }, index) => (kind.case === "playAndrew" ? [index] : []));
  const ask = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const answer = await referee.solo.playAndrew({ position: given(before[index]), componentsJson });
      deeds.set(index, answer.deeds);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return deeds;
}
