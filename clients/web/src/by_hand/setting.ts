/** What the fields of the form work with: the draft, how it is changed, and what is wrong with it. */

import type { Position } from "carnegie-client";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Components } from "../table/components.js";
import type { Edit } from "./edits/edit.js";
import type { PartName } from "./fields.js";
import type { UnreadTexts } from "./unread.js";

export interface Setting {
  readonly draft: Position;
  /** The last position without fault, in its canonical form: what the service has worked out. */
  readonly known: Position;
  /** Whether that is the one on the table. */
  readonly isKnown: boolean;
  readonly components: Components;
  /** The part of the form that is shown. */
  readonly part: PartName;
  /** The player whose fields are shown. */
  readonly seat: number;
  /** What has been typed and cannot be read. */
  readonly unread: UnreadTexts;
  /** Change the draft; typing in one field is one change. */
  readonly edit: (edit: Edit, typed?: string) => void;
  /** What is wrong, by the key of the field. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
}

export const SettingContext = createContext<Setting | undefined>(undefined);

export function useSetting(): Setting {
  const setting = useContext(SettingContext);
  if (setting === undefined) {
    throw new Error("a field of the table stands outside its form");
  }
  return setting;
}

/** The id of a field's element, by its key. */
export const elementId = (key: string): string => `hand-${key.replaceAll(/[^a-zA-Z0-9_]+/g, "-")}`;
