/** What a step costs and brings. */

import type { PlannedStep } from "carnegie-client";
import { listed } from "./listed.js";
import { quantity } from "./quantity.js";

/** What changes for the player, in the order in which it is said. */
interface Change {
  readonly money: number;
  readonly goods: number;
  readonly moves: number;
  readonly studyPoints: number;
  readonly vp: number;
}

const NOTHING: Change = { money: 0, goods: 0, moves: 0, studyPoints: 0, vp: 0 };

/** What a step costs and brings, such as "pay $3, get 1 VP"; empty where it changes nothing. */
export function changeInWords(planned: PlannedStep): string {
  const kind = planned.step?.kind.case;
  const change = planned.change ?? NOTHING;
  switch (kind) {
    case "endTurn": {
      const unused = listed(points(change, -1));
      return unused === "" ? "" : `${unused} left unused`;
    }
    case "moveEmployee": {
      const spent = change.moves < 0 ? [quantity(-change.moves, "move")] : [];
      return [...spent, ...paidAndGot({ ...change, moves: Math.max(0, change.moves) })].join(", ");
    }
    case "sellGoods":
      // How many are sold is in the sentence.
      return paidAndGot({ ...change, goods: Math.max(0, change.goods) }).join(", ");
    default:
      return paidAndGot(change).join(", ");
  }
}

function paidAndGot(change: Change): string[] {
  const [paid, got] = [amounts(change, -1), amounts(change, 1)];
  return [...(paid.length > 0 ? [`pay ${listed(paid)}`] : []), ...(got.length > 0 ? [`get ${listed(got)}`] : [])];
}

/** The amounts with the sign that is asked for. */
function amounts(change: Change, sign: 1 | -1): string[] {
  const { money, goods, vp } = change;
  return [
    ...(sign * money > 0 ? [`$${sign * money}`] : []),
    ...(sign * goods > 0 ? [quantity(sign * goods, "goods cube")] : []),
    ...points(change, sign),
    ...(sign * vp > 0 ? [`${sign * vp} VP`] : []),
  ];
}

function points({ moves, studyPoints }: Change, sign: 1 | -1): string[] {
  return [
    ...(sign * moves > 0 ? [quantity(sign * moves, "move")] : []),
    ...(sign * studyPoints > 0 ? [quantity(sign * studyPoints, "study point")] : []),
  ];
}
