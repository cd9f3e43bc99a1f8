/** Positions of played games, and the tables that they were played with. */

import { readdirSync, readFileSync } from "node:fs";
import { fromJsonString } from "@bufbuild/protobuf";
import { type Position, PositionSchema } from "carnegie-client";
import { type Components, parseComponents } from "../../src/table/components.js";

const folder = new URL("./positions/", import.meta.url);

/** The text of the printed tables, which the service gives as they are. */
export const componentsJson = readFileSync(
  new URL("../../../../solver/carnegie_solver/components/carnegie.json", import.meta.url),
  "utf8",
);

export const components: Components = parseComponents(componentsJson);

/** A position of a played game by the name of its file. */
export const played = (name: string): Position =>
  fromJsonString(PositionSchema, readFileSync(new URL(`${name}.json`, folder), "utf8"));

/** The names of all positions: two solo games that followed suggestions or not, and random games of 2 to 4 players. */
export const playedNames: readonly string[] = readdirSync(folder)
  .sort()
  .map((file) => file.replace(/\.json$/, ""));
