/** The review of a game as it comes from the service: what has been judged, and whether more is to come. */

import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Connection, GameRecord, GameReview, ReviewedDecision } from "carnegie-client";

export type Reviews = Pick<Connection["reviews"], "reviewGame">;

export type ReviewState =
  /** Nothing has been asked yet. */
  | { readonly kind: "none" }
  | { readonly kind: "running" }
  | { readonly kind: "done"; readonly review: GameReview }
  /** Ended by the person; what was judged stays. */
  | { readonly kind: "cancelled" }
  /** Broken off; what was judged stays. */
  | { readonly kind: "failed"; readonly failure: unknown };

export class Reviewing {
  readonly #reviews: Reviews;
  readonly #state = signal<ReviewState>({ kind: "none" });
  readonly #decisions = signal<readonly ReviewedDecision[]>([]);
  readonly #count = signal(0);
  #abort = new AbortController();

  constructor(reviews: Reviews) {
    this.#reviews = reviews;
  }

  get state(): ReadonlySignal<ReviewState> {
    return this.#state;
  }

  /** The decisions that have been judged, in the order of the game. */
  get decisions(): ReadonlySignal<readonly ReviewedDecision[]> {
    return this.#decisions;
  }

  /** How many decisions the review has in all; 0 until the service has said so. */
  get count(): ReadonlySignal<number> {
    return this.#count;
  }

  /**
   * Have a game reviewed from its beginning, in the place of whatever is under way. Settles when nothing more comes; that it
   * failed is told by the state.
   *
   * @param componentsJson the person's own components that the game was played with; empty for the service's own
   */
  async review(record: GameRecord, componentsJson: string): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    batch(() => {
      this.#state.value = { kind: "running" };
      this.#decisions.value = [];
      this.#count.value = 0;
    });
    const { signal } = abort;
    try {
      const review = await this.#read(record, componentsJson, signal);
      if (!signal.aborted) {
        this.#state.value = { kind: "done", review };
      }
    } catch (failure) {
      if (!signal.aborted) {
        this.#state.value = { kind: "failed", failure };
      }
    }
  }

  /** End a review that is under way. */
  cancel(): void {
    if (this.#state.peek().kind === "running") {
      this.#state.value = { kind: "cancelled" };
      this.#abort.abort();
    }
  }

  async #read(record: GameRecord, componentsJson: string, signal: AbortSignal): Promise<GameReview> {
    let whole: GameReview | undefined;
    for await (const answer of this.#reviews.reviewGame({ record, componentsJson }, { signal })) {
      const { decision, decisionCount, review } = answer;
      if (signal.aborted) {
        break;
      }
      batch(() => {
        this.#count.value = Math.max(this.#count.value, decisionCount);
        if (decision !== undefined) {
          this.#decisions.value = [...this.#decisions.value, decision];
        }
      });
      // Read on to the end, or the call would count as given up.
      whole = review ?? whole;
    }
    if (whole === undefined) {
      throw new Error("the service's answer broke off.");
    }
    return whole;
  }
}
