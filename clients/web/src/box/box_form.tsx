/** The whole form: the company board, and the eight sides of the project tabs. */

import type { ComponentChildren } from "preact";
import { BoardForm, boardFields } from "./board_form.js";
import type { Checked } from "./checking.js";
import type { Draft, DraftFault } from "./draft.js";
import { placeFaults } from "./faults_of.js";
import { Faults } from "./field.js";
import { TabForm, tabFields } from "./tab_form.js";

interface BoxFormProps {
  readonly draft: Draft;
  readonly checked: Checked;
  readonly onChange: (draft: Draft) => void;
}

/** The path of a side of a tab as a whole, for faults that are of none of its fields. */
const sidePath = (row: number): string => `project_tabs.rows[${row}]`;

export function BoxForm({ draft, checked, onChange }: BoxFormProps) {
  const { tabs, board, ownTabs, ownBoard } = draft;
  const faults = checked.kind === "faulty" ? checked.faults : [];
  const fields = [...(ownBoard ? boardFields(board) : []), ...(ownTabs ? tabs.flatMap(tabFields) : [])];
  const { byField, others } = placeFaults(faults, fields);
  return (
    <Faults.Provider value={byField}>
      <FaultList faults={others} />
      <Section
        title="Company board"
        what="The Lobby, where the five starting Departments lie, and the dollars under their workstations from the left, with spaces between: “0 1 2”. Spaces are named by column and floor, a1 being the leftmost above the Lobby."
        isOwn={ownBoard}
        onOwn={(own) => onChange({ ...draft, ownBoard: own })}
      >
        <BoardForm board={board} onChange={(changed) => onChange({ ...draft, ownBoard: true, board: changed })} />
      </Section>
      <Section
        title="Project tabs"
        what="Both sides of each tab, space by space in the order in which they are revealed; the first one is open at the start. A circle is a space with a disk on it, which is built as a project and then brings the circle's income. Incomes are written like $3, 1 goods, 1 VP, 2 study, 1 employee, $2 + 1 goods, or “1 goods or $3”."
        isOwn={ownTabs}
        onOwn={(own) => onChange({ ...draft, ownTabs: own })}
      >
        <div class="tab-forms">
          {tabs.map((tab, row) => (
            <div key={`${tab.type} ${tab.side}`}>
              <FaultList faults={byField.get(sidePath(row)) ?? []} />
              <TabForm
                tab={tab}
                row={row}
                onChange={(changed) =>
                  onChange({
                    ...draft,
                    ownTabs: true,
                    tabs: tabs.map((old, number) => (number === row ? changed : old)),
                  })
                }
              />
            </div>
          ))}
        </div>
      </Section>
    </Faults.Provider>
  );
}

function FaultList({ faults }: { readonly faults: readonly DraftFault[] }) {
  return faults.length === 0 ? null : (
    <ul class="fault" tabIndex={-1}>
      {faults.map(({ path, words }) => (
        <li key={`${path} ${words}`}>
          {path === "" ? "" : `${path}: `}
          {words}
        </li>
      ))}
    </ul>
  );
}

interface SectionProps {
  readonly title: string;
  /** What is to be entered. */
  readonly what: string;
  readonly isOwn: boolean;
  readonly onOwn: (own: boolean) => void;
  readonly children: ComponentChildren;
}

function Section({ title, what, isOwn, onOwn, children }: SectionProps) {
  return (
    <section class="box-section">
      <h2>{title}</h2>
      <label class="choice">
        <input type="checkbox" checked={isOwn} onChange={(event) => onOwn(event.currentTarget.checked)} /> These are the
        values of my own copy
      </label>
      <p class="hint">{isOwn ? what : `These are stand-ins. ${what}`}</p>
      {children}
    </section>
  );
}
