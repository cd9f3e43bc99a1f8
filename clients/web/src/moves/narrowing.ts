/** Legal steps, narrowed down by the places of the table that a person has pointed at. */

import type { Target } from "../table/targets.js";

/** A thing with the places that describe it: a legal step. */
export interface Placed {
  readonly targets: readonly Target[];
  /** Places that may be chosen for it too, without being needed. Left out: none. */
  readonly alsoTargets?: readonly Target[];
}

/** What is left when some places have been chosen. */
export interface Narrowed<Option extends Placed> {
  /** The options that all chosen places belong to, in the order in which they came. */
  readonly left: readonly Option[];
  /** The places that tell them apart, and that can be chosen next. */
  readonly choices: ReadonlySet<Target>;
  /** Those of them that need no further place: what else tells them apart has none on the table. */
  readonly offered: readonly Option[];
}

/**
 * Narrow options down.
 *
 * A place that all options have that are left needs not be chosen: it is settled.
 */
export function narrow<Option extends Placed>(
  options: readonly Option[],
  chosen: ReadonlySet<Target>,
): Narrowed<Option> {
  const left = options.filter((option) => fits(option, chosen));
  if (chosen.size === 0) {
    return { left, choices: new Set(left.flatMap((option) => option.targets)), offered: [] };
  }
  const [first] = left;
  const common = new Set(first?.targets.filter((place) => left.every((option) => option.targets.includes(place))));
  const open = (option: Option) => option.targets.filter((place) => !common.has(place) && !chosen.has(place));
  return {
    left,
    choices: new Set(left.flatMap(open)),
    offered: left.filter((option) => open(option).length === 0),
  };
}

function fits({ targets, alsoTargets = [] }: Placed, chosen: ReadonlySet<Target>): boolean {
  return [...chosen].every((place) => targets.includes(place) || alsoTargets.includes(place));
}

/**
 * The place that is meant by a click on one that cannot be chosen itself, but lies in or around one that can: an employee at
 * a workstation stands for the Department, a space for whoever lies there or stands there alone.
 *
 * @returns undefined where none is meant, or where it is not clear which
 */
export function placeMeant(clicked: Target, choices: ReadonlySet<Target>): Target | undefined {
  if (choices.has(clicked)) {
    return clicked;
  }
  const [kind, space] = clicked.split(":");
  switch (kind) {
    case "workstation":
    case "lying":
      return [`space:${space}`].find((place) => choices.has(place));
    case "space": {
      const lying = `lying:${space}`;
      const standing = [...choices].filter((place) => place.startsWith(`workstation:${space}:`));
      return choices.has(lying) ? lying : standing.length === 1 ? standing[0] : undefined;
    }
    case "city": {
      const spaces = [...choices].filter((place) => place.startsWith(`city:${space}:`));
      return spaces.length === 1 ? spaces[0] : undefined;
    }
    default:
      return undefined;
  }
}
