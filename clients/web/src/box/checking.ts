/** Checks the components file by the service while the person types. */

import type { ReadonlySignal } from "@preact/signals";
import { effect, signal } from "@preact/signals";
import type { Connection, ValidateComponentsResponse } from "carnegie-client";
import { type Refused, refusalInWords } from "../words/refusal_in_words.js";
import type { DraftFault, Written } from "./draft.js";
import { within } from "./faults_of.js";

/** How long nothing is typed before the service is asked, in milliseconds. */
const PAUSE = 300;

export type Checked =
  /** The service has not answered yet. */
  | { readonly kind: "asking" }
  /** What is known to be wrong; where texts cannot be read, the service may still be asked about the rest. */
  | { readonly kind: "faulty"; readonly faults: readonly DraftFault[] }
  | { readonly kind: "sound"; readonly file: string; readonly tables: ValidateComponentsResponse }
  /** The service could not be asked. */
  | { readonly kind: "failed"; readonly failure: unknown };

/** What is known of a file that changes, always of its latest text. */
export class Checking {
  readonly #rules: Pick<Connection["rules"], "validateComponents">;
  readonly #state = signal<Checked>({ kind: "asking" });
  readonly state: ReadonlySignal<Checked> = this.#state;
  readonly #attempts = signal(0);
  #asked = new AbortController();

  constructor(rules: Pick<Connection["rules"], "validateComponents">) {
    this.#rules = rules;
  }

  /**
   * Follow a file.
   *
   * @returns a function that stops it
   */
  follow(written: ReadonlySignal<Written>, pause = PAUSE): () => void {
    const stop = effect(() => {
      const { file, faults } = written.value;
      this.#attempts.value;
      this.#asked.abort();
      this.#state.value = faults.length > 0 ? { kind: "faulty", faults } : { kind: "asking" };
      const timer = setTimeout(() => this.#ask(file, faults), pause);
      return () => clearTimeout(timer);
    });
    return () => {
      stop();
      this.#asked.abort();
    };
  }

  /** Ask again about a file that could not be checked. */
  checkAgain(): void {
    if (this.#state.peek().kind === "failed") {
      this.#attempts.value += 1;
    }
  }

  async #ask(file: string, unreadable: readonly DraftFault[]): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    // In the place of what cannot be read the file has something else, of which nothing must be said, nor of what is
    // around it, which may be wrong only for that.
    const isReadable = ({ path }: { path: string }) =>
      !unreadable.some((fault) => within(path, fault.path) || within(fault.path, path));
    const told = await this.#rules.validateComponents({ componentsJson: file }, { signal: asked.signal }).then(
      (tables): Checked => {
        const faults = [...unreadable, ...tables.faults.filter(isReadable).map(faultInWords)];
        return faults.length > 0 ? { kind: "faulty", faults } : { kind: "sound", file, tables };
      },
      (failure): Checked => ({ kind: "failed", failure }),
    );
    if (!asked.signal.aborted) {
      this.#state.value = told;
    }
  }
}

const faultInWords = (fault: Refused): DraftFault => ({
  path: fault.path,
  words: refusalInWords({ ...fault, path: "" }),
});
