/** Steps as sentences, without what they cost and bring. */

import type { Step } from "carnegie-client";
import { actionName } from "./action_name.js";
import type { CompanyNames } from "./company_names.js";
import { ordinal } from "./ordinal.js";
import { projectTypeName } from "./project_type_name.js";
import { quantity } from "./quantity.js";
import { regionName } from "./region_name.js";
import {
  bringHomeInWords,
  buildDepartmentInWords,
  buildProjectInWords,
  chooseIncomeInWords,
  donateInWords,
  moveEmployeeInWords,
  relocateInWords,
  standUpInWords,
  useDepartmentInWords,
} from "./step_of_company_in_words.js";
import { tabSideName } from "./tab_side_name.js";

/**
 * What is done in a step, such as "Move a lying employee from the Lobby to Construction (c1)".
 *
 * @param names what stands on the spaces of the Company of the player who makes it
 * @param ended what the end of the decision ends
 */
export function stepInWords(step: Step, names: CompanyNames, ended = "the turn"): string {
  const { kind } = step;
  switch (kind.case) {
    case "moveEmployee":
      return moveEmployeeInWords(kind.value, names);
    case "useDepartment":
      return useDepartmentInWords(kind.value, names);
    case "buildDepartment":
      return buildDepartmentInWords(kind.value, names);
    case "relocate":
      return relocateInWords(kind.value, names);
    case "buildProject":
      return buildProjectInWords(kind.value, names);
    case "slideTab":
      return `Slide the ${projectTypeName(kind.value.type)} tab one space`;
    case "advanceTransport":
      return `Advance the transport disk of the ${regionName(kind.value.region)} one space`;
    case "standUp":
      return standUpInWords(kind.value, names);
    case "sellGoods":
      return `Sell ${quantity(kind.value.count, "goods cube")}`;
    case "changeAction":
      return `Use the Action Choice tile to do ${actionName(kind.value.action)} instead`;
    case "selectTimeline":
      return `Select the ${actionName(kind.value.row)} row of the timeline`;
    case "bringHome":
      return bringHomeInWords(kind.value, names);
    case "chooseIncome":
      return chooseIncomeInWords(kind.value, names);
    case "donate":
      return donateInWords(kind.value, names);
    case "playAndrew":
      return "Have Andrew act";
    case "chooseTabSide":
      return `Turn the ${projectTypeName(kind.value.type)} tab to side ${tabSideName(kind.value.side)}`;
    case "placeHousing":
      return `Place the Housing disk on the ${ordinal(kind.value.citySpace)} space of ${kind.value.city}`;
    case "reserveDepartment":
      return `Reserve the Department ${kind.value.department}`;
    case "endTurn":
      return `End ${ended}`;
    default:
      return "A step that this page does not know";
  }
}
