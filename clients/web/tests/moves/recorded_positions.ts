/** Positions of recorded games, of every phase and with every kind of step, as a real service plays them. */

import { readFile } from "node:fs/promises";
import { type Connection, type Position, recordFromJson, type Step } from "carnegie-client";
import { ROOT } from "../../../typescript/tests/real_service.js";

/** A position with its legal steps, and the steps that were made in it. */
export interface Recorded {
  readonly position: Position;
  readonly digest: string;
  readonly legal: readonly Step[];
}

/** The recorded games of the repository that between them have everything. */
export const RECORDS = ["solo-level-2", "two-players-expansion", "four-players", "three-players-one-of-each"];

/**
 * Play a recorded game, and give the legal steps of its positions.
 *
 * @param every how many steps are played between two positions
 */
export async function* recordedPositions(
  service: Connection,
  name: string,
  every: number,
): AsyncGenerator<Recorded, void> {
  const record = recordFromJson(await readFile(`${ROOT}tests/golden/${name}.json`, "utf8"));
  const beginning = await service.rules.replayRecord({ record, stepCount: 0 });
  let { position } = beginning;
  for (let played = 0; position !== undefined; played += every) {
    const { steps: legal, positionDigest: digest } = await service.rules.listLegalSteps({ position });
    yield { position, digest, legal };
    const steps = record.steps.slice(played, played + every);
    position = steps.length > 0 ? (await service.rules.applyPlan({ position, steps })).position : undefined;
  }
}
