/** Says that entries at fault are kept of an older state of the table, and asks what is to become of them. */

import { useSignal } from "@preact/signals";
import { announce } from "../shell/announcer.js";
import { ForgetQuestion } from "../shell/forget_question.js";
import type { TableSession } from "./table_session.js";

interface OlderDraftNoteProps {
  readonly session: Pick<TableSession, "older" | "takeOlder" | "forgetOlder" | "draftRefusal">;
}

export function OlderDraftNote({ session }: OlderDraftNoteProps) {
  const { older, takeOlder, forgetOlder, draftRefusal } = session;
  const asked = useSignal(false);
  if (older.value === undefined) {
    return null;
  }
  const take = () => {
    takeOlder();
    announce("The entries are on the table. Undo takes them away again.");
  };
  const forget = () => {
    asked.value = false;
    forgetOlder();
    announce("The entries have been forgotten.");
  };
  return (
    <div class="note note-warning" role="alert">
      <p>
        <strong>Entries that this table was at fault with have not been lost.</strong> It has been saved in another tab
        or on another device since they were made; what you see here is what has been saved.
        {draftRefusal.value !== undefined && " Until you have chosen, what is at fault here now is not kept."}
      </p>
      <p class="buttons">
        <button type="button" onClick={take}>
          Put them on the table
        </button>
        <button type="button" class="danger" onClick={() => (asked.value = true)}>
          Forget them
        </button>
      </p>
      {asked.value && (
        <ForgetQuestion what="these entries" onForget={forget} onKeep={() => (asked.value = false)}>
          <p>The table stays as you see it. The entries that it was at fault with are then gone for good.</p>
        </ForgetQuestion>
      )}
    </div>
  );
}
