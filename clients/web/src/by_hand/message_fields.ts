/** The fields of messages that have one for each region, type of project or action; in the contract's names, too. */

import { Action, ProjectType, Region } from "carnegie-client";

const regionFields = {
  [Region.UNSPECIFIED]: "west",
  [Region.WEST]: "west",
  [Region.MIDWEST]: "midwest",
  [Region.EAST]: "east",
  [Region.SOUTH]: "south",
} as const;

/** The field of Missions and of Transport. */
export const regionField = (region: Region) => regionFields[region];

const tabFields = {
  [ProjectType.UNSPECIFIED]: "housing",
  [ProjectType.HOUSING]: "housing",
  [ProjectType.COMMERCE]: "commerce",
  [ProjectType.INDUSTRY]: "industry",
  [ProjectType.PUBLIC_INFRASTRUCTURE]: "publicInfrastructure",
} as const;

/** The field of Tabs. */
export const tabField = (type: ProjectType) => tabFields[type];

const rowFields = {
  [Action.UNSPECIFIED]: "humanResources",
  [Action.HUMAN_RESOURCES]: "humanResources",
  [Action.MANAGEMENT]: "management",
  [Action.CONSTRUCTION]: "construction",
  [Action.RESEARCH_AND_DEVELOPMENT]: "researchAndDevelopment",
} as const;

/** The field of Timeline. */
export const rowField = (action: Action) => rowFields[action];

/** A field as paths of faults name it: `research_and_development` for `researchAndDevelopment`. */
export const inPath = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
