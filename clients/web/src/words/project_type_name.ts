import { ProjectType } from "carnegie-client";

const names: Readonly<Record<ProjectType, string>> = {
  [ProjectType.UNSPECIFIED]: "any type",
  [ProjectType.HOUSING]: "Housing",
  [ProjectType.COMMERCE]: "Commerce",
  [ProjectType.INDUSTRY]: "Industry",
  [ProjectType.PUBLIC_INFRASTRUCTURE]: "Public Infrastructure",
};

/** The name of a type of project, such as "Public Infrastructure". */
export const projectTypeName = (type: ProjectType): string => names[type];
