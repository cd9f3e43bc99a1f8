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
  const button = {
    role: "button",
    tabindex: 0,
    "aria-label": label,
    "aria-pressed": isChosen,
    onClick: () => choose(target),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        choose(target);
      }
    },
  } as const;
  return (
    <g class={`spot${isChoice ? " spot-choice" : ""}${isChosen ? " spot-chosen" : ""}`}>
      <Drawn>{children}</Drawn>
      {/* The outline lies over the drawing, and is the button: words that are drawn are no part of its name. */}
      <rect
        class="spot-outline"
        data-target={target}
        data-chosen={isChosen || undefined}
        {...outline}
        rx={corner}
        {...(isChoice ? button : { "aria-hidden": true })}
      >
        <title>{label}</title>
      </rect>
      {isChosen && (
        <Drawn>
          <g class="spot-check" transform={`translate(${outline.x + outline.width - 3} ${outline.y + 3})`}>
            <circle r={6.5} />
            <path d="M-3 0l2 2.5l4 -5" />
          </g>
        </Drawn>
      )}
    </g>
  );
}
