/** Entering steps: the legal steps of the position on the table, narrowed down by clicks until one is left, which is taken. */

import { durationFromMs } from "@bufbuild/protobuf/wkt";
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Connection, Position, Step } from "carnegie-client";
import type { Game } from "../game/game.js";
import type { Target } from "../table/targets.js";
import { capitalized } from "../words/capitalized.js";
import { companyNames } from "../words/company_names.js";
import { listed } from "../words/listed.js";
import { phaseInSentence } from "../words/phase_in_sentence.js";
import { isOfAbsence, problemAsText } from "../words/problem_in_words.js";
import { quantity } from "../words/quantity.js";
import { refusalInWords } from "../words/refusal_in_words.js";
import { stepInWords } from "../words/step_in_words.js";
import { targetInWords } from "../words/target_in_words.js";
import { longMoves, movesTooFar } from "./long_moves.js";
import { type Narrowed, narrow, placeMeant } from "./narrowing.js";
import { type Option, optionsOf } from "./option.js";
import { triedStep } from "./tried_step.js";
import { askForWays, movesEmployees, type Ways, waysKey } from "./ways.js";

/** The calls that entering steps needs. */
export interface Referee {
  readonly rules: Pick<Connection["rules"], "listLegalSteps">;
  readonly advisor: Pick<Connection["advisor"], "evaluatePlan">;
}

/** How entering steps is meant to go. */
export interface Wishes {
  /** Whether a decision is ended by itself when nothing else can be done. */
  readonly endsByItself: ReadonlySignal<boolean>;
}

/** The longest that the search may take which comes with the referee's word on a step; nobody looks at its answer. */
const REFUSAL_MILLISECONDS = 100;

const NO_OPTIONS: readonly Option[] = [];

export class Choosing {
  readonly #game: Game;
  readonly #referee: Referee;
  readonly #wishes: Wishes;
  /** The options of a position, with the digest of it. */
  readonly #legal = signal<{ readonly digest: string; readonly options: readonly Option[] } | undefined>(undefined);
  readonly #clicked = signal<readonly Target[]>([]);
  readonly #message = signal("");
  /** The message that the service was away when a step was to be taken; empty where it has not been said. */
  #absence = "";
  readonly #narrowed: ReadonlySignal<Narrowed<Option>>;
  readonly #ways = new Map<string, Ways>();
  /** Counts the questions why a click leads nowhere: the answer to an older one is not told any more. */
  #asked = 0;

  /** Every legal step of the position on the table; none while it is asked for, or while the game is busy. */
  readonly options: ReadonlySignal<readonly Option[]>;
  /** The legal steps that all chosen places belong to. */
  readonly left: ReadonlySignal<readonly Option[]>;
  /** Those of them that differ only in what has no place on the table: one of these has to be picked from a list. */
  readonly offered: ReadonlySignal<readonly Option[]>;
  /** The places that can be chosen now, and those chosen, which can be given up. */
  readonly choices: ReadonlySignal<ReadonlySet<Target>>;
  /** The places chosen so far. */
  readonly chosen: ReadonlySignal<ReadonlySet<Target>>;
  /** Whether the legal steps are known. */
  readonly known: ReadonlySignal<boolean>;

