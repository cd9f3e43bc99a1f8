/** Why something could not be done, in plain words, with the fields that are at fault. */

import { Code, problemOf } from "carnegie-client";
import type { ComponentChildren } from "preact";

interface FailureNoteProps {
  /** What could not be done, such as "The game cannot be read". */
  readonly what: string;
  readonly failure: unknown;
  /** Buttons for what can be done about it. */
  readonly children?: ComponentChildren;
}

export function FailureNote({ what, failure, children }: FailureNoteProps) {
  const { sentence, fields } = failureInWords(failure);
  return (
    <div class="note note-failure" role="alert">
      <p>
        <strong>{what}.</strong> {sentence}
      </p>
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

/** A failure as a sentence, and the faults of its fields, each with its path. */
export function failureInWords(failure: unknown): { sentence: string; fields: readonly string[] } {
  const { code, message, fields, metadata } = problemOf(failure);
  const paths = fields.map(({ path, description }) => (path === "" ? description : `${path}: ${description}`));
  switch (code) {
    case Code.Unavailable:
      return { sentence: "The service cannot be reached.", fields: [] };
    case Code.ResourceExhausted:
      return { sentence: `The service has too much to do, or no room: ${message}.`, fields: paths };
    case Code.DeadlineExceeded:
      return { sentence: "The service took too long.", fields: [] };
    case Code.Internal: {
      const { incident } = metadata;
      const number = incident === undefined ? "" : ` Its log has it as ${incident}.`;
      return { sentence: `The service has a fault of its own: ${message}.${number}`, fields: paths };
    }
    default:
      return paths.length > 0
        ? { sentence: "This is at fault:", fields: paths }
        : { sentence: ended(message), fields: [] };
  }
}

function ended(message: string): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
