/** What the person has entered on the start page. */

import { type GameRecord, recordFromJson } from "carnegie-client";
import type { NewGame } from "../game/solo_game.js";
import { REPEATED, repeatedFields } from "../repeated_fields.js";
import { otherKindOfFile } from "../words/kind_of_file.js";
import { namedFile } from "../words/named_file.js";
import { refusalInWords } from "../words/refusal_in_words.js";

const LARGEST_SEED = 2_147_483_647;

/**
 * Read the form for a new game.
 *
 * @returns the game that is wanted, or what is wrong with the seed, in a sentence
 */
export function readNewGame(form: FormData, ownComponentsJson: string): NewGame | string {
  const text = String(form.get("seed") ?? "").trim();
  const seed = Number(text);
  if (text !== "" && !(/^\d+$/.test(text) && seed <= LARGEST_SEED)) {
    return `Seed: found “${text}”; a whole number from 0 to ${LARGEST_SEED} is allowed, or nothing.`;
  }
  return {
    level: Number(form.get("level")),
    pool: Number(form.get("pool")),
    layout: Number(form.get("layout")),
    ...(text === "" ? {} : { seed }),
    ...(form.get("own") === null ? {} : { componentsJson: ownComponentsJson }),
  };
}

/**
 * Read a file with a recorded game.
 *
 * @throws Error with what is wrong with its form, in a sentence
 */
export async function readRecord(file: File): Promise<GameRecord> {
  const text = await file.text();
  try {
    const value = JSON.parse(text);
    const kind = otherKindOfFile(value, "record");
    if (kind !== "") {
      throw new Error(kind);
    }
    const twice = repeatedFields(text).map((path) => refusalInWords({ path, ...REPEATED }));
    if (twice.length > 0) {
      throw new Error(twice.join("; "));
    }
    return recordFromJson(value);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${namedFile(file.name)} is no recorded game: ${why}`);
  }
}
