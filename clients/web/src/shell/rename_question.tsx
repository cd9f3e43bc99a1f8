/** The question what a game or a table is to be called. */

import { useSignal } from "@preact/signals";
import type { TargetedEvent } from "preact";
import { useId } from "preact/hooks";
import { LONGEST_TITLE, plainTitle } from "../words/plain_title.js";
import { Question } from "./question.js";

interface RenameQuestionProps {
  /** What is renamed: "game", "table". */
  readonly what: string;
  readonly title: string;
  /** Called with a title that every place takes. */
  readonly onTitle: (title: string) => void;
  readonly onClose: () => void;
}

export function RenameQuestion({ what, title, onTitle, onClose }: RenameQuestionProps) {
  const fault = useSignal("");
  const id = useId();
  const rename = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("title") ?? "");
    const read = readTitle(text);
    if (read.fault === undefined) {
      onTitle(read.title);
      onClose();
    } else {
      fault.value = read.fault;
      event.currentTarget.querySelector("input")?.focus();
    }
  };
  return (
    <Question title={`Rename this ${what}`} onClose={onClose}>
      <form onSubmit={rename}>
        <label>
          Title
          <input
            name="title"
            maxLength={LONGEST_TITLE}
            autocomplete="off"
            defaultValue={title}
            aria-invalid={fault.value !== ""}
            aria-describedby={fault.value === "" ? undefined : id}
          />
        </label>
        {fault.value !== "" && (
          <p id={id} class="fault" role="alert">
            {fault.value}
          </p>
        )}
        <p class="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="main-button">
            Rename
          </button>
        </p>
      </form>
    </Question>
  );
}

type ReadTitle = { readonly title: string; readonly fault?: undefined } | { readonly fault: string };

/** Read a title as it was typed, or tell in a sentence why it is none. */
export function readTitle(text: string): ReadTitle {
  const title = plainTitle(text);
  return title === ""
    ? { fault: `Title: found nothing that can be read; 1 to ${LONGEST_TITLE} characters are allowed.` }
    : { title };
}
