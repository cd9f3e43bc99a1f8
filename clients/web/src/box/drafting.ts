/** What has been entered: begun from the tables in force, kept while the person looks at other places of the page. */

import { batch, computed, signal } from "@preact/signals";
import type { Connection, ValidateComponentsResponse } from "carnegie-client";
import { type Draft, draftOf, type Shown, type ShownTables, shownOf, writeFile } from "./draft.js";
import { ownBox, ownComponentsJson } from "./own_components.js";

type Tables = Pick<ValidateComponentsResponse, "componentsJson">;

/** Undefined until the tables are known. */
export const draft = signal<Draft | undefined>(undefined);

/** The saved file that the draft was begun from, or saved as. */
const base = signal("");

/** The file that the draft makes. */
export const written = computed(() => (draft.value === undefined ? { file: "", faults: [] } : writeFile(draft.value)));

/** Whether something has been entered since the draft was begun or saved; where it is at fault, it cannot be saved. */
const isChanged = computed(
  () => draft.value !== undefined && (written.value.file !== base.value || written.value.faults.length > 0),
);

/** Whether something has been entered that is not saved, or that the browser has not kept. */
export const isUnsaved = computed(() => isChanged.value || ownBox.refusal.value !== undefined);

/** Whether another tab has saved other values since the draft was begun, so that saving this one would overwrite them. */
export const isContested = computed(
  () => isChanged.value && base.value !== ownComponentsJson.value && written.value.file !== ownComponentsJson.value,
);

/** Whether the draft is of what is saved now; otherwise it has to begin with that, unless something has been entered. */
export const isOfSaved = computed(
  () => draft.value !== undefined && (isChanged.value || base.value === ownComponentsJson.value),
);

/** What the form shows of tables of the service. */
export const shownOfText = ({ componentsJson }: Tables): Shown => shownOf(JSON.parse(componentsJson));

/**
 * Begin with tables that the service has accepted.
 *
 * @param tables all tables in force, the file's own in their places
 * @param file the text of the person's own file; empty where there is none
 * @param standIns what is shown of the tables in force without it
 */
export function beginWith(tables: Tables, file: string, standIns: Shown): void {
  // The service has checked both texts.
  const shown: ShownTables = JSON.parse(tables.componentsJson);
  const own: Readonly<Record<string, unknown>> = file === "" ? {} : JSON.parse(file);
  batch(() => {
    draft.value = draftOf(shown, own, standIns);
    base.value = ownComponentsJson.value;
  });
}

/** Save what has been entered, unless another tab has saved something else; whether it was not contested. */
export function save(): boolean {
  ownBox.refresh();
  if (isContested.peek()) {
    return false;
  }
  saveInPlace();
  return true;
}

/** Save what has been entered in the place of whatever is saved. */
export function saveInPlace(): void {
  const { file } = written.peek();
  batch(() => {
    ownBox.keep(file);
    base.value = file;
  });
}

/**
 * Begin again with what is saved. Where that fails, what has been entered stays.
 *
 * @param tables the tables with what is saved in their places; left out, the service is asked, which may fail
 */
export async function takeBack(rules: Pick<Connection["rules"], "validateComponents">, tables?: Tables): Promise<void> {
  const saved = ownComponentsJson.peek();
  const accepted = tables ?? (await rules.validateComponents({ componentsJson: saved }));
  const now = draft.peek();
  if (now !== undefined) {
    beginWith(accepted, saved, now.standIns);
  }
}
