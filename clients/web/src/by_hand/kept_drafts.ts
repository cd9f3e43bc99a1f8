/**
 * Tables at fault, which the place that keeps games does not take: this browser keeps them until they are set right.
 *
 * So nothing that has been entered is lost with the tab.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import { type Position, positionFromJson, positionToJson } from "carnegie-client";
import { type Store, whyNoStore } from "../advice/stored_setting.js";
import { notKept } from "../words/not_kept.js";

export interface KeptDraft {
  readonly title: string;
  /** The version of the kept table that the draft was made from; 0 where none has been kept. */
  readonly version: number;
  readonly componentsJson: string;
  readonly draft: Position;
}

/** Another tab keeps a draft of the same table, which was not overwritten. */
export class OtherDraft extends Error {
  constructor() {
    super("another tab keeps the table with other entries.");
  }
}

/** Entries of an older state of the table are kept in its place, and nobody has decided yet what is to become of them. */
export class OlderDraft extends Error {
  constructor() {
    super("entries of an older state of the table are kept in its place.");
  }
}

export class KeptDrafts {
  readonly #store: Store | undefined;
  /** What was kept of each table when this tab last read or wrote it. */
  readonly #seen = new Map<string, string>();
  readonly #changes = signal(0);

  /** @param store left out, nothing is kept */
  constructor(store: Store | undefined) {
    this.#store = store;
  }

  /** Changes whenever another tab may have changed a draft. */
  get changes(): ReadonlySignal<number> {
    return this.#changes;
  }

  /** Look again at what is kept, which another tab may have changed. */
  refresh(): void {
    this.#changes.value += 1;
  }

  /** Whether what is kept of a table is what this tab last read or wrote of it. */
  isAsSeen(id: string): boolean {
    return this.#read(id) === this.#seen.get(id);
  }

  /** Keep a draft. Gives why it is not kept, such as OtherDraft; undefined where it is. */
  keep(id: string, kept: KeptDraft): Error | undefined {
    // One that is gone can be overwritten.
    const found = this.#read(id) ?? "";
    return found === "" || found === this.#seen.get(id) ? this.keepInPlace(id, kept) : new OtherDraft();
  }

  /** Keep a draft in the place of what is kept, whichever tab has kept that. Gives why it is not kept. */
  keepInPlace(id: string, { draft, ...others }: KeptDraft): Error | undefined {
    try {
      if (this.#store === undefined) {
        throw whyNoStore();
      }
      const text = JSON.stringify({ ...others, draft: positionToJson(draft) });
      this.#store.setItem(keyOf(id), text);
      this.#seen.set(id, text);
      return undefined;
    } catch (error) {
      return notKept("tables at fault", error);
    }
  }

  /** Forget a draft, which has been set right or is not wanted; one that another tab has changed since stays. */
  forget(id: string): void {
    // An empty text is none; so a store needs no more than to read and to write.
    try {
      if ((this.#read(id) ?? "") !== "" && this.isAsSeen(id)) {
        this.#store?.setItem(keyOf(id), "");
      }
    } catch {
      return;
    }
  }

  /** The draft of a table; undefined where none is kept, or one that this page cannot read. */
  draft(id: string): KeptDraft | undefined {
    try {
      const text = this.#read(id) ?? "";
      this.#seen.set(id, text);
      if (text === "") {
        return undefined;
      }
      const { title, version, componentsJson, draft } = JSON.parse(text);
      return {
        title: String(title),
        version: Number(version),
        componentsJson: String(componentsJson),
        draft: positionFromJson(draft),
      };
    } catch {
      return undefined;
    }
  }

  /** What is kept, empty where nothing is; undefined where the browser does not tell. */
  #read(id: string): string | undefined {
    try {
      return this.#store?.getItem(keyOf(id)) ?? "";
    } catch {
      return undefined;
    }
  }
}

const keyOf = (id: string): string => `carnegie.table.${id}`;
