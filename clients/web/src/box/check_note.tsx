/** Whether the file is accepted, and whether it is saved. */

import { FailureNote } from "../shell/failure_note.js";
import { quantity } from "../words/quantity.js";
import { standInInWords } from "../words/stand_ins_in_words.js";
import type { Checked } from "./checking.js";

interface CheckNoteProps {
  readonly state: Checked;
  readonly isSaved: boolean;
  /** Whether nothing of the file is the person's own. */
  readonly isEmpty: boolean;
  /** Called where the service is to be asked again. */
  readonly onCheckAgain: () => void;
}

export function CheckNote({ state, isSaved, isEmpty, onCheckAgain }: CheckNoteProps) {
  if (state.kind === "failed") {
    return (
      <FailureNote what="Your values cannot be checked now" failure={state.failure}>
        <button type="button" onClick={onCheckAgain}>
          Check it again
        </button>
      </FailureNote>
    );
  }
  return (
    <div role="status">
      <p>{sentence(state, isSaved, isEmpty)}</p>
      {state.kind === "faulty" && (
        <button type="button" onClick={showFirst}>
          Show the first one
        </button>
      )}
      {state.kind === "sound" && state.tables.assumed.length > 0 && (
        <>
          <p>{isEmpty ? "These are stand-ins" : "Stand-ins are still"}</p>
          <ul>
            {state.tables.assumed.map((path) => (
              <li key={path}>{standInInWords(path)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Go to the first field that is at fault. */
function showFirst(): void {
  document.querySelector<HTMLElement>(".box [aria-invalid='true'], .box ul.fault")?.focus();
}

function sentence(state: Exclude<Checked, { kind: "failed" }>, isSaved: boolean, isEmpty: boolean): string {
  switch (state.kind) {
    case "asking":
      return "Checking …";
    case "sound":
      if (isSaved && isEmpty) {
        return "Nothing has been entered.";
      }
      return isSaved ? "Saved." : "All is well. It is not saved yet.";
    default:
      return `${quantity(state.faults.length, "fault")}: marked below. It cannot be saved like this.`;
  }
}
