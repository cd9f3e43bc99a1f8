/** A game whose steps are only counted, and a place that keeps games, or fails, as it is told to. */

import { create } from "@bufbuild/protobuf";
import { signal } from "@preact/signals";
import { Code, ConnectError, GameRecordSchema, PositionSchema, type SavedGame } from "carnegie-client";
import type { Point } from "../../src/game/points.js";
import type { Savable } from "../../src/game/saving.js";
import { type GameStore, VersionConflict } from "../../src/game/store.js";

/** A game whose steps are only counted. */
export function countedGame(steps = 0) {
  const points = signal<readonly Point[]>([]);
  const shown = signal(steps);
  const position = signal(create(PositionSchema, { round: 1 }));
  const game: Savable = {
    points,
    shown,
    position,
    componentsJson: "",
    recordWithUndone: () => create(GameRecordSchema, { finalDigest: `${shown.peek()}` }),
  };
  return { game, step: () => shown.value++ };
}

/** A place that answers each save as it is told to. */
export class ToldStore implements Pick<GameStore, "place" | "save"> {
  readonly place = "service";
  readonly saves: { readonly id: string; readonly steps: number | undefined; readonly upon: number }[] = [];
  /** What the next saves end with, in order; those after them are kept. */
  readonly ends: (Error | "answered late" | "answer lost")[] = [];
  readonly kept = new Map<string, { version: number; steps: number | undefined }>();
  release = () => {};

  async save({ id, shownSteps: steps }: SavedGame, upon: number): Promise<number> {
    this.saves.push({ id, steps, upon });
    const end = this.ends.shift();
    if (end instanceof Error) {
      throw end;
    }
    if (end === "answered late") {
      await new Promise<void>((resolve) => {
        this.release = resolve;
      });
    }
    const before = this.kept.get(id);
    const repeated = before?.version === upon + 1 && before.steps === steps;
    if (!repeated && (before?.version ?? 0) !== upon) {
      throw new VersionConflict();
    }
    this.kept.set(id, { version: upon + 1, steps });
    if (end === "answer lost") {
      throw new ConnectError("lost", Code.Unavailable);
    }
    return upon + 1;
  }
}
