/**
 * Tables at fault, which the place that keeps games does not take: this browser keeps them until they are set right.
 *
 * So nothing that has been entered is lost with the tab.
 */

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

export class KeptDrafts {
  readonly #store: Store | undefined;

  /** @param store left out, nothing is kept */
  constructor(store: Store | undefined) {
    this.#store = store;
  }

  /** Keep a draft. Gives why it is not kept; undefined where it is. */
  keep(id: string, { draft, ...others }: KeptDraft): Error | undefined {
    try {
      if (this.#store === undefined) {
        throw whyNoStore();
      }
      this.#store.setItem(keyOf(id), JSON.stringify({ ...others, draft: positionToJson(draft) }));
      return undefined;
    } catch (error) {
      return notKept("tables at fault", error);
    }
  }

  /** Forget a draft, which has been set right. */
  forget(id: string): void {
    // An empty text is none; so a store needs no more than to read and to write.
    try {
      if ((this.#store?.getItem(keyOf(id)) ?? "") !== "") {
        this.#store?.setItem(keyOf(id), "");
      }
    } catch {
      return;
    }
  }

  /** The draft of a table; undefined where none is kept, or one that this page cannot read. */
  draft(id: string): KeptDraft | undefined {
    try {
      const text = this.#store?.getItem(keyOf(id)) ?? "";
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
}

const keyOf = (id: string): string => `carnegie.table.${id}`;
