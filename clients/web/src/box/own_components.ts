/** What the person has entered from his own box, for all parts of the page; the browser keeps it. */

import type { ReadonlySignal } from "@preact/signals";
import { StoredText } from "../advice/stored_text.js";

/** The components file as it is kept, or holds until the page is left where the browser does not keep it. */
export const ownBox = new StoredText("carnegie.box", "the values of your box");

// The browser tells of what other tabs keep.
globalThis.addEventListener?.("storage", () => ownBox.refresh());

/** The text of the components file, as every call takes it; empty where nothing has been entered. */
export const ownComponentsJson: ReadonlySignal<string> = ownBox.text;
