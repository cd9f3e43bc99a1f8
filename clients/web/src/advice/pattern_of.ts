/** "Not this step": the patterns that keep plans from a step. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Step, type StepPattern, StepPatternSchema, StepSchema } from "carnegie-client";
import { actionName } from "../words/action_name.js";
import { type CompanyNames, spaceName } from "../words/company_names.js";
import { donationName } from "../words/donation_name.js";
import { projectTypeName } from "../words/project_type_name.js";
import { regionName } from "../words/region_name.js";

/** What plans must not have, and how that is said: "a Housing project in Boston". */
export interface Avoided {
  readonly pattern: StepPattern;
  readonly sentence: string;
}

/**
 * What to avoid so that no plan has a step, nor one that comes to the same.
 *
 * @param names what stands on the spaces of the Company before the step
 * @returns undefined for what cannot be forbidden: the end of a decision, and Andrew
 */
export function avoidedBy(step: Step, names: CompanyNames): Avoided | undefined {
  const { kind } = step;
  const avoided = (fields: MessageInitShape<typeof StepPatternSchema>, sentence: string): Avoided => ({
    pattern: create(StepPatternSchema, { ...fields, kind: kindName(step) }),
    sentence,
  });
  const department = (space: string) => {
    const name = names.get(space);
    return name === undefined ? { space } : { department: name };
  };
  switch (kind.case) {
    case "moveEmployee": {
      const [start = ""] = kind.value.path;
      return avoided({ space: start }, `moves out of ${spaceName(names, start)}`);
    }
    case "relocate":
      return avoided({ space: kind.value.start }, `relocations out of ${spaceName(names, kind.value.start)}`);
    case "useDepartment":
      return avoided(department(kind.value.space), `uses of ${spaceName(names, kind.value.space)}`);
    case "buildDepartment":
      return avoided({ department: kind.value.department }, `building the Department ${kind.value.department}`);
    case "buildProject": {
      const { city, type } = kind.value;
      return avoided({ city, type }, `${projectTypeName(type)} projects in ${city}`);
    }
    case "slideTab":
      return avoided({ type: kind.value.type }, `slides of the ${projectTypeName(kind.value.type)} tab`);
    case "advanceTransport":
      return avoided({ region: kind.value.region }, `transport in the ${regionName(kind.value.region)}`);
    case "standUp":
      return avoided({ space: kind.value.space }, `standing up in ${spaceName(names, kind.value.space)}`);
    case "sellGoods":
      return avoided({}, "sales of goods cubes at $1");
    case "selectTimeline":
      return avoided({ row: kind.value.row }, `the ${actionName(kind.value.row)} row`);
    case "changeAction":
      return avoided({ row: kind.value.action }, `${actionName(kind.value.action)} by the Action Choice tile`);
    case "bringHome":
      return avoided({}, "bringing employees home");
    case "chooseIncome":
      return avoided({ type: kind.value.type }, `incomes of the ${projectTypeName(kind.value.type)} tab`);
    case "donate":
      return avoided({ donation: kind.value.donation }, `the donation ${donationName(kind.value.donation)}`);
    case "chooseTabSide":
      return avoided({ type: kind.value.type }, `turning the ${projectTypeName(kind.value.type)} tab`);
    case "placeHousing":
      return avoided({ city: kind.value.city }, `the Housing disk in ${kind.value.city}`);
    case "reserveDepartment":
      return avoided({ department: kind.value.department }, `reserving ${kind.value.department}`);
    default:
      return undefined;
  }
}

/** The name of a step's kind as the contract has it, such as `build_project`. */
function kindName({ kind }: Step): string {
  return StepSchema.fields.find((field) => field.localName === kind.case)?.name ?? "";
}
