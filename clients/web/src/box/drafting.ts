/** What has been entered: begun from the tables in force, kept while the person looks at other places of the page. */

import { batch, computed, signal } from "@preact/signals";
import type { Connection, ValidateComponentsResponse } from "carnegie-client";
import { type Draft, draftOf, type Shown, type ShownTables, shownOf, writeFile } from "./draft.js";
import { ownBox, ownComponentsJson } from "./own_components.js";

type Tables = Pick<ValidateComponentsResponse, "componentsJson">;
type CheckedTables = Tables & Pick<ValidateComponentsResponse, "faults">;

/** Undefined until the tables are known. */
export const draft = signal<Draft | undefined>(undefined);

/** The file that counted when the draft was begun or saved. */
const base = signal("");

/** How the form writes that file, which may come from elsewhere and be laid out in another way. */
const baseWritten = signal("");

/** The file that the browser kept then. */
const keptThen = signal("");

/** The file that the draft makes. */
export const written = computed(() => (draft.value === undefined ? { file: "", faults: [] } : writeFile(draft.value)));

/** Whether something has been entered since the draft was begun or saved; where it is at fault, it cannot be saved. */
export const isChanged = computed(() => {
  const { file, faults } = written.value;
  // What another tab has saved just so is saved.
  return (
    draft.value !== undefined && (faults.length > 0 || ![baseWritten.value, ownComponentsJson.value].includes(file))
  );
});

/** Whether something has been entered that is not saved, or that the browser has not kept. */
export const isUnsaved = computed(() => isChanged.value || ownBox.refusal.value !== undefined);

/** Whether another tab has saved other values since the draft was begun, so that saving this one would overwrite them. */
export const isContested = computed(() => {
  const kept = ownBox.kept.value;
  return isUnsaved.value && ![base.value, keptThen.value, written.value.file].includes(kept);
});

/** Whether the draft is of what is saved now; otherwise it has to begin with that, unless something has been entered. */
export const isOfSaved = computed(
  () => draft.value !== undefined && (isUnsaved.value || base.value === ownComponentsJson.value),
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
    // A file that is imported is entered: what another tab has saved before stays in the way of saving it.
    if (file === ownComponentsJson.value) {
      base.value = file;
      baseWritten.value = written.value.file;
      keptThen.value = ownBox.kept.value;
    }
  });
}

/**
 * Begin with what is saved, unless the draft is of it or something has been entered; so also where another tab has
 * saved, and what had been entered here is taken out again.
 *
 * @param tables those in force with a file in their places; undefined where they are not known yet
 * @returns whether another draft was on the form before
 */
export function beginWithSaved(tables: (file: string) => CheckedTables | undefined): boolean {
  const file = ownComponentsJson.peek();
  const [saved, standIns] = [tables(file), tables("")];
  if (isOfSaved.peek() || saved?.faults.length !== 0 || standIns === undefined) {
    return false;
  }
  const isOther = draft.peek() !== undefined;
  beginWith(saved, file, shownOfText(standIns));
  return isOther;
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
    baseWritten.value = file;
    keptThen.value = ownBox.kept.value;
  });
}

/**
 * Begin again with what the browser keeps. Where that fails, what has been entered stays.
 *
 * @param tables the tables with what is saved in their places; left out, the service is asked, which may fail
 */
export async function takeBack(rules: Pick<Connection["rules"], "validateComponents">, tables?: Tables): Promise<void> {
  const saved = ownBox.kept.peek();
  const accepted = tables ?? (await rules.validateComponents({ componentsJson: saved }));
  const now = draft.peek();
  if (now !== undefined) {
    batch(() => {
      ownBox.takeKept();
      beginWith(accepted, saved, now.standIns);
    });
  }
}
