/** The fields of the form, each with what is wrong with it. */

import type { ComponentChildren } from "preact";
import type { Edit } from "./edits/edit.js";
import { elementId, useSetting } from "./setting.js";
import { unreadInWords } from "./unread.js";

interface FieldProps {
  /** Its key among the fields, by which faults and places of the picture find it. */
  readonly at: string;
  readonly label: string;
}

/** What is wrong with a field or a group of them; nothing where nothing is. */
export function FaultWords({ at }: { readonly at: string }) {
  const words = useSetting().faults.get(at) ?? [];
  return words.length === 0 ? null : (
    <p id={`${elementId(at)}-fault`} class="fault">
      {words.join("; ")}
    </p>
  );
}

/** What says of a control that something is wrong with it, and where that is told. */
function useDescribed(at: string) {
  const isFaulty = useSetting().faults.has(at);
  return isFaulty ? ({ "aria-invalid": true, "aria-describedby": `${elementId(at)}-fault` } as const) : {};
}

interface NumberProps extends FieldProps {
  readonly value: number;
  readonly onSet: (value: number) => Edit;
  /** The id of the input, where several fields have one key. */
  readonly id?: string;
  /** Whether what is wrong is told by the group that this field is in. */
  readonly isInGroup?: boolean;
  /** Whether dollars are typed, which may have their sign. */
  readonly isMoney?: boolean;
}

const NUMBER = /^-?\d{1,9}$/;
const DOLLARS = /^\$ ?(?=\d)/;

/** A whole number with + and -. What cannot be read as one is said so, and does not count. */
export function NumberField(props: NumberProps) {
  const { at, label, value, onSet, id = elementId(at), isInGroup = false, isMoney = false } = props;
  const { draft, part, seat, edit, unread } = useSetting();
  // What could not be read is forgotten as soon as the number is changed elsewhere.
  const noted = unread.texts.value.get(id);
  const text = noted?.beside === value ? noted.text : undefined;
  const described = useDescribed(at);
  const step = (by: number) => {
    unread.forget(id);
    edit(onSet(value + by));
  };
  return (
    <div class="hand-field">
      <label for={id}>{label}</label>
      <div class="hand-number">
        <button type="button" aria-label={`${label}: one less`} onClick={() => step(-1)}>
          −
        </button>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={text ?? String(value)}
          {...(text === undefined ? described : { "aria-invalid": true, "aria-describedby": `${id}-unread` })}
          onInput={(event) => {
            const { value: found } = event.currentTarget;
            const typed = isMoney ? found.trim().replace(DOLLARS, "") : found.trim();
            if (NUMBER.test(typed)) {
              unread.forget(id);
              edit(onSet(Number(typed)), id);
            } else {
              unread.note({ text: found, id, key: at, part, seat, label, beside: value, onSet }, draft);
            }
          }}
        />
        <button type="button" aria-label={`${label}: one more`} onClick={() => step(1)}>
          +
        </button>
      </div>
      {text !== undefined && (
        <p id={`${id}-unread`} class="fault">
          {unreadInWords({ text })}
        </p>
      )}
      {isInGroup ? null : <FaultWords at={at} />}
    </div>
  );
}

interface RulesNumberProps extends FieldProps {
  /** Undefined where it is left to the rules. */
  readonly value: number | undefined;
  /** What the rules make of it; undefined while that is not known. */
  readonly known: number | undefined;
  readonly onSet: (value: number | undefined) => Edit;
}

/** A number that the rules work out, unless the person sets it. */
export function RulesNumberField({ at, label, value, known, onSet }: RulesNumberProps) {
  const { edit } = useSetting();
  const byRules = value === undefined;
  return (
    <div class="hand-field">
      {byRules ? (
        <>
          <span class="hand-label">{label}</span>
          <output class="hand-known">{known ?? "…"}</output>
          <FaultWords at={at} />
        </>
      ) : (
        <NumberField at={at} label={label} value={value} onSet={onSet} />
      )}
      <label class="choice">
        <input
          type="checkbox"
          id={byRules ? elementId(at) : undefined}
          checked={byRules}
          onChange={(event) => edit(onSet(event.currentTarget.checked ? undefined : (known ?? 0)))}
        />
        <span class="for-screen-readers">{label}: </span>worked out by the rules
      </label>
    </div>
  );
}

interface SelectProps<Value extends string | number> extends FieldProps {
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onSet: (value: Value) => Edit;
  readonly id?: string;
  readonly isInGroup?: boolean;
}

/** One of several. A value that is none of them is shown as it is. */
export function SelectField<Value extends string | number>(props: SelectProps<Value>) {
  const { at, label, value, options, onSet, id = elementId(at), isInGroup = false } = props;
  const { edit } = useSetting();
  const described = useDescribed(at);
  const isOne = options.some(([option]) => option === value);
  const shown = isOne ? options : [[value, `unknown: ${value}`] as const, ...options];
  return (
    <div class="hand-field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={String(value)}
        {...described}
        onChange={(event) => {
          const chosen = options.find(([option]) => String(option) === event.currentTarget.value);
          if (chosen !== undefined) {
            edit(onSet(chosen[0]));
          }
        }}
      >
        {shown.map(([option, words]) => (
          <option key={option} value={String(option)}>
            {words}
          </option>
        ))}
      </select>
      {isInGroup ? null : <FaultWords at={at} />}
    </div>
  );
}

interface CheckProps extends FieldProps {
  readonly isSo: boolean;
  readonly onSet: (isSo: boolean) => Edit;
  readonly id?: string;
  readonly isInGroup?: boolean;
}

export function CheckField({ at, label, isSo, onSet, id = elementId(at), isInGroup = false }: CheckProps) {
  const { edit } = useSetting();
  const described = useDescribed(at);
  return (
    <div class="hand-check">
      <label class="choice">
        <input
          id={id}
          type="checkbox"
          checked={isSo}
          {...described}
          onChange={(event) => edit(onSet(event.currentTarget.checked))}
        />
        {label}
      </label>
      {isInGroup ? null : <FaultWords at={at} />}
    </div>
  );
}

interface GroupProps {
  readonly at: string;
  readonly legend: string;
  readonly children: ComponentChildren;
}

/** Fields that belong together, with what is wrong with them as a whole. */
export function Group({ at, legend, children }: GroupProps) {
  const { faults } = useSetting();
  return (
    <fieldset id={elementId(at)} class={faults.has(at) ? "hand-group hand-faulty" : "hand-group"}>
      <legend>{legend}</legend>
      <FaultWords at={at} />
      {children}
    </fieldset>
  );
}
