/** What keeps the values of the box from being saved, and what can be done. */

import { FailureNote } from "../shell/failure_note.js";

interface SavingTroubleProps {
  /** Whether another tab has saved other values, which are not overwritten unless that is wanted. */
  readonly isContested: boolean;
  /** Why the browser has not kept what was saved last; undefined where it has. */
  readonly refusal: Error | undefined;
  /** Whether something has been entered since. */
  readonly isChanged: boolean;
  /** Whether what has been entered is without fault. */
  readonly canSave: boolean;
  /** Called where the person wants what the other tab has saved. */
  readonly onLoad: () => void;
  /** Called where what has been entered here is to take the place of it. */
  readonly onSaveInPlace: () => void;
}

/** Both can be: what the browser has refused still counts in this tab while another one has saved something else. */
export function SavingTrouble({ isContested, refusal, isChanged, canSave, onLoad, onSaveInPlace }: SavingTroubleProps) {
  return (
    <>
      {isContested && (
        <div class="note note-warning" role="alert">
          <p>
            <strong>Other values have been saved in another tab.</strong> What you have entered here is not saved, and
            nothing there has been overwritten. Export yours if you want to keep both.
          </p>
          <p class="buttons">
            <button type="button" onClick={onLoad}>
              Load the other ones
            </button>
            <button type="button" disabled={!canSave} onClick={onSaveInPlace}>
              Save mine in their place
            </button>
          </p>
        </div>
      )}
      {refusal !== undefined && (
        <FailureNote what="Your values are not saved" failure={refusal}>
          <p>
            {isChanged
              ? "Those that you wanted to save last hold until this page is left: games that you begin before have them, and not what you have entered since. Export what is in the form to keep it."
              : "They hold until this page is left: games that you begin before have them. Export them to keep them."}
          </p>
        </FailureNote>
      )}
    </>
  );
}
