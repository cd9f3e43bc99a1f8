/** The question whether to forget something that cannot be had back. */

import type { ComponentChildren } from "preact";
import { Question } from "./question.js";

interface ForgetQuestionProps {
  /** What would be forgotten, such as "these entries". */
  readonly what: string;
  /** What is then gone. */
  readonly children: ComponentChildren;
  readonly onForget: () => void;
  readonly onKeep: () => void;
}

export function ForgetQuestion({ what, children, onForget, onKeep }: ForgetQuestionProps) {
  return (
    <Question title={`Forget ${what}?`} onClose={onKeep}>
      {children}
      <p class="buttons">
        <button type="button" onClick={onKeep}>
          Keep them
        </button>
        <button type="button" class="danger" onClick={onForget}>
          Forget them
        </button>
      </p>
    </Question>
  );
}
