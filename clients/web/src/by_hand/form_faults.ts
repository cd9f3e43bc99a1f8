/**
 * What is wrong with the form of a position file: everything at once, where reading it stops at the first fault.
 *
 * What the rules forbid is not looked at; that only the service knows. Which fields are there twice only the text tells.
 */

import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { PositionSchema } from "carnegie-client";

/** A fault of a file; path, reason, and the words as the service gives them. */
export interface FormFault {
  readonly path: string;
  readonly reason: "WRONG_TYPE" | "UNKNOWN_FIELD" | "UNKNOWN_ENUM_VALUE" | "OUT_OF_RANGE";
  readonly found: string;
  readonly allowed: string;
}

const LARGEST = 2_147_483_647;

/** Every fault of the form of what `JSON.parse` made of a file. */
export function formFaults(value: unknown): readonly FormFault[] {
  const faults: FormFault[] = [];
  checkMessage(PositionSchema, value, "", faults);
  return faults;
}

function checkMessage(schema: DescMessage, value: unknown, path: string, faults: FormFault[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    faults.push({ path, reason: "WRONG_TYPE", found: shown(value), allowed: "an object" });
    return;
  }
  for (const [name, content] of Object.entries(value)) {
    const field = schema.fields.find((each) => each.jsonName === name || each.name === name);
    const at = path === "" ? (field?.name ?? name) : `${path}.${field?.name ?? name}`;
    if (field === undefined) {
      const allowed = schema.fields.map((each) => each.jsonName).join(", ");
      faults.push({ path: at, reason: "UNKNOWN_FIELD", found: name, allowed });
    } else if (content !== null) {
      checkField(field, content, at, faults);
    }
  }
}

function checkField(field: DescField, content: unknown, path: string, faults: FormFault[]): void {
  if (field.fieldKind !== "list") {
    checkValue(field, content, path, faults);
  } else if (Array.isArray(content)) {
    content.forEach((item, index) => {
      checkValue(field, item, `${path}[${index}]`, faults);
    });
  } else {
    faults.push({ path, reason: "WRONG_TYPE", found: shown(content), allowed: "a list" });
  }
}

function checkValue(field: DescField, value: unknown, path: string, faults: FormFault[]): void {
  if (field.message !== undefined) {
    checkMessage(field.message, value, path, faults);
  } else if (field.enum !== undefined) {
    checkName(field.enum, value, path, faults);
  } else if (field.scalar !== undefined) {
    const [type, allowed] = kindOf(field.scalar);
    if (typeof value !== type || (typeof value === "number" && !Number.isInteger(value))) {
      faults.push({ path, reason: "WRONG_TYPE", found: shown(value), allowed });
    } else if (typeof value === "number" && Math.abs(value) > LARGEST) {
      faults.push({ path, reason: "OUT_OF_RANGE", found: shown(value), allowed: `at most ${LARGEST}` });
    }
  }
}

function checkName(names: DescEnum, value: unknown, path: string, faults: FormFault[]): void {
  const allowed = names.values.map(({ name }) => name);
  if (typeof value !== "string") {
    faults.push({ path, reason: "WRONG_TYPE", found: shown(value), allowed: "a name" });
  } else if (!allowed.includes(value)) {
    faults.push({ path, reason: "UNKNOWN_ENUM_VALUE", found: value, allowed: allowed.slice(1).join(", ") });
  }
}

/** The type that a scalar has in JSON, and what it is called. */
function kindOf(scalar: ScalarType): readonly ["boolean" | "string" | "number", string] {
  switch (scalar) {
    case ScalarType.BOOL:
      return ["boolean", "true or false"];
    case ScalarType.STRING:
      return ["string", "a text"];
    default:
      return ["number", "a whole number"];
  }
}

const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} …` : text;
}
