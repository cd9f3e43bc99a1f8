/** The legal steps in groups, as a list that is read. */

import type { Step } from "carnegie-client";
import type { Option } from "./option.js";

export type StepKind = NonNullable<Step["kind"]["case"]>;

export interface Group {
  readonly kind: StepKind;
  readonly heading: string;
  readonly options: readonly Option[];
}

/** What a group of steps is called, in the order in which the groups come. */
const headings: ReadonlyMap<StepKind, string> = new Map([
  ["playAndrew", "Andrew"],
  ["selectTimeline", "Timeline"],
  ["changeAction", "Another action"],
  ["placeHousing", "Housing disk"],
  ["reserveDepartment", "Reserved Department"],
  ["chooseTabSide", "Sides of the tabs"],
  ["bringHome", "Employees coming home"],
  ["chooseIncome", "Incomes to be chosen"],
  ["donate", "Donations"],
  ["useDepartment", "Uses of Departments"],
  ["buildDepartment", "New Departments"],
  ["buildProject", "Projects"],
  ["slideTab", "Project tabs"],
  ["advanceTransport", "Transport"],
  ["moveEmployee", "Employee moves"],
  ["relocate", "Relocations"],
  ["standUp", "Standing up"],
  ["sellGoods", "Goods cubes"],
  ["endTurn", "End"],
]);

/**
 * Group steps by their kind, those in each group in the order in which they came.
 *
 * @param filter words that a step has to have in its sentence, whatever their case and order; empty: all steps
 */
export function grouped(options: readonly Option[], filter = ""): Group[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ sentence }: Option) => words.every((word) => sentence.toLowerCase().includes(word));
  return [...headings].flatMap(([kind, heading]) => {
    const members = options.filter((option) => option.step.kind.case === kind && fits(option));
    return members.length > 0 ? [{ kind, heading, options: members }] : [];
  });
}
