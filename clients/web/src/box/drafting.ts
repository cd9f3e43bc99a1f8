/** What has been entered: begun from the tables in force, kept while the person looks at other places of the page. */

import { computed, signal } from "@preact/signals";
import type { Connection, ValidateComponentsResponse } from "carnegie-client";
import { type Draft, draftOf, type ShownTables, writeFile } from "./draft.js";
import { ownComponentsJson } from "./own_components.js";

/** Undefined until the tables are known. */
export const draft = signal<Draft | undefined>(undefined);

/** The file that the draft makes. */
export const written = computed(() => (draft.value === undefined ? { file: "", faults: [] } : writeFile(draft.value)));

/** Whether something has been entered that is not saved; where it is at fault, it cannot be. */
export const isUnsaved = computed(
  () =>
    draft.value !== undefined && (written.value.file !== ownComponentsJson.value || written.value.faults.length > 0),
);

/**
 * Begin with tables that the service has accepted.
 *
 * @param tables all tables in force, the file's own in their places
 * @param file the text of the person's own file; empty where there is none
 */
export function beginWith(tables: Pick<ValidateComponentsResponse, "componentsJson">, file: string): void {
  // The service has checked both texts.
  const shown: ShownTables = JSON.parse(tables.componentsJson);
  const own: Readonly<Record<string, unknown>> = file === "" ? {} : JSON.parse(file);
  draft.value = draftOf(shown, own);
}

/**
 * Begin again with what is saved. Where that fails, what has been entered stays.
 *
 * @param tables the tables with what is saved in their places; left out, the service is asked, which may fail
 */
export async function takeBack(
  rules: Pick<Connection["rules"], "validateComponents">,
  tables?: Pick<ValidateComponentsResponse, "componentsJson">,
): Promise<void> {
  const saved = ownComponentsJson.peek();
  beginWith(tables ?? (await rules.validateComponents({ componentsJson: saved })), saved);
}
