import type { Target } from "../table/targets.js";
import { actionName } from "./action_name.js";
import { type CompanyNames, spaceName } from "./company_names.js";
import { donationName } from "./donation_name.js";
import { ordinal } from "./ordinal.js";
import { projectTypeName } from "./project_type_name.js";
import { regionName } from "./region_name.js";

/** A place of the table in a sentence, such as "workstation 2 of Construction (c1)". */
export function targetInWords(target: Target, names: CompanyNames): string {
  const [kind = "", which = "", part = ""] = target.split(":");
  switch (kind) {
    case "space":
      return spaceName(names, which);
    case "workstation":
      return `workstation ${part} of ${spaceName(names, which)}`;
    case "lying":
      return `the employees lying in ${spaceName(names, which)}`;
    case "city":
      return `the ${ordinal(Number(part))} space of ${which}`;
    case "tab":
      return `the ${projectTypeName(Number(which))} tab`;
    case "track":
      return `the transport track of the ${regionName(Number(which))}`;
    case "mission":
      return `the Missions of the ${regionName(Number(which))}`;
    case "row":
      return `the ${actionName(Number(which))} row of the timeline`;
    case "donation":
      return `the donation ${donationName(which)}`;
    case "tile":
      return `the Department ${which}`;
    case "andrew":
      return "Andrew's card";
    default:
      return target;
  }
}
