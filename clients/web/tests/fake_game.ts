/** A game of which a test says what lies on the table. */

import { create } from "@bufbuild/protobuf";
import { batch, type Signal, signal } from "@preact/signals";
import { type Position, PositionSchema, type Step } from "carnegie-client";
import type { Game } from "../src/game/game.js";

export class FakeGame implements Game {
  readonly componentsJson = "";
  readonly position: Signal<Position>;
  readonly digest: Signal<string>;
  readonly decisionStart: Signal<Position>;
  readonly decisionSteps: Signal<readonly Step[]> = signal([]);
  readonly busy = signal(false);
  readonly canUndo = signal(false);
  readonly canRedo = signal(false);
  /** Every list of steps that was to be played. */
  readonly played: (readonly Step[])[] = [];
  /** What happens when steps are to be played. */
  playing: (steps: readonly Step[]) => Promise<void> = async () => {};
  /** What happens when a step is to be taken back. */
  undoing: () => void = () => {};

  constructor(position: Position = create(PositionSchema, { round: 1 }), digest = "first") {
    this.position = signal(position);
    this.digest = signal(digest);
    this.decisionStart = signal(position);
  }

  /** Put another position onto the table, at the beginning of a decision unless steps of it are said. */
  putOn(position: Position, digest: string, decision?: { readonly start: Position; readonly steps: readonly Step[] }) {
    batch(() => {
      this.position.value = position;
      this.digest.value = digest;
      this.decisionStart.value = decision?.start ?? position;
      this.decisionSteps.value = decision?.steps ?? [];
    });
  }

  async play(steps: readonly Step[]): Promise<void> {
    this.played.push(steps);
    await this.playing(steps);
  }

  undo(): void {
    this.undoing();
  }

  redo(): void {}
}
