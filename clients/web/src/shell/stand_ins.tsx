/** Says plainly which values of the game are stand-ins. */

import { standInInWords } from "../words/stand_ins_in_words.js";

interface StandInsProps {
  /** The tables that are assumed, by path. */
  readonly assumed: readonly string[];
  /** Whether the way to the person's own box is shown. */
  readonly leadsToBox: boolean;
}

export function StandIns({ assumed, leadsToBox }: StandInsProps) {
  if (assumed.length === 0) {
    return <p class="stand-ins">Every value is as printed, or as you entered it from your own box.</p>;
  }
  return (
    <section class="note note-warning stand-ins" aria-label="Stand-ins">
      <p>
        <strong>Some values are stand-ins.</strong> What is printed there on the real game is not known to this page. It
        plays, counts and advises with made-up values for
      </p>
      <ul>
        {assumed.map((path) => (
          <li key={path}>{standInInWords(path)}</li>
        ))}
      </ul>
      {leadsToBox && (
        <p>
          Enter what is printed in <a href="#/box">your own box</a>, and games that you begin then have your values.
        </p>
      )}
    </section>
  );
}
