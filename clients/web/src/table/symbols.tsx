/** The small things that the picture is made of: symbols of project types, disks, employees, words. */

import { Action, ProjectType } from "carnegie-client";
import { textWidth } from "./text_width.js";
import type { Owner } from "./view.js";

export const typeLetters: Readonly<Record<ProjectType, string>> = {
  [ProjectType.UNSPECIFIED]: "",
  [ProjectType.HOUSING]: "H",
  [ProjectType.COMMERCE]: "C",
  [ProjectType.INDUSTRY]: "I",
  [ProjectType.PUBLIC_INFRASTRUCTURE]: "P",
};

export const typeClasses: Readonly<Record<ProjectType, string>> = {
  [ProjectType.UNSPECIFIED]: "type-any",
  [ProjectType.HOUSING]: "type-housing",
  [ProjectType.COMMERCE]: "type-commerce",
  [ProjectType.INDUSTRY]: "type-industry",
  [ProjectType.PUBLIC_INFRASTRUCTURE]: "type-public",
};

export const actionClasses: Readonly<Record<Action, string>> = {
  [Action.UNSPECIFIED]: "action-none",
  [Action.HUMAN_RESOURCES]: "action-people",
  [Action.MANAGEMENT]: "action-management",
  [Action.CONSTRUCTION]: "action-construction",
  [Action.RESEARCH_AND_DEVELOPMENT]: "action-research",
};

/** Outlines within a square from -10 to 10: a house, a diamond, a square, a hexagon. */
const outlines: Readonly<Record<ProjectType, string>> = {
  [ProjectType.UNSPECIFIED]: "",
  [ProjectType.HOUSING]: "M0 -10L10 -2.5V9.5H-10V-2.5Z",
  [ProjectType.COMMERCE]: "M0 -11L11 0L0 11L-11 0Z",
  [ProjectType.INDUSTRY]: "M-9 -9H9V9H-9Z",
  [ProjectType.PUBLIC_INFRASTRUCTURE]: "M-5.5 -9.5H5.5L11 0L5.5 9.5H-5.5L-11 0Z",
};

interface AtProperties {
  readonly x: number;
  readonly y: number;
}

/** The symbol of a type of project with its letter; a dashed circle for any type. */
export function TypeSymbol({
  x,
  y,
  type,
  scale = 1,
}: AtProperties & { readonly type: ProjectType; readonly scale?: number }) {
  return (
    <g class={`type ${typeClasses[type]}`} transform={`translate(${x} ${y}) scale(${scale})`}>
      {type === ProjectType.UNSPECIFIED ? (
        <circle class="type-shape" r={9.5} />
      ) : (
        <path class="type-shape" d={outlines[type]} />
      )}
      <text class="type-letter" y={type === ProjectType.HOUSING ? 6 : 4}>
        {typeLetters[type]}
      </text>
    </g>
  );
}

const ownerClass = (owner: Owner): string =>
  owner.kind === "player" ? `disk-player-${(owner.seat % 4) + 1}` : `disk-${owner.kind}`;

/** A disk of wood: of a player, of Andrew, or neutral, with a mark that tells them apart without colour. */
export function Disk({
  x,
  y,
  owner,
  mark,
  radius = 10,
}: AtProperties & { readonly owner: Owner; readonly mark: string; readonly radius?: number }) {
  return (
    <g class={`disk ${ownerClass(owner)}`} transform={`translate(${x} ${y})`}>
      <circle class="disk-body" r={radius} />
      {owner.kind === "neutral" ? (
        <path class="disk-cross" d={`M${-radius * 0.4} ${radius * 0.4}L${radius * 0.4} ${-radius * 0.4}`} />
      ) : (
        <circle class="disk-rim" r={radius - 2} />
      )}
      {mark !== "" && (
        <text class="disk-mark" y={4}>
          {mark}
        </text>
      )}
    </g>
  );
}

/** A standing employee, about 12 wide and 20 high around its middle. */
export function Standing({ x, y, permanent = false }: AtProperties & { readonly permanent?: boolean }) {
  return (
    <g class={`employee${permanent ? " employee-permanent" : ""}`} transform={`translate(${x} ${y})`}>
      <circle cy={-5.5} r={3.6} />
      <path d="M-5.5 8.5V3.5C-5.5 -3 5.5 -3 5.5 3.5V8.5Z" />
    </g>
  );
}

/** A lying employee, about 18 wide and 10 high around its middle. */
export function Lying({ x, y }: AtProperties) {
  return (
    <g class="employee employee-lying" transform={`translate(${x} ${y}) rotate(-90) scale(0.85)`}>
      <circle cy={-6.5} r={3.6} />
      <path d="M-5.5 9.5V3.5C-5.5 -3 5.5 -3 5.5 3.5V9.5Z" />
    </g>
  );
}

/** Employees who lie in a row: each one as far as there is room, else one and how many. */
export function LyingRow({ x, y, width, count }: AtProperties & { readonly width: number; readonly count: number }) {
  const pitch = 19;
  if (count * pitch <= width) {
    const left = x + (width - count * pitch) / 2 + pitch / 2;
    return (
      <>
        {Array.from({ length: count }, (_, index) => (
          <Lying key={index} x={left + index * pitch} y={y} />
        ))}
      </>
    );
  }
  return (
    <>
      <Lying x={x + width / 2 - 12} y={y} />
      <Words x={x + width / 2 + 12} y={y + 4} text={`× ${count}`} class="strong" />
    </>
  );
}

interface WordsProperties extends AtProperties {
  readonly text: string;
  readonly size?: number;
  readonly class?: string;
  readonly anchor?: "start" | "middle" | "end";
  /** The room that there is; a text that may need more is drawn closer together. */
  readonly room?: number;
}

/** A line of words. */
export function Words({ x, y, text, size = 12, class: kind = "", anchor = "middle", room }: WordsProperties) {
  const fitted =
    room !== undefined && textWidth(text, size) > room
      ? { textLength: room, lengthAdjust: "spacingAndGlyphs" as const }
      : {};
  return (
    <text x={x} y={y} class={`words ${kind}`} font-size={size} text-anchor={anchor} data-room={room} {...fitted}>
      {text}
    </text>
  );
}
