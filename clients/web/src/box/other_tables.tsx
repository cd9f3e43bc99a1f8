/** The tables of an imported file that the form does not show: they are played with, and can be taken out. */

import { useRef } from "preact/hooks";
import { standInInWords } from "../words/stand_ins_in_words.js";

interface OtherTablesProps {
  /** Them by their names in the file. */
  readonly others: Readonly<Record<string, unknown>>;
  /** Called with the name of one that is not wanted. */
  readonly onRemove: (name: string) => void;
}

export function OtherTables({ others, onRemove }: OtherTablesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const names = Object.keys(others);
  return names.length === 0 ? null : (
    <section class="box-section" aria-labelledby="box-others-heading">
      <h2 id="box-others-heading" ref={heading} tabIndex={-1}>
        Other tables of your file
      </h2>
      <p class="hint">This form does not show them. They are kept as they are in the file, and played with.</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {standInInWords(name)}{" "}
            <button
              type="button"
              onClick={() => {
                onRemove(name);
                // The button is about to go, and with the last one all that is here.
                (names.length > 1 ? heading.current : document.querySelector<HTMLElement>(".box-section h2"))?.focus();
              }}
            >
              Remove<span class="for-screen-readers"> {standInInWords(name)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
