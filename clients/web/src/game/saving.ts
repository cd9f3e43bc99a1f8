/** The saving of a game: after every step, one save at a time, none over what somebody else has saved. */

import { create } from "@bufbuild/protobuf";
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { Code, type Position, problemOf, type SavedGame, SavedGameSchema } from "carnegie-client";
import { plainTitle } from "../words/plain_title.js";
import type { SoloGame } from "./solo_game.js";
import { type GameStore, NoSuchGame, newId, VersionConflict } from "./store.js";

export type SavingState =
  | { readonly kind: "saved" }
  | { readonly kind: "saving" }
  /** The place could not be reached; it is tried again. */
  | { readonly kind: "waiting"; readonly failure: unknown }
  /** The place does not take the game; the next step is tried again. */
  | { readonly kind: "refused"; readonly failure: unknown }
  /** Another tab has saved the game; nothing is saved until the person has chosen what to do. */
  | { readonly kind: "conflict" }
  /** Another tab has deleted the game; nothing is saved until the person has chosen what to do. */
  | { readonly kind: "deleted" };

/** A game with its name, and the version in which it is kept; 0 before its first save. */
export interface Kept {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

/** What saving has to know of a game. */
export type Savable =
  | Pick<SoloGame, "points" | "shown" | "position" | "recordWithUndone" | "componentsJson">
  | SavableTable;

/** A table that is followed by hand, of which only the position is kept. */
export interface SavableTable {
  /** What another save follows upon when it changes. */
  readonly points: ReadonlySignal<unknown>;
  readonly shown: ReadonlySignal<unknown>;
  readonly position: ReadonlySignal<Position>;
  readonly componentsJson: string;
}

/** The waits before further attempts, in milliseconds; the last one again and again. */
const WAITS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Failures that another attempt may not meet. */
const PASSING = new Set([
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.ResourceExhausted,
  Code.Internal,
  Code.Unknown,
  Code.Canceled,
]);

/** Refusals that are in the way of this game at this size, whatever is tried. */
const LASTING = new Set(["TOO_MANY_GAMES", "GAME_TOO_LARGE"]);

export class Saving {
  readonly #store: GameStore;
  readonly #game: Savable;
  readonly #kept;
  readonly #state = signal<SavingState>({ kind: "saved" });
  /** A save whose answer has been lost, perhaps after it was kept: it has to be known before the next one. */
  #unanswered: SavedGame | undefined;
  #changed: boolean;
  #running = false;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopWatching = () => {};

  constructor(store: GameStore, game: Savable, kept: Kept) {
    this.#store = store;
    this.#game = game;
    this.#kept = signal(kept);
    this.#changed = kept.version === 0;
  }

  get state(): ReadonlySignal<SavingState> {
    return this.#state;
  }

  /** The game's id, title and version. */
  get kept(): ReadonlySignal<Kept> {
    return this.#kept;
  }

  /** Whether something has not been saved yet. */
  get unsaved(): boolean {
    // A change is there a moment before its save begins.
    return this.#state.value.kind !== "saved" || this.#changed;
  }

  /** Whether something could not be saved yet; also while it is tried again. */
  get isHeldUp(): boolean {
    const { kind } = this.#state.value;
    return kind !== "saved" && (kind !== "saving" || this.#attempts > 0);
  }

  /** Save the game now if it is new, and from now on after every change. */
  start(): void {
    let first = true;
    this.#stopWatching = effect(() => {
      this.#game.points.value;
      this.#game.shown.value;
      this.#changed ||= !first;
      first = false;
      queueMicrotask(() => this.#run());
    });
  }

  /** Watch the game no longer; what has not been saved yet still is. */
  stop(): void {
    this.#stopWatching();
    this.#stopWatching = () => {};
  }

  /** Try again at once what could not be saved. */
  retry(): void {
    if (this.#state.value.kind === "waiting" || this.#state.value.kind === "refused") {
      this.#changed ||= this.#unanswered === undefined;
      this.#attempts = 0;
      this.#run();
    }
  }

  /** Call the game something else. */
  rename(title: string): void {
    this.#kept.value = { ...this.#kept.value, title };
    this.#changed = true;
    this.#run();
  }

  /** After a conflict: go on with what is on this table as another game, under a new id. */
  saveAsCopy(): string {
    const { title } = this.#kept.value;
    const id = newId();
    this.#kept.value = { id, title: plainTitle(title, " (copy)"), version: 0 };
    this.#unanswered = undefined;
    this.#changed = true;
    this.#state.value = { kind: "saving" };
    this.#run();
    return id;
  }

  get #settled(): boolean {
    const { kind } = this.#state.value;
    return kind === "conflict" || kind === "deleted";
  }

  async #run(): Promise<void> {
    if (this.#running || this.#settled) {
      return;
    }
    clearTimeout(this.#timer);
    this.#running = true;
    while ((this.#changed || this.#unanswered !== undefined) && (await this.#saveOnce())) {}
    this.#running = false;
  }

  /** Save once; whether more may be saved now. */
  async #saveOnce(): Promise<boolean> {
    const game = this.#unanswered ?? this.#snapshot();
    const { version } = this.#kept.value;
    const { round = 1, phase } = this.#game.position.value;
    this.#state.value = { kind: "saving" };
    try {
      const saved = await this.#store.save(game, version, { round, phase });
      this.#unanswered = undefined;
      this.#attempts = 0;
      this.#kept.value = { ...this.#kept.value, version: saved };
      this.#state.value = this.#changed ? { kind: "saving" } : { kind: "saved" };
      return true;
    } catch (failure) {
      return this.#failed(game, failure);
    }
  }

  #failed(game: SavedGame, failure: unknown): false {
    const { code, reason } = problemOf(failure);
    if (failure instanceof VersionConflict) {
      this.#state.value = { kind: "conflict" };
    } else if (failure instanceof NoSuchGame) {
      this.#state.value = { kind: "deleted" };
    } else if (PASSING.has(code) && !LASTING.has(reason)) {
      this.#unanswered = game;
      this.#state.value = { kind: "waiting", failure };
      const wait = WAITS[Math.min(this.#attempts, WAITS.length - 1)];
      this.#attempts += 1;
      this.#timer = setTimeout(() => this.#run(), wait);
    } else {
      this.#unanswered = undefined;
      this.#state.value = { kind: "refused", failure };
    }
    return false;
  }

  #snapshot(): SavedGame {
    this.#changed = false;
    const { id, title } = this.#kept.value;
    const { componentsJson } = this.#game;
    if (!("recordWithUndone" in this.#game)) {
      return create(SavedGameSchema, {
        id,
        title,
        content: { case: "position", value: this.#game.position.value },
        componentsJson,
      });
    }
    return create(SavedGameSchema, {
      id,
      title,
      content: { case: "record", value: this.#game.recordWithUndone() },
      shownSteps: this.#game.shown.value,
      componentsJson,
    });
  }
}
