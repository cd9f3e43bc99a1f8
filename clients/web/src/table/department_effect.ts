import { Action } from "carnegie-client";
import type { Components, Department } from "./components.js";

/** What the starting Departments do; the tables leave that to the rules (4.1, 5.1, 5.2, 6.1, 7.1). */
const startingEffects: ReadonlyMap<string, string> = new Map([
  ["Human Resources", "3 employee moves for each standing employee, the permanent one included"],
  ["Commerce and Finance", "$3, or 1 goods cube, or a Mission and $6, or a Mission and 2 goods cubes"],
  [
    "Strategic Planning",
    "build a Department of the display, for 1 goods cube where one of your employees is, else for 2",
  ],
  ["Construction", "a Mission, pay the goods cubes of the type, and build a project in that region"],
  ["Research and Development", "3 study points for each standing employee"],
]);

/** What a Department does, in words. */
export const departmentEffect = (department: Department): string =>
  startingEffects.get(department.name) ?? department.effect;

const timings: Readonly<Record<Department["timing"], string>> = {
  USE: "used once for each employee who stands in it",
  ONGOING: "always, while an employee stands in it",
  ENDGAME: "at the end of the game, if an employee stands in it",
};

/** When a Department does what it does. */
export const departmentTiming = (department: Department): string =>
  department.deskCosts.length === 0 ? "always, without an employee" : timings[department.timing];

/** The letters that stand for a type of Department where there is little room. */
const letters: Readonly<Record<Action, string>> = {
  [Action.UNSPECIFIED]: "",
  [Action.HUMAN_RESOURCES]: "HR",
  [Action.MANAGEMENT]: "M",
  [Action.CONSTRUCTION]: "C",
  [Action.RESEARCH_AND_DEVELOPMENT]: "R&D",
};

export const actionLetters = (action: Action): string => letters[action];

/** The Department of a name: a tile, or one of the starting ones. */
export const departmentNamed = (components: Components, name: string): Department | undefined =>
  components.departments.find((department) => department.name === name) ??
  [...components.board.starting.values()].find((department) => department.name === name);
