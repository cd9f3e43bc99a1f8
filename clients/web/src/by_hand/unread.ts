/** What has been typed into fields of a table and cannot be read: it does not count, and is not forgotten before it is seen to. */

import { equals } from "@bufbuild/protobuf";
import { type ReadonlySignal, signal } from "@preact/signals";
import { type Position, PositionSchema } from "carnegie-client";
import type { Edit } from "./edits/edit.js";
import { emptySpaceField, type Field, fieldsOf, type PartName, type PlacedFault } from "./fields.js";
import { elementId } from "./setting.js";

/** A text, and the field that it stands in. */
export interface UnreadText {
  readonly text: string;
  /** The id of the element that it stands in. */
  readonly id: string;
  /** The key of the field, which may have several elements. */
  readonly key: string;
  readonly part: PartName;
  /** The player whose fields were shown. */
  readonly seat: number;
  /** What the element is called within its field. */
  readonly label: string;
  /** The number that counts instead of it. */
  readonly beside: number;
  readonly onSet: (value: number) => Edit;
}

interface Noted extends UnreadText {
  /** Whether to set the number that counts changes nothing, as long as it is the one that counts. */
  readonly isNumberKept: boolean;
}

export class UnreadTexts {
  readonly #texts = signal<ReadonlyMap<string, Noted>>(new Map());

  /** The texts by the ids of their elements. */
  get texts(): ReadonlySignal<ReadonlyMap<string, UnreadText>> {
    return this.#texts;
  }

  /** Note what has been typed on a draft. */
  note(unread: UnreadText, draft: Position): void {
    this.#texts.value = new Map(this.#texts.value).set(unread.id, {
      ...unread,
      isNumberKept: isBeside(unread, draft),
    });
  }

  /** What can be read has taken its place, or the number was changed by other means. */
  forget(id: string): void {
    if (this.#texts.value.has(id)) {
      this.#texts.value = new Map([...this.#texts.value].filter(([each]) => each !== id));
    }
  }

  /** Those that stand beside the same number as when they were typed; any other was forgotten with the number. */
  standing(draft: Position): readonly UnreadText[] {
    return [...this.#texts.value.values()].filter((each) => !each.isNumberKept || isBeside(each, draft));
  }
}

const isBeside = ({ beside, onSet }: UnreadText, draft: Position): boolean =>
  equals(PositionSchema, onSet(beside)(draft), draft);

/** What is said of a text at its field. */
export const unreadInWords = ({ text }: Pick<UnreadText, "text">): string =>
  `Found “${text}”; allowed: a whole number. It does not count.`;

/** Texts as faults, each with the way to its element. */
export function unreadFaults(draft: Position, unread: readonly UnreadText[]): readonly PlacedFault[] {
  const fields = fieldsOf(draft);
  return unread.map((each) => {
    const { key, part, seat, label, id } = each;
    const known =
      fields.find((field) => field.key === key && (field.seat ?? seat) === seat) ?? emptySpaceField(draft, key);
    // An element that is the whole of its field is called as that is.
    const isWhole =
      known === undefined || id === elementId(key) || known.label.toLowerCase().endsWith(label.toLowerCase());
    const field: Field = {
      path: known?.path ?? key,
      key,
      part,
      seat,
      label: isWhole ? (known?.label ?? label) : `${known.label}, ${label.toLowerCase()}`,
    };
    return { words: unreadInWords(each), field, id };
  });
}
