/** The place where the person enters what is printed in his own box. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { saveFile } from "../game/save_file.js";
import { toldTables, useTables } from "../game/use_tables.js";
import { service } from "../service.js";
import { announce } from "../shell/announcer.js";
import { FailureNote } from "../shell/failure_note.js";
import { ForgetQuestion } from "../shell/forget_question.js";
import type { ViewProps } from "../shell/views.js";
import { BoxForm } from "./box_form.js";
import { CheckNote } from "./check_note.js";
import { Checking } from "./checking.js";
import type { Shown } from "./draft.js";
import {
  beginWith,
  beginWithSaved,
  draft,
  isChanged,
  isContested,
  isOfSaved,
  isUnsaved,
  save,
  saveInPlace,
  takeBack,
  written,
} from "./drafting.js";
import { ImportFile, takenInWords } from "./import_file.js";
import { ownBox, ownComponentsJson } from "./own_components.js";
import { SavingTrouble } from "./saving_trouble.js";
import { BoxRefused } from "./usable_box.js";

const checking = new Checking(service.rules);

export function BoxView({ knowledge }: ViewProps) {
  const { tables, failure, retry } = useTables(ownComponentsJson.value);
  const standIns = useTables("");
  useEffect(() => checking.follow(written), []);
  useEffect(() => {
    if (beginWithSaved(toldTables)) {
      announce("The form has what another tab has saved.");
    }
  }, [tables, standIns.tables, ownComponentsJson.value, isOfSaved.value]);
  const unknown = failure ?? standIns.failure;
  if (unknown !== undefined) {
    return (
      <FailureNote what="The tables of the game are not known" failure={unknown}>
        <button
          type="button"
          onClick={() => {
            retry();
            standIns.retry();
          }}
        >
          Try again
        </button>
      </FailureNote>
    );
  }
  if (tables !== undefined && tables.faults.length > 0) {
    return <Unusable />;
  }
  const entered = draft.value;
  return entered === undefined ? (
    <p role="status">Asking for the tables …</p>
  ) : (
    <div class="box">
      <Introduction assumed={knowledge.info.assumedComponents} />
      <Actions standIns={entered.standIns} />
      <BoxForm draft={entered} checked={checking.state.value} onChange={(changed) => (draft.value = changed)} />
    </div>
  );
}

/** What the browser has kept is no file that this service accepts: of an older version of the game's tables, say. */
function Unusable() {
  const asked = useSignal(false);
  const forget = () => {
    asked.value = false;
    ownBox.keep("");
    announce("The values have been forgotten.");
  };
  return (
    <section class="note note-warning">
      <BoxRefused leadsToBox={false} />
      <p class="buttons">
        <button type="button" onClick={() => saveFile("my-box.json", ownComponentsJson.peek())}>
          Export them
        </button>
        <button type="button" class="danger" onClick={() => (asked.value = true)}>
          Forget them
        </button>
      </p>
      {asked.value && (
        <ForgetQuestion what="these values" onForget={forget} onKeep={() => (asked.value = false)}>
          <p>They are then gone for good, unless they have been exported.</p>
        </ForgetQuestion>
      )}
    </section>
  );
}

function Introduction({ assumed }: { readonly assumed: readonly string[] }) {
  return assumed.length === 0 ? (
    <p>This service knows every printed value, or was started with its operator's own. There is nothing to enter.</p>
  ) : (
    <p>
      What is printed on the company board and on the project tabs is not known to this page. Copy it from your own box,
      and games that you begin then are played, counted and advised with your values. A part counts as a stand-in until
      you say that all of it is as on your copy. The file that you export is the one that the command and the service
      take with <code>--components</code>.
    </p>
  );
}

function Actions({ standIns }: { readonly standIns: Shown }) {
  const failure = useSignal<{ readonly what: string; readonly error: unknown } | undefined>(undefined);
  const state = checking.state.value;
  const { file } = written.value;
  const isSound = state.kind === "sound" && state.file === file;
  const isSaved = !isUnsaved.value;
  /** Do something else with the file: what went wrong before is no longer what has just happened. */
  const next = (action: () => void) => () => {
    failure.value = undefined;
    action();
  };
  const say = () => {
    if (ownBox.refusal.peek() === undefined) {
      announce(file === "" ? "Saved: all values are stand-ins." : "Saved. Games that you begin now have your values.");
    }
  };
  const revert = async () => {
    try {
      await takeBack(service.rules, toldTables(ownBox.kept.peek()));
      failure.value = undefined;
      announce(
        ownBox.kept.peek() === ""
          ? "Nothing is saved: the form has the stand-ins again."
          : "The form has again what is saved.",
      );
    } catch (error) {
      failure.value = { what: "What is not saved was not taken back", error };
    }
  };
  return (
    <section class="box-actions" aria-labelledby="box-file-heading">
      <h2 id="box-file-heading" tabIndex={-1}>
        Your file
      </h2>
      <CheckNote state={state} isSaved={isSaved} isEmpty={file === ""} onCheckAgain={() => checking.checkAgain()} />
      <SavingTrouble
        isContested={isContested.value}
        refusal={ownBox.refusal.value}
        isChanged={isChanged.value}
        canSave={isSound}
        onLoad={revert}
        onSaveInPlace={next(() => {
          saveInPlace();
          say();
        })}
      />
      <p class="buttons">
        <button
          type="button"
          class="main-button"
          disabled={!isSound || isSaved || isContested.value}
          onClick={next(() => save() && say())}
        >
          Save
        </button>
        <button type="button" disabled={!isSound || file === ""} onClick={next(() => saveFile("my-box.json", file))}>
          Export
        </button>
        <button type="button" disabled={isSaved} onClick={revert}>
          Take back what is not saved
        </button>
      </p>
      <ImportFile
        rules={service.rules}
        onFile={(accepted, text) => {
          failure.value = undefined;
          beginWith(accepted, text, standIns);
          announce(takenInWords(isUnsaved.peek()));
        }}
        onFailure={(error) => (failure.value = { what: "The file was not taken", error })}
      />
      {failure.value !== undefined && <FailureNote what={failure.value.what} failure={failure.value.error} />}
    </section>
  );
}
