/** A field of the form, with what is wrong with it. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DraftFault } from "./draft.js";

/** The faults of the form, by the path of the field that shows them. */
export const Faults = createContext<ReadonlyMap<string, readonly DraftFault[]>>(new Map());

/** The id of a field's element, by its path in the file. */
export const fieldId = (path: string): string => `box-${path.replaceAll(/[^a-z0-9_]+/gi, "-")}`;

interface FieldProps {
  /** Its path in the file. */
  readonly path: string;
  /** What it is, in words. */
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  /** Whether numbers are typed. */
  readonly numeric?: boolean;
  /** Whether the label is for screen readers only, as the picture around it tells it to others. */
  readonly labelHidden?: boolean;
}

export function Field({ path, label, value, onInput, numeric = false, labelHidden = false }: FieldProps) {
  const faults = useContext(Faults).get(path) ?? [];
  const id = fieldId(path);
  return (
    <div class={faults.length > 0 ? "field field-faulty" : "field"}>
      <label for={id} class={labelHidden ? "for-screen-readers" : undefined}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        value={value}
        inputMode={numeric ? "numeric" : "text"}
        autocomplete="off"
        aria-invalid={faults.length > 0}
        aria-describedby={faults.length > 0 ? `${id}-fault` : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <FieldFaults id={id} faults={faults} />
    </div>
  );
}

function FieldFaults({ id, faults }: { readonly id: string; readonly faults: readonly DraftFault[] }) {
  return faults.length === 0 ? null : (
    <p id={`${id}-fault`} class="fault">
      {faults.map(({ words }) => words).join("; ")}
    </p>
  );
}

interface ChoiceProps<Value extends string> {
  readonly path: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
  readonly labelHidden?: boolean;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { path, label, value, options, onChoose, labelHidden = false } = props;
  const faults = useContext(Faults).get(path) ?? [];
  const id = fieldId(path);
  const choose = (chosen: string) => {
    const found = options.find(([option]) => option === chosen);
    if (found !== undefined) {
      onChoose(found[0]);
    }
  };
  return (
    <div class={faults.length > 0 ? "field field-faulty" : "field"}>
      <label for={id} class={labelHidden ? "for-screen-readers" : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={faults.length > 0}
        aria-describedby={faults.length > 0 ? `${id}-fault` : undefined}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      <FieldFaults id={id} faults={faults} />
    </div>
  );
}
