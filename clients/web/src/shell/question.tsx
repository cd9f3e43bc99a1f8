/** A question that has to be answered before anything else is done. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface QuestionProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called where the person closes it without an answer. */
  readonly onClose: () => void;
}

/**
 * A dialog over the page.
 *
 * The focus goes to its first field, whose text is selected to be typed over, or to its title where it has none; and
 * back to where it was afterwards.
 */
export function Question({ title, children, onClose }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    const field = dialog.current?.querySelector<HTMLInputElement>(":scope form input");
    (field ?? heading.current)?.focus();
    field?.select();
    return () => {
      if (before instanceof HTMLElement) {
        before.focus();
      }
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
