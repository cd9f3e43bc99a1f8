/** Advice for the decision that a game waits for: what is asked, what has been answered, and what of it is shown. */

import { equals } from "@bufbuild/protobuf";
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import {
  type Connection,
  type Line,
  Phase,
  type Position,
  PositionSchema,
  type Step,
  StepSchema,
  type SuggestResponse,
} from "carnegie-client";
import type { Game } from "../game/game.js";
import { emptyOverlay, type Overlay } from "../table/overlay.js";
import { isOfAbsence, problemAsText } from "../words/problem_in_words.js";
import { quantity } from "../words/quantity.js";
import { type Answer, type Asking, type Source, stepsOfLine } from "./answer.js";
import { overlayOf } from "./overlay_of.js";
import type { Avoided } from "./pattern_of.js";
import { type Request, requestOf } from "./request.js";
import type { Settings } from "./settings.js";
import { ASKED, STALE, toldOf } from "./told.js";

export type Advisor = Pick<Connection["advisor"], "suggest" | "analyze" | "evaluatePlan">;

/** A question that is under way. */
export interface Question {
  readonly asking: Asking;
  readonly position: Position;
  readonly source: Source;
  /** The steps that it asks to be judged; undefined where it asks for plans. */
  readonly judging: readonly Step[] | undefined;
  /** When it was asked, in milliseconds of `performance.now()`. */
  readonly since: number;
  readonly abort: AbortController;
}

type Call = (question: Question, request: Request, signal: AbortSignal) => Promise<void>;

export class Advising {
  readonly #game: Game;
  readonly #advisor: Advisor;
  readonly settings: Settings;
  readonly #question = signal<Question | undefined>(undefined);
  readonly #answer = signal<Answer | undefined>(undefined);
  readonly #message = signal("");
  /** The message that the service is away, as long as that has not been found otherwise; empty where it has not been said. */
  #absence = "";
  /** What the answer came to when it was last told. */
  readonly #toldOfAnswer = signal("");
  readonly #avoided = signal<readonly Avoided[]>([]);
  readonly #shown = signal<Line | undefined>(undefined);
  /** The digest of the position that lay on the table when it was last kept up with. */
  #digest = "";
  /** The beginning of the decision that the list of what to avoid is for. */
  #avoidedFor: Position | undefined;

  /** Whether the position on the table waits for a decision that advice can be given for. */
  readonly isAwaited: ReadonlySignal<boolean>;
  /** What the answer is about; undefined where there is none, or it is about neither, so that it is of no use any more. */
  readonly source: ReadonlySignal<Source | undefined>;
  /** What is under way or what the answer comes to, for a person who does not see it; empty where there is neither. */
  readonly told: ReadonlySignal<string>;
  /** The plan that is shown, drawn over the table. */
  readonly overlay: ReadonlySignal<Overlay>;

