import type { Position } from "carnegie-client";
import { companyNames, spaceName } from "./company_names.js";
import { listed } from "./listed.js";
import { quantity } from "./quantity.js";

/** What is left of the turn, such as "2 moves and 1 use of Construction (c1) left"; empty where nothing is. */
export function turnLeftInWords(position: Position): string {
  const { turn } = position;
  if (turn === undefined) {
    return "";
  }
  const names = companyNames(position, position.player ?? 0);
  const { moves = 0, studyPoints = 0, relocations, choices } = turn;
  const left = [
    ...(moves > 0 ? [quantity(moves, "move")] : []),
    ...(studyPoints > 0 ? [quantity(studyPoints, "study point")] : []),
    ...(relocations > 0 ? [quantity(relocations, "relocation")] : []),
    ...turn.uses
      .filter((use) => use.count > 0)
      .map((use) => `${quantity(use.count, "use")} of ${spaceName(names, use.space)}`),
    ...(choices.length > 0 ? [`${quantity(choices.length, "income")} to be chosen`] : []),
  ];
  return left.length > 0 ? `${listed(left)} left` : "";
}
