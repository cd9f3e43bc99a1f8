import type { Action } from "carnegie-client";
import { actionLetters } from "./department_effect.js";
import { actionClasses } from "./symbols.js";
import { textWidth } from "./text_width.js";

/** How wide the badge of a type of Department is. */
export const actionBadgeWidth = (action: Action): number => textWidth(actionLetters(action), 12) + 6;

interface BadgeProperties {
  readonly x: number;
  readonly y: number;
  readonly action: Action;
}

/** The letters of a type of Department on its colour, from a point to the right. */
export function ActionBadge({ x, y, action }: BadgeProperties) {
  const width = actionBadgeWidth(action);
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class={`action-badge ${actionClasses[action]}`} y={-8} width={width} height={16} rx={4} />
      <text class="action-letters" x={width / 2} y={4}>
        {actionLetters(action)}
      </text>
    </g>
  );
}
