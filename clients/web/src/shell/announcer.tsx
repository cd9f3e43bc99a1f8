/** What happened, said to whoever cannot see it: a live region that screen readers read out. */

import { signal } from "@preact/signals";

const said = signal({ number: 0, text: "" });

/** Say what happened, in a sentence. */
export function announce(text: string): void {
  said.value = { number: said.peek().number + 1, text };
}

export function Announcer() {
  const { number, text } = said.value;
  // Two regions take turns, so that the same sentence is read again.
  return (
    <div class="for-screen-readers">
      <p aria-live="polite" data-news={number}>
        {number % 2 === 0 ? text : ""}
      </p>
      <p aria-live="polite">{number % 2 === 1 ? text : ""}</p>
    </div>
  );
}
