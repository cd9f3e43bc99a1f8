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
  readonly #kept;

  /**
   * @param key what it is kept under
   * @param what what it is, in the words of a refusal, such as "games"
   */
  constructor(key: string, what: string, store: Store | undefined = browserStore()) {
    this.#key = key;
    this.#what = what;
    this.#store = store;
    const kept = this.#read() ?? "";
    this.#kept = signal(kept);
    this.#text = signal(kept);
  }

  /** The text that counts on this page; empty where there is none. */
  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  /** Why the browser has not kept the text, which then holds until the page is left; undefined where it has. */
  get refusal(): ReadonlySignal<Error | undefined> {
    return this.#refusal;
  }

  /** What the browser kept when this tab last looked: the text that counts, unless that was refused. */
  get kept(): ReadonlySignal<string> {
    return this.#kept;
  }

  /** Keep a text in the place of what is kept, whoever has kept that. */
  keep(text: string): void {
    this.#text.value = text;
    try {
      this.#write(text);
      this.#kept.value = text;
      this.#refusal.value = undefined;
    } catch (error) {
      // Where nothing is kept, an empty text is as good as kept.
      this.#refusal.value = text === "" && (this.#read() ?? "") === "" ? undefined : notKept(this.#what, error);
    }
  }

  /** Take what another tab has kept since this one last looked. What this one could not keep holds on beside it. */
  refresh(): void {
    const kept = this.#read();
    if (kept === undefined || kept === this.#kept.value) {
      return;
    }
    this.#kept.value = kept;
    if (this.#refusal.value === undefined || kept === this.#text.value) {
      this.takeKept();
    }
  }

  /** Have what is kept count, in the place of what could not be. */
  takeKept(): void {
    this.#text.value = this.#kept.value;
    this.#refusal.value = undefined;
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
