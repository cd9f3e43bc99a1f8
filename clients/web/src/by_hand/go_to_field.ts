/** Goes to a field of the form. */

import { elementId } from "./setting.js";

/**
 * Focus the field with a key, or the first one of its group, once the form shows it.
 *
 * @param id the id of the very element, where the field has several
 */
export function showField(key: string, id = elementId(key)): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    element?.scrollIntoView({ block: "center" });
    const control = element?.matches("input, select") ? element : element?.querySelector<HTMLElement>("select, input");
    control?.focus({ preventScroll: true });
  });
}
