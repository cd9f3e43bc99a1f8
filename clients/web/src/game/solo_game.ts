/** A solo game under way: every point of it, the steps that were undone, and Andrew's part, which the service plays. */

import { create } from "@bufbuild/protobuf";
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import {
  type DepartmentPool,
  type GameRecord,
  type Position,
  type RecordedSetup,
  RecordedSetupSchema,
  type Step,
  type TimelineLayout,
} from "carnegie-client";
import type { Game } from "./game.js";
import { ANDREWS_STEP, given, play, playAll, type Referee } from "./playing.js";
import { decisionStart, type Point, pointAfter, pointBefore, stepsOf, waitsForAndrew } from "./points.js";
import { recordOf, refusalOf } from "./record.js";
import { replayed } from "./replayed.js";
import { randomSeed, setUp } from "./set_up.js";

/** How a new game is set up. */
export interface NewGame {
  /** Andrew's level, 1 to 4. */
  readonly level: number;
  readonly pool: DepartmentPool;
  readonly layout: TimelineLayout;
  /** The seed of everything that is chance, 0 to 2,147,483,647; left out, a random one. */
  readonly seed?: number;
  /** The person's own components; left out, the service's own. */
  readonly componentsJson?: string;
}

/** How a recorded game is gone on with. */
export interface Continued {
  /** How many of the record's steps lie on the table; left out, all. The others can be redone. */
  readonly shownSteps?: number | undefined;
  readonly componentsJson?: string;
}

export class SoloGame implements Game {
  readonly componentsJson: string;
  readonly position: ReadonlySignal<Position>;
  readonly digest: ReadonlySignal<string>;
  readonly decisionStart: ReadonlySignal<Position>;
  readonly decisionSteps: ReadonlySignal<readonly Step[]>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  /** How the game was set up. */
  readonly setup: RecordedSetup;
  readonly #referee: Referee;
  readonly #componentsDigest: string;
  readonly #points;
  readonly #shown;
  readonly #busy = signal(false);
  readonly #andrewFailure = signal<unknown>(undefined);

  private constructor(referee: Referee, played: GameRecord, componentsJson: string, points: Point[], shown: number) {
    this.#referee = referee;
    this.setup = given(played.game);
    this.#componentsDigest = played.componentsDigest;
    this.componentsJson = componentsJson;
    this.#points = signal<readonly Point[]>(points);
    this.#shown = signal(shown);
    this.position = computed(() => this.#here().position);
    this.digest = computed(() => this.#here().digest);
    const start = computed(() => decisionStart(this.#points.value, this.#shown.value));
    this.decisionStart = computed(() => given(this.#points.value[start.value]).position);
    this.decisionSteps = computed(() => stepsOf(this.#points.value.slice(start.value + 1, this.#shown.value + 1)));
    this.canUndo = computed(() => !this.#busy.value && this.#before() !== undefined);
    this.canRedo = computed(() => !this.#busy.value && this.#after() !== undefined);
  }

  /** Set a new game up. */
  static async begin(referee: Referee, wanted: NewGame): Promise<SoloGame> {
    const { level: soloLevel, pool, layout, seed = randomSeed(), componentsJson = "" } = wanted;
    const setup = create(RecordedSetupSchema, { seed, players: 1, soloLevel, pool, layout });
    const { record, beginning } = await setUp(referee, setup, componentsJson);
    const begun = new SoloGame(referee, record, componentsJson, [beginning], 0);
    await begun.letAndrewAct();
    return begun;
  }

  /**
   * Go on with a recorded game.
   *
   * Rejects with the service's error for a record that cannot be played, and with an Error for one of no solo game.
   */
  static async continued(referee: Referee, record: GameRecord, how: Continued = {}): Promise<SoloGame> {
    const { componentsJson = "", shownSteps = record.steps.length } = how;
    const refusal = refusalOf(record);
    if (refusal !== "") {
      throw new Error(refusal);
    }
    const points = await replayed(referee, record, componentsJson);
    const shown = Math.min(Math.max(shownSteps, 0), record.steps.length);
    return new SoloGame(referee, record, componentsJson, points, shown);
  }

  get busy(): ReadonlySignal<boolean> {
    return this.#busy;
  }

  /** Every point of the game, those that were undone included; the first is the beginning of the setup. */
  get points(): ReadonlySignal<readonly Point[]> {
    return this.#points;
  }

  /** The number of the point that is on the table, which is also how many steps lie on it. */
  get shown(): ReadonlySignal<number> {
    return this.#shown;
  }

  /** Why Andrew could not act when it was his turn; undefined where he could. He can be asked to act again. */
  get andrewFailure(): ReadonlySignal<unknown> {
    return this.#andrewFailure;
  }

  /** Whether the game as far as it has been played waits for Andrew; not where the steps after that were undone. */
  get isAndrewsTurn(): boolean {
    return this.#shown.value === this.#points.value.length - 1 && waitsForAndrew(this.position.value);
  }

  async play(steps: readonly Step[]): Promise<void> {
    await this.#alone(async () => {
      this.#commit(await playAll(this.#referee, this.#here(), steps, this.componentsJson));
      await this.#andrew();
    });
  }

  /** Have Andrew do whatever the game waits for. What he cannot do for want of the service is told by `andrewFailure`. */
  async letAndrewAct(): Promise<void> {
    await this.#alone(() => this.#andrew());
  }

  undo(): void {
    this.#goTo(this.#before());
  }

  redo(): void {
    this.#goTo(this.#after());
  }

  /** Put any point of the game on the table; the steps after it can be redone. */
  goTo(number: number): void {
    this.#goTo(Number.isInteger(number) ? number : undefined);
  }

  /** The game so far, without what was undone, as the command `carnegie replay` takes it. */
  record(): GameRecord {
    return recordOf(this.#componentsDigest, this.setup, this.#points.value.slice(0, this.#shown.value + 1));
  }

  /** The game with what was undone, as it is saved. */
  recordWithUndone(): GameRecord {
    return recordOf(this.#componentsDigest, this.setup, this.#points.value);
  }

  #here(): Point {
    return given(this.#points.value[this.#shown.value]);
  }

  #before(): number | undefined {
    return pointBefore(this.#points.value, this.#shown.value);
  }

  #after(): number | undefined {
    return pointAfter(this.#points.value, this.#shown.value);
  }

  #goTo(number: number | undefined): void {
    if (!this.#busy.value && number !== undefined && number >= 0 && number < this.#points.value.length) {
      this.#shown.value = number;
      this.#andrewFailure.value = undefined;
    }
  }

  /** Put points after the one that is on the table, in the place of whatever was undone. */
  #commit(points: readonly Point[]): void {
    batch(() => {
      this.#points.value = [...this.#points.value.slice(0, this.#shown.value + 1), ...points];
      this.#shown.value += points.length;
    });
  }

  /** Have Andrew act step by step. His cards are fixed: what he did before the game was taken back he does again. */
  async #andrew(): Promise<void> {
    this.#andrewFailure.value = undefined;
    try {
      while (waitsForAndrew(this.position.value)) {
        this.#commit([await play(this.#referee, this.#here(), ANDREWS_STEP, this.componentsJson)]);
      }
    } catch (error) {
      this.#andrewFailure.value = error;
    }
  }

  /** Do something that nothing else is done beside. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#busy.value) {
      throw new Error("the step before is still being played");
    }
    this.#busy.value = true;
    try {
      await work();
    } finally {
      this.#busy.value = false;
    }
  }
}
