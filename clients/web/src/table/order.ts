/** The orders in which the table shows regions, types of projects, and actions. */

import { Action, ProjectType, Region } from "carnegie-client";

export const regionOrder = [Region.WEST, Region.MIDWEST, Region.EAST, Region.SOUTH] as const;

export const projectTypeOrder = [
  ProjectType.HOUSING,
  ProjectType.COMMERCE,
  ProjectType.INDUSTRY,
  ProjectType.PUBLIC_INFRASTRUCTURE,
] as const;

/** Also the rows of the timeline from the top. */
export const actionOrder = [
  Action.HUMAN_RESOURCES,
  Action.MANAGEMENT,
  Action.CONSTRUCTION,
  Action.RESEARCH_AND_DEVELOPMENT,
] as const;
