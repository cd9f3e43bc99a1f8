/** A game at the table: set by hand, checked after every edit, and played on as long as it is without fault. */

import { equals } from "@bufbuild/protobuf";
import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { type Position, PositionSchema, type Step } from "carnegie-client";
import type { Game } from "../game/game.js";
import { ANDREWS_STEP, given, playAll, type Referee } from "../game/playing.js";
import { type Point, stepsOf } from "../game/points.js";
import type { Edit } from "./edits/edit.js";
import { leftToTheRules } from "./left_out.js";
import { type Checked, decisionAt, gamePoint, lastSound, type TablePoint } from "./table_points.js";
import { type UnreadText, UnreadTexts } from "./unread.js";

/** How long nothing is edited before the service is asked, in milliseconds. */
const PAUSE = 250;

/** What a table begins with. */
export interface Beginning {
  readonly draft: Position;
  readonly checked: Checked;
}

export class HandGame implements Game {
  readonly componentsJson: string;
  readonly position: ReadonlySignal<Position>;
  readonly digest: ReadonlySignal<string>;
  readonly decisionStart: ReadonlySignal<Position>;
  readonly decisionSteps: ReadonlySignal<readonly Step[]>;
  readonly busy: ReadonlySignal<boolean>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** What is on the table, with its faults if it has any. */
  readonly draft: ReadonlySignal<Position>;
  readonly checked: ReadonlySignal<Checked>;
  /** Whether a position without fault has ever been on the table, so that there is something to keep. */
  readonly hasSound: ReadonlySignal<boolean>;
  /** What has been typed into the form and cannot be read. */
  readonly unread = new UnreadTexts();
  /** What of it stands beside what is on the table. */
  readonly unreadHere: ReadonlySignal<readonly UnreadText[]>;

  readonly #referee: Referee;
  readonly #points;
  readonly #shown = signal(0);
  readonly #playing = signal(false);

  /**
   * @param standard what is told as the position until one without fault has been on the table
   */
  constructor(referee: Referee, beginning: Beginning, standard: Position, componentsJson = "") {
    this.#referee = referee;
    this.componentsJson = componentsJson;
    this.#points = signal<readonly TablePoint[]>([{ ...beginning, made: undefined, typed: undefined }]);
    const here = computed(() => given(this.#points.value[this.#shown.value]));
    const sound = computed(() => lastSound(this.#points.value, this.#shown.value));
    this.draft = computed(() => here.value.draft);
    this.checked = computed(() => here.value.checked);
    this.unreadHere = computed(() => this.unread.standing(here.value.draft));
    this.hasSound = computed(() => sound.value !== undefined);
    this.position = computed(() => sound.value?.position ?? standard);
    this.digest = computed(() => sound.value?.digest ?? "");
    const decision = computed(() => decisionAt(this.#points.value, this.#shown.value));
    this.decisionStart = computed(() => decision.value[0]?.position ?? this.position.value);
    this.decisionSteps = computed(() => stepsOf(decision.value.slice(1)));
    this.busy = computed(() => this.#playing.value || this.checked.value.kind !== "sound");
    this.canUndo = computed(() => !this.#playing.value && this.#shown.value > 0);
    this.canRedo = computed(() => !this.#playing.value && this.#shown.value + 1 < this.#points.value.length);
  }

  /** Every point of the table, those that were undone included. */
  get points(): ReadonlySignal<readonly TablePoint[]> {
    return this.#points;
  }

  /** The number of the point that is on the table. */
  get shown(): ReadonlySignal<number> {
    return this.#shown;
  }

  /**
   * Check every draft that is not known yet, a little after the last edit.
   *
   * @returns a function that stops it
   */
  follow(pause = PAUSE): () => void {
    let asked = new AbortController();
    const stop = effect(() => {
      const { draft, checked } = given(this.#points.value[this.#shown.value]);
      asked.abort();
      if (checked.kind !== "asking") {
        return;
      }
      asked = new AbortController();
      const { signal } = asked;
      const timer = setTimeout(() => this.#check(draft, signal), pause);
      return () => clearTimeout(timer);
    });
    return () => {
      stop();
      asked.abort();
    };
  }

  /** Ask again about a draft that could not be checked. */
  checkAgain(): void {
    if (this.checked.value.kind === "failed") {
      this.#tell(this.draft.value, { kind: "asking" });
    }
  }

  /**
   * Change the table by hand. An edit that changes nothing is none.
   *
   * @param typed the field that is typed in, where further typing there is the same edit
   */
  edit(edit: Edit, typed?: string): void {
    const draft = edit(this.draft.value);
    if (this.#playing.value || equals(PositionSchema, draft, this.draft.value)) {
      return;
    }
    const before = this.#points.value.slice(0, this.#shown.value + 1);
    const goesOn = typed !== undefined && before.at(-1)?.typed === typed;
    this.#commit(goesOn ? before.slice(0, -1) : before, [
      { draft, checked: { kind: "asking" }, made: undefined, typed },
    ]);
  }

  async play(steps: readonly Step[]): Promise<void> {
    const from = gamePoint(given(this.#points.value[this.#shown.value]));
    if (this.#playing.value || from === undefined) {
      throw new Error("steps can be played once the table is without fault and nothing else is being played");
    }
    this.#playing.value = true;
    try {
      const played = await playAll(this.#referee, from, steps, this.componentsJson);
      const points = await Promise.all(played.map((point) => this.#tablePoint(point)));
      this.#commit(this.#points.value.slice(0, this.#shown.value + 1), points);
    } finally {
      this.#playing.value = false;
    }
  }

  /** Have Andrew do what the game waits for, with the card that is on top of his in the position. */
  async letAndrewAct(): Promise<void> {
    await this.play([ANDREWS_STEP]);
  }

  undo(): void {
    if (this.canUndo.value) {
      this.#goTo(this.#shown.value - 1);
    }
  }

  redo(): void {
    if (this.canRedo.value) {
      this.#goTo(this.#shown.value + 1);
    }
  }

  #goTo(number: number): void {
    this.#shown.value = number;
  }

  #commit(before: readonly TablePoint[], after: readonly TablePoint[]): void {
    batch(() => {
      this.#points.value = [...before, ...after];
      this.#shown.value = before.length + after.length - 1;
    });
  }

  async #tablePoint({ position, digest, made }: Point): Promise<TablePoint> {
    const draft = await leftToTheRules(this.#referee.rules, position, digest, this.componentsJson);
    return { draft, checked: { kind: "sound", position, digest }, made, typed: undefined };
  }

  async #check(draft: Position, signal: AbortSignal): Promise<void> {
    const checked = await checkedBy(this.#referee.rules, draft, this.componentsJson, signal);
    if (!signal.aborted) {
      this.#tell(draft, checked);
    }
  }

  #tell(draft: Position, checked: Checked): void {
    this.#points.value = this.#points.value.map((point) => (point.draft === draft ? { ...point, checked } : point));
  }
}

/** What the service says of a draft; never rejects. */
export async function checkedBy(
  rules: Referee["rules"],
  position: Position,
  componentsJson: string,
  signal?: AbortSignal,
): Promise<Checked> {
  try {
    const answer = await rules.validatePosition({ position, componentsJson }, signal === undefined ? {} : { signal });
    const { faults, position: canonical, positionDigest: digest } = answer;
    return faults.length > 0 ? { kind: "faulty", faults } : { kind: "sound", position: given(canonical), digest };
  } catch (failure) {
    return { kind: "failed", failure };
  }
}
