/** How advice is asked for. */

import type { Signal } from "@preact/signals";
import { type Store, storedSetting } from "./stored_setting.js";

export interface Settings {
  /** How many plans to ask for, 1 to 10. */
  readonly lines: Signal<number>;
  /** The longest that a suggestion may take, in seconds. */
  readonly suggestionSeconds: Signal<number>;
  /** The longest that an analysis may take, in seconds. */
  readonly analysisSeconds: Signal<number>;
  /** Whether a suggestion is asked for whenever a decision is awaited. */
  readonly automatic: Signal<boolean>;
  /** Whether to ask which of the player's means bind the plan. */
  readonly explains: Signal<boolean>;
}

export const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const SUGGESTION_SECONDS = [0.2, 0.5, 1, 2, 5];
export const ANALYSIS_SECONDS = [2, 5, 10, 30, 60];

/** The settings as the browser keeps them. */
export function keptSettings(store?: Store): Settings {
  return {
    lines: storedSetting("carnegie.advice.lines", 3, LINES, store),
    // Half a second: with the way there and back, the suggestion is on the screen within one.
    suggestionSeconds: storedSetting("carnegie.advice.suggestion-seconds", 0.5, SUGGESTION_SECONDS, store),
    analysisSeconds: storedSetting("carnegie.advice.analysis-seconds", 10, ANALYSIS_SECONDS, store),
    automatic: storedSetting<boolean>("carnegie.advice.automatic", false, [true, false], store),
    explains: storedSetting<boolean>("carnegie.advice.explains", false, [true, false], store),
  };
}
