/** Games played by the command, kept by a service so that the page opens them at any point. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { type GameRecord, Phase, type ReplayedStep, recordFromJson, SavedGameSchema } from "carnegie-client";
import { carnegie } from "./command.js";
import type { PageService } from "./page_service.js";

/** A game that has been played to its end. */
export interface Played {
  readonly record: GameRecord;
  /** Each step with the round and the phase that it was made in. */
  readonly steps: readonly ReplayedStep[];
}

/** The game of a seed, as the command plays it. */
export async function playedByCommand(service: PageService, seed: number): Promise<Played> {
  const folder = await mkdtemp(join(tmpdir(), "carnegie-record-"));
  try {
    const file = join(folder, "game.json");
    await carnegie("play", "--auto", "--quiet", "--seed", String(seed), "--record", file);
    const record = recordFromJson(await readFile(file, "utf8"));
    const { steps } = await service.calls.rules.replayRecord({ record });
    return { record, steps };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** How many steps were made before the first one in a phase of a round, which is one of the player's. */
export function stepsBefore({ steps }: Played, round: number, phase: Phase): number {
  const index = steps.findIndex(
    (step) => step.round === round && step.phase === phase && step.step?.step?.kind.case !== "playAndrew",
  );
  if (index < 0) {
    throw new Error(`nothing was decided in round ${round}, ${Phase[phase]}`);
  }
  return index;
}

/** Keep the game with so many steps on the table, the others undone. Gives its place on the page. */
export async function keptAt({ calls }: PageService, { record }: Played, shownSteps: number): Promise<string> {
  const id = crypto.randomUUID();
  const game = create(SavedGameSchema, { id, content: { case: "record", value: record }, shownSteps });
  await calls.games.saveGame({ game, expectedVersion: 0 });
  return `#/game/${id}`;
}
