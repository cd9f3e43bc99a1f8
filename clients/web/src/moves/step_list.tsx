/** Every legal step as a button, in groups, to be found by its words. */

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { quantity } from "../words/quantity.js";
import type { Choosing } from "./choosing.js";
import { type Group, grouped } from "./grouped.js";

/** Groups of no more steps in all than this are shown open. */
const SHOWN_OPEN = 24;

/** Of a group no more are shown at first. */
const SHOWN_OF_GROUP = 60;

export function StepList({ choosing }: { readonly choosing: Choosing }) {
  const filter = useSignal("");
  const [title, field] = [useId(), useId()];
  const left = choosing.left.value;
  const groups = grouped(left, filter.value);
  const found = groups.reduce((sum, group) => sum + group.options.length, 0);
  const isOpen = found <= SHOWN_OPEN || filter.value !== "";
  return (
    <section class="moves-list" aria-labelledby={title}>
      <h3 id={title}>Legal steps</h3>
      <div class="moves-filter">
        <label for={field}>Find a step</label>
        <input
          id={field}
          type="search"
          autocomplete="off"
          value={filter.value}
          onInput={(event) => {
            filter.value = event.currentTarget.value;
          }}
        />
        <span role="status">{filter.value === "" ? "" : `${quantity(found, "step")} found`}</span>
      </div>
      {groups.map((group) => (
        <StepGroup key={group.kind} group={group} isOpen={isOpen} choosing={choosing} />
      ))}
    </section>
  );
}

interface StepGroupProps {
  readonly group: Group;
  readonly isOpen: boolean;
  readonly choosing: Choosing;
}

function StepGroup({ group, isOpen, choosing }: StepGroupProps) {
  const showsAll = useSignal(false);
  const shown = showsAll.value ? group.options : group.options.slice(0, SHOWN_OF_GROUP);
  const more = group.options.length - shown.length;
  return (
    <details open={isOpen}>
      <summary>
        {group.heading} ({group.options.length})
      </summary>
      <ul>
        {shown.map((option) => (
          <li key={option.sentence}>
            <button type="button" onClick={() => void choosing.take(option.step)}>
              {option.sentence}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <button
          type="button"
          onClick={() => {
            showsAll.value = true;
          }}
        >
          Show {quantity(more, "more step", "more steps")}
        </button>
      ) : null}
    </details>
  );
}
