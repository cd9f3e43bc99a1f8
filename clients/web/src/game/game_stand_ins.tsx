/** Says which values of a game are stand-ins. */

import { FailureNote } from "../shell/failure_note.js";
import { StandIns } from "../shell/stand_ins.js";
import type { Game } from "./game.js";
import { useTables } from "./use_tables.js";

export function GameStandIns({ game, leadsToBox }: { readonly game: Game; readonly leadsToBox: boolean }) {
  const { tables, failure, retry } = useTables(game.componentsJson);
  if (failure !== undefined) {
    return (
      <FailureNote what="The values of this game cannot be told" failure={failure}>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </FailureNote>
    );
  }
  return tables === undefined ? <p>Looking …</p> : <StandIns assumed={tables.assumed} leadsToBox={leadsToBox} />;
}
