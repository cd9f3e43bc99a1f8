/** The table as it lay when a decision was made, with what was played or the best plan drawn over it. */

import { useSignal } from "@preact/signals";
import type { ReviewedDecision } from "carnegie-client";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import { useTables } from "../game/use_tables.js";
import { FailureNote } from "../shell/failure_note.js";
import { parseComponents } from "../table/components.js";
import { Table } from "../table/table.js";
import { momentName } from "../words/moment_name.js";
import { closeMoment } from "./moment.js";
import { type Drawn, drawnOver, type ReviewedGame } from "./reviewed_game.js";

interface MomentViewProps {
  readonly reviewed: ReviewedGame;
  readonly decision: ReviewedDecision;
}

const WAYS: readonly { readonly drawn: Drawn; readonly label: string }[] = [
  { drawn: "played", label: "What you played" },
  { drawn: "best", label: "The best plan" },
  { drawn: "nothing", label: "Nothing" },
];

export function MomentView({ reviewed, decision }: MomentViewProps) {
  const hasBest = (decision.evaluation?.best?.lines.length ?? 0) > 0;
  const drawn = useSignal<Drawn>("played");
  const [id, heading] = [useId(), useRef<HTMLHeadingElement>(null)];
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section class="review-moment" aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`} ref={heading} tabIndex={-1}>
        The table before this decision. {momentName(decision)}
      </h3>
      <fieldset class="review-drawn">
        <legend>Draw over it</legend>
        {WAYS.filter((way) => way.drawn !== "best" || hasBest).map((way) => (
          <label key={way.drawn} class="choice">
            <input
              type="radio"
              name={id}
              checked={drawn.value === way.drawn}
              onChange={() => {
                drawn.value = way.drawn;
              }}
            />{" "}
            {way.label}
          </label>
        ))}
      </fieldset>
      <Picture reviewed={reviewed} decision={decision} drawn={drawn.value} />
      <p class="buttons">
        <button type="button" onClick={closeMoment}>
          Close the table
        </button>
      </p>
    </section>
  );
}

function Picture({ reviewed, decision, drawn }: MomentViewProps & { readonly drawn: Drawn }) {
  const { tables, failure, retry } = useTables(reviewed.componentsJson);
  const text = tables?.componentsJson;
  const components = useMemo(() => (text === undefined ? undefined : parseComponents(text)), [text]);
  const overlay = useMemo(() => drawnOver(reviewed, decision, drawn), [reviewed, decision, drawn]);
  const position = reviewed.points[decision.firstStep]?.position;
  if (failure !== undefined) {
    return (
      <FailureNote what="The table cannot be drawn" failure={failure}>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </FailureNote>
    );
  }
  return components === undefined || position === undefined ? (
    <p>Looking up what is printed …</p>
  ) : (
    <Table position={position} components={components} overlay={overlay} />
  );
}
