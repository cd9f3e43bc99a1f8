import type { TermGap } from "carnegie-client";
import { capitalized } from "./capitalized.js";
import { listed } from "./listed.js";
import { termName } from "./term_name.js";
import { victoryPoints } from "./victory_points.js";

const OPPONENTS = "opponents";

/** In what a plan differs from the best: "Gives up 2.40 VP of money; gains 0.30 VP of goods." */
export function gapsInWords(gaps: readonly TermGap[]): string {
  const own = gaps.filter((gap) => gap.name !== OPPONENTS);
  const lost = own.filter((gap) => gap.gap > 0).map(part);
  const won = own.filter((gap) => gap.gap < 0).map(part);
  const said = [
    ...(lost.length > 0 ? [`gives up ${listed(lost)}`] : []),
    ...(won.length > 0 ? [`gains ${listed(won)}`] : []),
    ...gaps.filter((gap) => gap.name === OPPONENTS && gap.gap !== 0).map(leftToOthers),
  ];
  return `${capitalized(said.join("; ") || "is worth the same, term by term")}.`;
}

function part({ name, gap }: TermGap): string {
  const ofWhat = name === "vp" ? "on the score track" : `of ${termName(name)}`;
  return `${victoryPoints(Math.abs(gap))} VP ${ofWhat}`;
}

/** The term is what is taken off for them: of more of it they have less. */
const leftToOthers = ({ gap }: TermGap): string =>
  `leaves the others ${victoryPoints(Math.abs(gap))} VP ${gap > 0 ? "more" : "less"}`;
