/** A text that the browser keeps from visit to visit, which says whether it does, and minds what other tabs keep. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { notKept } from "../words/not_kept.js";
import { browserStore, type Store, whyNoStore } from "./stored_setting.js";

export class StoredText {
  readonly #key: string;
  readonly #what: string;
  readonly #store: Store | undefined;
  readonly #text;
  readonly #refusal = signal<Error | undefined>(undefined);
  /** What was kept when this tab last looked. */
  #seen: string;

  /**
   * @param key what it is kept under
   * @param what what it is, in the words of a refusal, such as "games"
   */
  constructor(key: string, what: string, store: Store | undefined = browserStore()) {
    this.#key = key;
    this.#what = what;
    this.#store = store;
    this.#seen = this.#read() ?? "";
    this.#text = signal(this.#seen);
  }

  /** The text that counts on this page; empty where there is none. */
  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  /** Why the browser has not kept the text, which then holds until the page is left; undefined where it has. */
  get refusal(): ReadonlySignal<Error | undefined> {
    return this.#refusal;
  }

  /** Keep a text in the place of what is kept, whoever has kept that. */
  keep(text: string): void {
    this.#text.value = text;
    try {
      this.#write(text);
      this.#seen = text;
      this.#refusal.value = undefined;
    } catch (error) {
      // Where nothing is kept, an empty text is as good as kept.
      this.#refusal.value = text === "" && (this.#read() ?? "") === "" ? undefined : notKept(this.#what, error);
    }
  }

  /** Take what another tab has kept since this one last looked; what this one could not keep gives way to it. */
  refresh(): void {
    const kept = this.#read();
    if (kept !== undefined && kept !== this.#seen) {
      this.#seen = kept;
      this.#text.value = kept;
      this.#refusal.value = undefined;
    }
  }

  #write(text: string): void {
    if (this.#store === undefined) {
      throw whyNoStore();
    }
    this.#store.setItem(this.#key, text);
    if (this.#store.getItem(this.#key) !== text) {
      throw new Error("it has forgotten it at once");
    }
  }

  /** What is kept, empty where nothing is; undefined where the browser does not tell. */
  #read(): string | undefined {
    try {
      return this.#store === undefined ? undefined : (this.#store.getItem(this.#key) ?? "");
    } catch {
      return undefined;
    }
  }
}
