/** The picture of the position on the table, with the choices of the moves and the plan of the advice on it. */

import { useMemo } from "preact/hooks";
import { advisingOf } from "../advice/of_game.js";
import { ShownPlan } from "../advice/shown_plan.js";
import { choosingOf } from "../moves/of_game.js";
import { Pointed } from "../moves/pointed.js";
import { FailureNote } from "../shell/failure_note.js";
import { parseComponents } from "../table/components.js";
import { Table } from "../table/table.js";
import type { Game } from "./game.js";
import { useTables } from "./use_tables.js";

export function GameTable({ game }: { readonly game: Game }) {
  const { tables, failure, retry } = useTables(game.componentsJson);
  const [choosing, advising] = [choosingOf(game), advisingOf(game)];
  const text = tables?.componentsJson;
  const components = useMemo(() => (text === undefined ? undefined : parseComponents(text)), [text]);
  return (
    <section class="panel" id="table" aria-labelledby="table-heading">
      <h2 id="table-heading" tabIndex={-1}>
        The table
      </h2>
      <ShownPlan game={game} />
      {components !== undefined ? (
        <Table
          position={game.position.value}
          components={components}
          choices={choosing.choices.value}
          chosen={choosing.chosen.value}
          overlay={advising.overlay.value}
          onChoose={(target) => choosing.choose(target)}
        />
      ) : failure === undefined ? (
        <p>Looking up what is printed …</p>
      ) : (
        <FailureNote what="The table cannot be drawn" failure={failure}>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </FailureNote>
      )}
      <Pointed game={game} />
    </section>
  );
}
