import { capitalized } from "./capitalized.js";

/** Words as a sentence: with a capital letter, and an end. */
export const asSentence = (words: string): string => `${capitalized(words)}${/[.!?:…]["”’)]?$/.test(words) ? "" : "."}`;
