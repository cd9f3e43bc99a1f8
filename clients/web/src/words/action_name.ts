import { Action } from "carnegie-client";

const names: Readonly<Record<Action, string>> = {
  [Action.UNSPECIFIED]: "no action",
  [Action.HUMAN_RESOURCES]: "Human Resources",
  [Action.MANAGEMENT]: "Management",
  [Action.CONSTRUCTION]: "Construction",
  [Action.RESEARCH_AND_DEVELOPMENT]: "Research and Development",
};

/** The name of an action, which is also the type of a Department, such as "Human Resources". */
export const actionName = (action: Action): string => names[action];
