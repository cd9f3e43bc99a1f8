/** What the person has entered from his own box, for all parts of the page. */

import { signal } from "@preact/signals";

/** The text of the components file, as every call takes it; empty where nothing has been entered. */
export const ownComponentsJson = signal("");
