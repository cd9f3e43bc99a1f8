/** Says why a table at fault is not kept, and asks where another tab keeps it with other entries. */

import { FailureNote } from "../shell/failure_note.js";
import { OlderDraft, OtherDraft } from "./kept_drafts.js";
import type { TableSession } from "./table_session.js";

interface DraftNoteProps {
  readonly session: Pick<TableSession, "draftRefusal" | "keepDraftInPlace">;
  /** Called where the person wants the table as it is kept, instead of this one. */
  readonly onLoad: () => void;
}

export function DraftNote({ session: { draftRefusal, keepDraftInPlace }, onLoad }: DraftNoteProps) {
  const refusal = draftRefusal.value;
  if (refusal === undefined || refusal instanceof OlderDraft) {
    // Of an older draft more is said, also while the table is without fault.
    return null;
  }
  return refusal instanceof OtherDraft ? (
    <div class="note note-warning" role="alert">
      <p>
        <strong>This table, which is at fault, has been changed in another tab.</strong> What you see here is not kept,
        and nothing there has been overwritten. Export yours if you want to keep both.
      </p>
      <p class="buttons">
        <button type="button" onClick={onLoad}>
          Load the other one
        </button>
        <button type="button" onClick={keepDraftInPlace}>
          Keep mine in its place
        </button>
      </p>
    </div>
  ) : (
    <FailureNote what="The table is not kept while it is at fault" failure={refusal}>
      <p>It holds until this page is left. Set it right, or export it.</p>
    </FailureNote>
  );
}