  constructor(game: Game, advisor: Advisor, settings: Settings) {
    this.#game = game;
    this.#advisor = advisor;
    this.settings = settings;
    this.isAwaited = computed(() => {
      const { phase, andrew } = game.position.value;
      return phase !== Phase.GAME_OVER && andrew?.toAct !== true;
    });
    this.source = computed(() => this.#sourceOf(this.#answer.value));
    this.told = computed(() => {
      const question = this.#question.value;
      return this.#answer.value === undefined && question !== undefined
        ? ASKED[question.asking]
        : this.#toldOfAnswer.value;
    });
    this.overlay = computed(() => {
      const [line, answer] = [this.#shown.value, this.#answer.value];
      if (line === undefined || answer === undefined || this.source.value === undefined) {
        return emptyOverlay;
      }
      const later = line.stepsAtEndOfRound.flatMap(({ step }) => (step === undefined ? [] : [step]));
      return overlayOf([...stepsOfLine(line), ...later], answer.position);
    });
  }

  /** The question that is under way, if there is one. */
  get question(): ReadonlySignal<Question | undefined> {
    return this.#question;
  }

  /** The last answer, as long as it is of use. */
  get answer(): ReadonlySignal<Answer | undefined> {
    return this.#answer;
  }

  /** What is to be said beside the answer, such as why there is none; empty for nothing. */
  get message(): ReadonlySignal<string> {
    return this.#message;
  }

  /** What plans must not have in this decision. */
  get avoided(): ReadonlySignal<readonly Avoided[]> {
    return this.#avoided;
  }

  /** The line that is drawn over the table. */
  get shown(): ReadonlySignal<Line | undefined> {
    return this.#shown;
  }

  /** Keep up with the game, until the returned function is called: drop what is of no use any more, ask by itself. */
  start(): () => void {
    const stopDropping = effect(() => {
      const start = this.#game.decisionStart.value;
      const digest = this.#game.digest.value;
      const steps = this.#game.decisionSteps.value;
      untracked(() => this.#keepUp(digest, start, steps));
    });
    const stopAsking = effect(() => {
      const { busy, digest } = this.#game;
      const wanted = this.settings.automatic.value && !busy.value && this.isAwaited.value && digest.value !== "";
      if (wanted) {
        untracked(() => void this.suggest());
      }
    });
    return () => {
      stopDropping();
      stopAsking();
      this.#question.value?.abort.abort();
    };
  }

  /** Ask for the best plans, within the time for a suggestion. */
  async suggest(source: Source = "table"): Promise<void> {
    await this.#ask("suggestion", source, async (question, request, signal) => {
      this.#take(question, await this.#advisor.suggest(request, { signal }), true);
    });
  }

  /** Ask for the best plans, and tell better ones as they are found. */
  async analyze(source: Source = "table"): Promise<void> {
    await this.#ask("analysis", source, async (question, request, signal) => {
      let ended = false;
      for await (const { suggestion, final } of this.#advisor.analyze({ question: request }, { signal })) {
        if (suggestion !== undefined) {
          this.#take(question, suggestion, final);
        }
        ended ||= final;
      }
      if (!ended && !signal.aborted) {
        throw new Error("The analysis ended without a final answer.");
      }
    });
  }

  /** Have the steps of this decision judged that have been taken so far. */
  async check(): Promise<void> {
    const steps = this.#game.decisionSteps.value;
    if (steps.length === 0) {
      this.#message.value = "There is no step to check yet: take one, and then ask.";
      return;
    }
    const judge: Call = async (question, asked, signal) => {
      const { position, timeLimit, workLimit, componentsJson } = asked;
      const request = { position, steps: [...steps], timeLimit, workLimit, componentsJson };
      const evaluation = await this.#advisor.evaluatePlan(request, { signal });
      if (evaluation.best !== undefined) {
        this.#take(question, evaluation.best, true, { steps, evaluation });
      }
    };
    await this.#ask("judgement", "start", judge, steps);
  }

  /** Give up the question that is under way; the best plans found by then stay. */
  cancel(): void {
    const question = this.#question.value;
    if (question === undefined) {
      return;
    }
    question.abort.abort();
    batch(() => {
      this.#question.value = undefined;
      const stays = this.#endSearch(true) ? " The best plans found so far stay." : "";
      this.#message.value = `The search has been cancelled.${stays}`;
    });
  }

  /** The service can be reached again: no longer say that it cannot. */
  serviceIsBack(): void {
    if (this.#message.peek() === this.#absence) {
      this.#message.value = "";
    }
    this.#absence = "";
  }

  /** Draw a line of the answer over the table; none: draw nothing. */
  show(line: Line | undefined): void {
    this.#shown.value = line;
  }

  /**
   * Play all steps of a line of the answer.
   *
   * Where the answer is about the beginning of the decision, the steps taken since are taken back before. What is about another
   * position than that which is on the table then is not played.
   */
  async accept(line: Line): Promise<void> {
    const [answer, source] = [this.#answer.value, this.source.value];
    if (answer === undefined || source === undefined || this.#game.busy.value) {
      this.#message.value = STALE;
      return;
    }
    if (source === "start") {
      this.#takeBackDecision();
    }
    if (this.#game.digest.value !== answer.digest) {
      this.#message.value = STALE;
      return;
    }
    const steps = stepsOfLine(line);
    try {
      await this.#game.play(steps);
      this.#message.value = `The plan has been played: ${quantity(steps.length, "step")}.`;
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Keep plans from something, and ask again. */
  async avoid(avoided: Avoided): Promise<void> {
    const already = this.#avoided.value.some(({ sentence }) => sentence === avoided.sentence);
    this.#avoided.value = already ? this.#avoided.value : [...this.#avoided.value, avoided];
    await this.suggest(this.source.value ?? "table");
  }

  /** Permit again what plans were kept from, and ask again. */
  async permit(avoided: Avoided): Promise<void> {
    this.#avoided.value = this.#avoided.value.filter((each) => each !== avoided);
    await this.suggest(this.source.value ?? "table");
  }

  #tell(error: unknown): void {
    this.#message.value = problemAsText(error);
    this.#absence = isOfAbsence(error) ? this.#message.value : "";
  }

  /** No better plans come any more, by the person's wish or otherwise; whether there are some that stay. */
  #endSearch(cancelled: boolean): boolean {
    const answer = this.#answer.value;
    if (answer === undefined || answer.final) {
      return false;
    }
    const ended = { ...answer, final: true, cancelled };
    this.#answer.value = ended;
    this.#toldOfAnswer.value = toldOf(ended);
    return true;
  }

  #takeBackDecision(): void {
    batch(() => {
      for (let left = this.#game.decisionSteps.value.length; left > 0; left -= 1) {
        this.#game.undo();
      }
    });
  }

  /** Whether the position that a question is about has been left, or other steps have been taken than it asks about. */
  #isLeft({ source, position, judging }: Question): boolean {
    const { position: onTable, decisionStart, decisionSteps } = this.#game;
    return source === "table"
      ? position !== onTable.value
      : !isSame(position, decisionStart.value) ||
          (judging !== undefined && !areSameSteps(judging, decisionSteps.value));
  }

  #sourceOf(answer: Answer | undefined): Source | undefined {
    if (answer === undefined) {
      return undefined;
    }
    if (answer.digest === this.#game.digest.value) {
      return "table";
    }
    return isSame(answer.position, this.#game.decisionStart.value) ? "start" : undefined;
  }

  /** Drop of the answer and the question what is of no use with what lies on the table now. */
  #keepUp(digest: string, start: Position, steps: readonly Step[]): void {
    const [answer, question] = [this.#answer.value, this.#question.value];
    batch(() => {
      if (digest !== this.#digest) {
        // Whatever it says is about what lay there before.
        this.#message.value = "";
        this.#digest = digest;
      }
      if (question !== undefined && this.#isLeft(question)) {
        question.abort.abort();
        this.#question.value = undefined;
      }
      if (answer !== undefined && answer.digest !== digest && !isSame(answer.position, start)) {
        this.#answer.value = undefined;
        this.#toldOfAnswer.value = "";
        this.#shown.value = undefined;
      } else if (answer?.judged !== undefined && !areSameSteps(answer.judged.steps, steps)) {
        // A plan for the start of the decision is right whatever steps have been taken since; what is said of steps is not.
        const { judged, ...plans } = answer;
        this.#answer.value = plans;
        this.#toldOfAnswer.value = "";
      }
      if (this.#avoidedFor !== undefined && !isSame(this.#avoidedFor, start)) {
        this.#avoided.value = [];
      }
      this.#avoidedFor = start;
    });
  }

  /** Ask one question, in the place of the one that is under way. */
  async #ask(asking: Asking, source: Source, call: Call, judging?: readonly Step[]): Promise<void> {
    if (!this.isAwaited.value) {
      this.#message.value = "There is nothing to decide now.";
      return;
    }
    this.#question.value?.abort.abort();
    const position = source === "start" ? this.#game.decisionStart.value : this.#game.position.value;
    const [since, abort] = [performance.now(), new AbortController()];
    const question: Question = { asking, position, source, judging, since, abort };
    batch(() => {
      this.#question.value = question;
      this.#answer.value = undefined;
      this.#shown.value = undefined;
      this.#toldOfAnswer.value = "";
      this.#message.value = "";
    });
    try {
      const request = requestOf(asking, position, this.#game.componentsJson, this.settings, this.#avoided.value);
      await call(question, request, question.abort.signal);
    } catch (error) {
      if (!question.abort.signal.aborted) {
        this.#endSearch(false);
        this.#tell(error);
      }
    } finally {
      if (this.#question.value === question) {
        this.#question.value = undefined;
      }
    }
  }

  /** Take note of an answer, unless it is late: to a question that has been given up, or replaced by another one. */
  #take(question: Question, suggestion: SuggestResponse, final: boolean, judged?: Answer["judged"]): void {
    if (this.#question.value !== question) {
      return;
    }
    const { asking, position } = question;
    const isFirst = this.#answer.value === undefined;
    const answer: Answer = {
      asking,
      position,
      digest: suggestion.positionDigest,
      suggestion,
      final,
      cancelled: false,
      restricted: asking !== "judgement" && this.#avoided.value.length > 0,
      explained: asking !== "judgement" && this.settings.explains.value,
      ...(judged === undefined ? {} : { judged }),
    };
    if (this.#sourceOf(answer) === undefined) {
      return;
    }
    batch(() => {
      this.#answer.value = answer;
      this.#shown.value = asking === "judgement" ? undefined : suggestion.lines[0];
      if (final || isFirst) {
        this.#toldOfAnswer.value = toldOf(answer);
      }
    });
  }
}

const isSame = (one: Position, other: Position): boolean => one === other || equals(PositionSchema, one, other);

const areSameSteps = (some: readonly Step[], others: readonly Step[]): boolean =>
  some.length === others.length && some.every((step, index) => isSameStep(step, others[index]));

const isSameStep = (one: Step, other: Step | undefined): boolean =>
  one === other || (other !== undefined && equals(StepSchema, one, other));
