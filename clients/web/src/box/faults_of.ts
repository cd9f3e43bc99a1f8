/** Which of the faults of a file belongs to which field of the form. */

import type { DraftFault } from "./draft.js";

/** Whether a path is another one, or within it. */
export const within = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

/** Faults by the path of the field that shows them: the innermost one that they are in. */
export interface PlacedFaults {
  readonly byField: ReadonlyMap<string, readonly DraftFault[]>;
  /** Those that no field shows. */
  readonly others: readonly DraftFault[];
}

/** Give each fault to its field. */
export function placeFaults(faults: readonly DraftFault[], fields: readonly string[]): PlacedFaults {
  const byField = new Map<string, DraftFault[]>();
  const others: DraftFault[] = [];
  for (const fault of faults) {
    const around = fields.filter((field) => within(fault.path, field)).sort((one, other) => other.length - one.length);
    const [innermost] = around;
    if (innermost === undefined) {
      others.push(fault);
    } else {
      byField.set(innermost, [...(byField.get(innermost) ?? []), fault]);
    }
  }
  return { byField, others };
}
