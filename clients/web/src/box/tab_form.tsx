/** The form for one side of a project tab. */

import { projectTypes } from "../table/components.js";
import { capitalized } from "../words/capitalized.js";
import { ordinal } from "../words/ordinal.js";
import { projectTypeName } from "../words/project_type_name.js";
import { emptySpace, type SpaceDraft, type SpaceKind, type TabDraft } from "./draft.js";
import { Choice, Field } from "./field.js";

const KINDS: readonly (readonly [SpaceKind, string])[] = [
  ["PROJECT", "circle"],
  ["VP", "VP"],
  ["DONATION_LIMIT", "+3"],
  ["BLANK", "nothing"],
];

/** The most spaces of a side that the service takes. */
const MOST_SPACES = 12;

interface TabFormProps {
  readonly tab: TabDraft;
  /** Which row of the file's table it is, counted from 0. */
  readonly row: number;
  readonly onChange: (tab: TabDraft) => void;
}

/** The fields that the form of a side shows, by their paths in the file. */
export const tabFields = (tab: TabDraft, row: number): readonly string[] => [
  `project_tabs.rows[${row}]`,
  ...tab.spaces.flatMap((space, index) => spaceFields(space, `project_tabs.rows[${row}].spaces[${index}]`)),
  ...tab.costs.map((_, index) => `project_tabs.rows[${row}].advance_costs[${index}]`),
];

const valueField: Readonly<Record<SpaceKind, string | undefined>> = {
  PROJECT: "income",
  VP: "vp",
  DONATION_LIMIT: "raise_by",
  BLANK: undefined,
};

const spaceFields = ({ kind }: SpaceDraft, path: string): readonly string[] => {
  const field = valueField[kind];
  return [`${path}.kind`, ...(field === undefined ? [] : [`${path}.${field}`])];
};

export function TabForm({ tab, row, onChange }: TabFormProps) {
  const path = `project_tabs.rows[${row}]`;
  const name = `${projectTypeName(projectTypes.get(tab.type) ?? 0)}, side ${tab.side}`;
  const replaceSpace = (index: number, space: SpaceDraft) =>
    onChange({ ...tab, spaces: tab.spaces.map((old, number) => (number === index ? space : old)) });
  const replaceCost = (index: number, cost: string) =>
    onChange({ ...tab, costs: tab.costs.map((old, number) => (number === index ? cost : old)) });
  return (
    <fieldset class="tab-form">
      <legend>{name}</legend>
      <ol>
        {tab.spaces.map((space, index) => (
          <li key={index}>
            {index > 0 && (
              <Field
                path={`${path}.advance_costs[${index - 1}]`}
                label="Study points"
                value={tab.costs[index - 1] ?? ""}
                numeric
                onInput={(cost) => replaceCost(index - 1, cost)}
              />
            )}
            <Choice
              path={`${path}.spaces[${index}].kind`}
              label={`${capitalized(ordinal(index))} space`}
              value={space.kind}
              options={KINDS}
              onChoose={(kind) => replaceSpace(index, emptySpace(kind))}
            />
            <SpaceValue
              space={space}
              path={`${path}.spaces[${index}]`}
              onChange={(changed) => replaceSpace(index, changed)}
            />
          </li>
        ))}
      </ol>
      <p class="buttons">
        <button type="button" disabled={tab.spaces.length >= MOST_SPACES} onClick={() => onChange(longer(tab))}>
          One space more
        </button>
        <button type="button" disabled={tab.spaces.length <= 2} onClick={() => onChange(shorter(tab))}>
          One space less
        </button>
      </p>
    </fieldset>
  );
}

const longer = (tab: TabDraft): TabDraft => ({
  ...tab,
  spaces: [...tab.spaces, emptySpace("VP")],
  costs: [...tab.costs, ""],
});

const shorter = (tab: TabDraft): TabDraft => ({
  ...tab,
  spaces: tab.spaces.slice(0, -1),
  costs: tab.costs.slice(0, -1),
});

interface SpaceValueProps {
  readonly space: SpaceDraft;
  readonly path: string;
  readonly onChange: (space: SpaceDraft) => void;
}

function SpaceValue({ space, path, onChange }: SpaceValueProps) {
  switch (space.kind) {
    case "PROJECT":
      return (
        <Field
          path={`${path}.income`}
          label="Income"
          value={space.income}
          onInput={(income) => onChange({ ...space, income })}
        />
      );
    case "VP":
      return (
        <Field
          path={`${path}.vp`}
          label="VP"
          value={space.amount}
          numeric
          onInput={(amount) => onChange({ ...space, amount })}
        />
      );
    case "DONATION_LIMIT":
      return (
        <Field
          path={`${path}.raise_by`}
          label="VP more for each donation"
          value={space.amount}
          numeric
          onInput={(amount) => onChange({ ...space, amount })}
        />
      );
    default:
      return null;
  }
}
