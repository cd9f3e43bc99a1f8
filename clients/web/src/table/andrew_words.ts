import type { Position } from "carnegie-client";
import { listed } from "../words/listed.js";
import { quantity } from "../words/quantity.js";
import { wrap } from "./text_width.js";

/** What Andrew has, in lines of the words that fit into a width. */
export function andrewWords(position: Position, width: number): readonly string[] {
  return andrewSentences(position).flatMap((words) => wrap(words, 12, width - 20));
}

/** What Andrew has, in sentences. */
export function andrewSentences(position: Position): readonly string[] {
  const { andrew } = position;
  if (andrew === undefined) {
    return [];
  }
  const departments = andrew.departments.length === 0 ? "" : `: ${listed(andrew.departments)}`;
  return [
    `${quantity(andrew.projects.length, "project")} and ${quantity(andrew.donations.length, "donation")}`,
    `${quantity(andrew.departments.length, "Department")}${departments}`,
  ];
}
