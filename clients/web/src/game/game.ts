/** A game under way, as the panels of the page see it: a solo game, or a table that is followed by hand. */

import type { ReadonlySignal } from "@preact/signals";
import type { Position, Step } from "carnegie-client";

export interface Game {
  /** The JSON text of the person's own components, as every call takes it; empty for the service's own. */
  readonly componentsJson: string;
  /** What lies on the table now, in its canonical form. */
  readonly position: ReadonlySignal<Position>;
  /** The digest of that position. */
  readonly digest: ReadonlySignal<string>;
  /** What lay on the table when the decision began that is awaited now; the same as `position` before its first step. */
  readonly decisionStart: ReadonlySignal<Position>;
  /** The steps of that decision so far. */
  readonly decisionSteps: ReadonlySignal<readonly Step[]>;
  /** Whether the game waits for a call of its own; no step is taken meanwhile. */
  readonly busy: ReadonlySignal<boolean>;
  /** Take steps, one after the other. Rejects, with nothing changed, where one is illegal. */
  play(steps: readonly Step[]): Promise<void>;
  /** Whether there is a step to take back, or one that was taken back. */
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Take back the last step, or the steps of Andrew with the person's own step before them. */
  undo(): void;
  redo(): void;
}
