/** Says which values of a game are stand-ins. */

import { FailureNote } from "../shell/failure_note.js";
import { StandIns } from "../shell/stand_ins.js";
import { useTables } from "./use_tables.js";

interface GameStandInsProps {
  /** The text of the components that the game is played with; empty for the service's own. */
  readonly componentsJson: string;
  /** Whether the way to the person's own box is shown. */
  readonly leadsToBox: boolean;
}

export function GameStandIns({ componentsJson, leadsToBox }: GameStandInsProps) {
  const { tables, failure, retry } = useTables(componentsJson);
  if (failure !== undefined) {
    return (
      <FailureNote what="The values of the game cannot be told" failure={failure}>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </FailureNote>
    );
  }
  if (tables === undefined) {
    return <p>Looking …</p>;
  }
  return tables.faults.length > 0 ? (
    <section class="note note-warning stand-ins" aria-label="Stand-ins">
      <p>
        <strong>The values from the own box are not accepted by the service any more.</strong> No game can be played
        with them.
        {leadsToBox && (
          <>
            {" "}
            Look at <a href="#/box">your own box</a>.
          </>
        )}
      </p>
    </section>
  ) : (
    <StandIns assumed={tables.assumed} leadsToBox={leadsToBox} />
  );
}
