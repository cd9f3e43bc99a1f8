/** What the person has entered from his own box, for all parts of the page; the browser keeps it. */

import { storedText } from "../advice/stored_setting.js";

/** The text of the components file, as every call takes it; empty where nothing has been entered. */
export const ownComponentsJson = storedText("carnegie.box");
