/** Why something could not be done, in plain words, with the fields that are at fault. */

import type { ComponentChildren } from "preact";
import { problemInWords } from "../words/problem_in_words.js";

interface FailureNoteProps {
  /** What could not be done, such as "The game cannot be read". */
  readonly what: string;
  readonly failure: unknown;
  /** Buttons for what can be done about it. */
  readonly children?: ComponentChildren;
}

export function FailureNote({ what, failure, children }: FailureNoteProps) {
  const { sentence, details } = problemInWords(failure);
  return (
    <div class="note note-failure" role="alert">
      <p>
        <strong>{what}.</strong> {sentence}
      </p>
      {details.length > 0 && (
        <ul>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
