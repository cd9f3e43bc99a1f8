/** A place of the table that a person can point at: a button while it can be chosen, else a drawing. */

import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { ChoosingContext } from "./choosing.js";
import { Drawn } from "./drawn.js";
import type { Box } from "./geometry.js";
import type { Target } from "./targets.js";

interface SpotProperties {
  readonly target: Target;
  /** What a screen reader says of it, and what a pointer that rests on it shows. */
  readonly label: string;
  /** The outline that can be clicked, and that shows what can be chosen, is chosen, or has the focus. */
  readonly outline: Box;
  /** The radius of its corners. */
  readonly corner?: number;
  readonly children?: ComponentChildren;
}

export function Spot({ target, label, outline, corner = 6, children }: SpotProperties) {
  const { choices, chosen, choose } = useContext(ChoosingContext);
  const isChoice = choices.has(target);
  const isChosen = chosen.has(target);
  const kind = `spot${isChoice ? " spot-choice" : ""}${isChosen ? " spot-chosen" : ""}`;
  const inside = (
    <Drawn>
      <title>{label}</title>
      {children}
      <rect class="spot-outline" {...outline} rx={corner} />
      {isChosen && <path class="spot-check" d={`M${outline.x + outline.width - 13} ${outline.y + 8}l3 3l6 -7`} />}
    </Drawn>
  );
  if (!isChoice) {
    return (
      <g data-target={target} data-chosen={isChosen || undefined} class={kind}>
        {inside}
      </g>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button element inside an SVG.
    <g
      data-target={target}
      data-chosen={isChosen || undefined}
      class={kind}
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={isChosen}
      onClick={() => choose(target)}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          choose(target);
        }
      }}
    >
      {inside}
    </g>
  );
}
