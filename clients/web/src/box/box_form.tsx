/** The whole form: the company board, and the eight sides of the project tabs. */

import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { BoardForm, boardFields } from "./board_form.js";
import type { Checked } from "./checking.js";
import { type Draft, type DraftFault, hasBoard, hasTabs, withoutBoard, withoutOther, withoutTabs } from "./draft.js";
import { placeFaults } from "./faults_of.js";
import { Faults } from "./field.js";
import { OtherTables } from "./other_tables.js";
import { type Left, leftOfBoard, leftOfTabs } from "./stand_ins_left.js";
import { TabForm, tabFields } from "./tab_form.js";

interface BoxFormProps {
  readonly draft: Draft;
  readonly checked: Checked;
  readonly onChange: (draft: Draft) => void;
}

/** The path of a side of a tab as a whole, for faults that are of none of its fields. */
const sidePath = (row: number): string => `project_tabs.rows[${row}]`;

export function BoxForm({ draft, checked, onChange }: BoxFormProps) {
  const { tabs, board, ownTabs, ownBoard, standIns } = draft;
  const faults = checked.kind === "faulty" ? checked.faults : [];
  const fields = [...(hasBoard(draft) ? boardFields(board) : []), ...(hasTabs(draft) ? tabs.flatMap(tabFields) : [])];
  const { byField, others } = placeFaults(faults, fields);
  return (
    <Faults.Provider value={byField}>
      <FaultList faults={others} />
      <Section
        title="Company board"
        what="The Lobby, where the five starting Departments lie, and the dollars under their workstations from the left, with spaces between: “0 1 2”. Spaces are named by column and floor, a1 being the leftmost above the Lobby."
        isOwn={ownBoard}
        isEntered={hasBoard(draft)}
        left={leftOfBoard(board, standIns.board)}
        onOwn={(own) => onChange({ ...draft, ownBoard: own })}
        onStandIns={() => onChange(withoutBoard(draft))}
      >
        <BoardForm board={board} onChange={(changed) => onChange({ ...draft, board: changed })} />
      </Section>
      <Section
        title="Project tabs"
        what="Both sides of each tab, space by space in the order in which they are revealed; the first one is open at the start. A circle is a space with a disk on it, which is built as a project and then brings the circle's income. Incomes are written like $3, 1 goods, 1 VP, 2 study, 1 employee, $2 + 1 goods, or “1 goods or $3”."
        isOwn={ownTabs}
        isEntered={hasTabs(draft)}
        left={leftOfTabs(tabs, standIns.tabs)}
        onOwn={(own) => onChange({ ...draft, ownTabs: own })}
        onStandIns={() => onChange(withoutTabs(draft))}
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
                    tabs: tabs.map((old, number) => (number === row ? changed : old)),
                  })
                }
              />
            </div>
          ))}
        </div>
      </Section>
      <OtherTables others={draft.others} onRemove={(name) => onChange(withoutOther(draft, name))} />
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
  /** Whether the person has said that everything here is as on his copy. */
  readonly isOwn: boolean;
  /** Whether the file has it, be it in part. */
  readonly isEntered: boolean;
  readonly left: Left;
  readonly onOwn: (own: boolean) => void;
  /** Called where the stand-ins are wanted back. */
  readonly onStandIns: () => void;
  readonly children: ComponentChildren;
}

function Section({ title, what, isOwn, isEntered, left, onOwn, onStandIns, children }: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section class="box-section" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <label class="choice">
        <input
          type="checkbox"
          checked={isOwn}
          aria-describedby={`${id}-own`}
          onChange={(event) => onOwn(event.currentTarget.checked)}
        />{" "}
        All values of this part are those of my own copy
      </label>
      <p class="hint" id={`${id}-own`}>
        {standingInWords(isOwn, isEntered, left)}
      </p>
      {isEntered && (
        <p class="buttons">
          <button
            type="button"
            onClick={() => {
              onStandIns();
              // The button is about to go.
              heading.current?.focus();
            }}
          >
            Back to the stand-ins<span class="for-screen-readers"> of the {title.toLowerCase()}</span>
          </button>
        </p>
      )}
      <p class="hint">{what}</p>
      {children}
    </section>
  );
}

/** What a part counts as, and how much of it has visibly been entered. */
export function standingInWords(isOwn: boolean, isEntered: boolean, { same, all }: Left): string {
  const fields = `${same} of ${all} fields`;
  if (isOwn) {
    return same === 0
      ? "You say so: it counts as what is printed, and nothing is said of stand-ins any more."
      : `You say so: it counts as what is printed, and nothing is said of stand-ins any more. ${fields} hold the same as the stand-ins: make sure that your copy has that, too.`;
  }
  return isEntered
    ? `What you have entered is played with, but the whole part counts as a stand-in until you say this: ${fields} still hold stand-ins.`
    : "These are stand-ins, made up by this project. Enter what your copy has, and then say that it is all.";
}