  constructor(game: Game, referee: Referee, wishes: Wishes) {
    this.#game = game;
    this.#referee = referee;
    this.#wishes = wishes;
    this.known = computed(() => !game.busy.value && this.#legal.value?.digest === game.digest.value);
    this.options = computed(() => (this.known.value ? (this.#legal.value?.options ?? NO_OPTIONS) : NO_OPTIONS));
    this.chosen = computed(() => new Set(this.#clicked.value));
    this.#narrowed = computed(() => narrow(this.options.value, this.chosen.value));
    this.left = computed(() => this.#narrowed.value.left);
    this.offered = computed(() => this.#narrowed.value.offered);
    this.choices = computed(() => new Set([...this.#narrowed.value.choices, ...this.chosen.value]));
  }

  /** What has to be said: why a click led nowhere, why a step was not taken; empty for nothing. */
  get message(): ReadonlySignal<string> {
    return this.#message;
  }

  /** Ask for the legal steps of each position that comes onto the table, until the returned function is called. */
  start(): () => void {
    return effect(() => {
      const digest = this.#game.digest.value;
      const abort = new AbortController();
      untracked(() => {
        batch(() => {
          this.#legal.value = undefined;
          this.#clicked.value = [];
          this.#message.value = "";
        });
        this.#asked += 1;
        void this.#learn(digest, this.#game.position.value, abort.signal);
      });
      return () => abort.abort();
    });
  }

  /** Ask once more for the legal steps, where that has failed. */
  async learnAgain(): Promise<void> {
    this.#message.value = "";
    await this.#learn(this.#game.digest.value, this.#game.position.value, new AbortController().signal);
  }

  /** Choose a place, or give up one that was chosen. Where one step is left, it is taken. */
  choose(clicked: Target): void {
    this.#asked += 1;
    this.#message.value = "";
    if (this.#clicked.value.includes(clicked)) {
      this.#clicked.value = this.#clicked.value.filter((place) => place !== clicked);
      return;
    }
    const meant = placeMeant(clicked, this.#narrowed.value.choices);
    if (meant === undefined) {
      void this.#sayWhy(clicked);
      return;
    }
    this.#clicked.value = [...this.#clicked.value, meant];
    const [only, ...others] = this.left.value;
    if (only !== undefined && others.length === 0) {
      void this.take(only.step);
    }
  }

  /** Forget the places chosen so far. */
  startOver(): void {
    this.#asked += 1;
    batch(() => {
      this.#clicked.value = [];
      this.#message.value = "";
    });
  }

  /** Take a step. */
  async take(step: Step): Promise<void> {
    if (this.#game.busy.value) {
      return;
    }
    this.startOver();
    try {
      await this.#game.play([step]);
    } catch (error) {
      this.#message.value = problemAsText(error);
      this.#absence = isOfAbsence(error) ? this.#message.value : "";
    }
  }

  /** The service can be reached again: no longer say that a step could not be taken without it. */
  serviceIsBack(): void {
    // What is said where no step is known is what asks for them again.
    if (this.known.peek() && this.#message.peek() === this.#absence) {
      this.#message.value = "";
    }
    this.#absence = "";
  }

  /** End the decision, where that is legal. */
  end(): void {
    const end = this.options.value.find(({ step }) => step.kind.case === "endTurn");
    if (end !== undefined) {
      void this.take(end.step);
    }
  }

  async #learn(digest: string, position: Position, signal: AbortSignal): Promise<void> {
    const { componentsJson } = this.#game;
    const isLate = () => signal.aborted || this.#game.digest.value !== digest;
    const know = (steps: readonly Step[]) => {
      this.#legal.value = { digest, options: optionsOf(steps, position) };
    };
    try {
      const { steps } = await this.#referee.rules.listLegalSteps({ position, componentsJson }, { signal });
      if (isLate()) {
        return;
      }
      know(steps);
      this.#endByItself(steps);
      if (movesEmployees(position) && steps.some((step) => step.kind.case === "moveEmployee")) {
        const ways = await this.#waysOf(position, signal);
        if (!isLate()) {
          know([...steps, ...longMoves(steps, ways, position.turn?.moves ?? 0)]);
        }
      }
    } catch (error) {
      if (!isLate()) {
        this.#message.value = problemAsText(error);
      }
    }
  }

  /** The ways through the Company, which are asked for once only. */
  async #waysOf(position: Position, signal: AbortSignal): Promise<Ways> {
    const key = waysKey(position);
    const known = this.#ways.get(key);
    if (known !== undefined) {
      return known;
    }
    const ways = await askForWays(this.#referee.rules, position, this.#game.componentsJson, signal);
    this.#ways.set(key, ways);
    return ways;
  }

  #endByItself(steps: readonly Step[]): void {
    const [only, ...others] = steps;
    if (this.#wishes.endsByItself.value && others.length === 0 && only?.kind.case === "endTurn") {
      void this.take(only);
    }
  }

  /** Say why a place cannot be chosen. */
  async #sayWhy(clicked: Target): Promise<void> {
    const position = this.#game.position.value;
    const names = companyNames(position, position.player ?? 0);
    if (!this.known.value) {
      this.#message.value = "One moment: the game is not ready for the next step yet.";
      return;
    }
    const [chosen, said] = [this.#clicked.value, targetInWords(clicked, names)];
    const far = movesTooFar(clicked, chosen, this.#ways.get(waysKey(position)), position);
    if (far !== undefined) {
      this.#message.value = `${capitalized(said)} is too far: it takes ${quantity(far, "move")}, and ${position.turn?.moves ?? 0} are left.`;
      return;
    }
    if (chosen.length > 0 && placeMeant(clicked, narrow(this.options.value, new Set()).choices) !== undefined) {
      const before = listed(chosen.map((place) => targetInWords(place, names)));
      this.#message.value = `No legal step has both ${before} and ${said}. Escape starts over.`;
      return;
    }
    const asked = this.#asked;
    const why = await this.#refusal(clicked, position);
    if (asked === this.#asked && position === this.#game.position.value) {
      const nothing = `Nothing can be done with ${said} in ${phaseInSentence(position.phase)} now.`;
      this.#message.value = why === "" ? nothing : why;
    }
  }

  /** What the referee says of the step that seems to be meant; empty where there is nothing to be said. */
  async #refusal(clicked: Target, position: Position): Promise<string> {
    const step = triedStep(clicked, this.#clicked.value, position);
    if (step === undefined) {
      return "";
    }
    const { componentsJson } = this.#game;
    const question = { position, steps: [step], componentsJson, timeLimit: durationFromMs(REFUSAL_MILLISECONDS) };
    try {
      const { refusal } = await this.#referee.advisor.evaluatePlan(question);
      if (refusal === undefined) {
        return "";
      }
      const names = companyNames(position, position.player ?? 0);
      const said = stepInWords(step, names, phaseInSentence(position.phase));
      return `${said} is not possible. ${refusalInWords(refusal)}.`;
    } catch {
      // The click is answered all the same, if less well.
      return "";
    }
  }
}
