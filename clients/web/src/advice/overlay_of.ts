/** The steps of a plan as they are drawn over the table. */

import type { Mission, Position, ProjectType, Step } from "carnegie-client";
import { targetsOf } from "../moves/targets_of.js";
import type { Arrow, Ghost, Overlay } from "../table/overlay.js";
import { type Target, target } from "../table/targets.js";
import { actionName } from "../words/action_name.js";
import { LOBBY } from "../words/company_names.js";
import { donationName } from "../words/donation_name.js";
import { gainName } from "../words/gain_name.js";
import { ordinal } from "../words/ordinal.js";
import { projectTypeName } from "../words/project_type_name.js";
import { quantity } from "../words/quantity.js";
import { regionName } from "../words/region_name.js";
import { tabSideName } from "../words/tab_side_name.js";

/** A part of what one step adds to the drawing. */
type Mark = { readonly arrow: Omit<Arrow, "count"> } | { readonly ghost: Ghost; readonly counts?: string };

/**
 * Draw a plan: arrows for employees who go somewhere, ghosts of what would lie where, one mark for what happens several times.
 *
 * @param steps the steps, in order
 * @param position the position in which the first one is made
 */
export function overlayOf(steps: readonly Step[], position: Position): Overlay {
  const arrows = new Map<string, Arrow>();
  const ghosts = new Map<string, { ghost: Ghost; times: number; counts: string | undefined }>();
  for (const mark of steps.flatMap((step) => marksOf(step, position))) {
    if ("arrow" in mark) {
      const { from, to } = mark.arrow;
      const key = `${from} ${to}`;
      arrows.set(key, { from, to, count: (arrows.get(key)?.count ?? 0) + 1 });
    } else {
      const key = `${mark.ghost.at} ${mark.ghost.label}`;
      const times = (ghosts.get(key)?.times ?? 0) + 1;
      ghosts.set(key, { ghost: mark.ghost, times, counts: mark.counts });
    }
  }
  return {
    arrows: [...arrows.values()],
    ghosts: [...ghosts.values()].map(({ ghost, times, counts }) =>
      counts === undefined || times === 1 ? ghost : { ...ghost, label: `${ghost.label}: ${quantity(times, counts)}` },
    ),
  };
}

function marksOf(step: Step, position: Position): Mark[] {
  const { kind } = step;
  const [first = "", second = ""] = targetsOf(step, position);
  switch (kind.case) {
    case "moveEmployee":
    case "relocate":
      return [arrow(first, second)];
    case "useDepartment": {
      const { space, gain, mission } = kind.value;
      return [marker(target.space(space), `use for ${gainName(gain)}`, "time"), ...sent(space, mission)];
    }
    case "buildDepartment": {
      const { department, space } = kind.value;
      const [, , fetched] = targetsOf(step, position);
      const ghost: Mark = { ghost: { at: target.space(space), kind: "department", label: department } };
      return fetched === undefined ? [ghost] : [ghost, arrow(fetched, target.space(space))];
    }
    case "buildProject": {
      const { space, mission, city, citySpace, type } = kind.value;
      return [disk(target.city(city, citySpace), `${projectTypeName(type)} disk`), ...sent(space, mission)];
    }
    case "standUp": {
      const at = target.workstation(kind.value.space, kind.value.workstation);
      return [arrow(first, at), { ghost: { at, kind: "employee", label: "employee standing up" } }];
    }
    case "bringHome": {
      const home = target.space(kind.value.lobby || LOBBY);
      return first === home ? [] : [arrow(first, home)];
    }
    case "donate": {
      const { donation, space, mission } = kind.value;
      return [disk(target.donation(donation), `donation to ${donationName(donation)}`), ...sent(space, mission)];
    }
    case "placeHousing":
      return [disk(first, "Housing disk")];
    default:
      return markersOf(step);
  }
}

/** The marks of steps that change one place. */
function markersOf({ kind }: Step): Mark[] {
  const tab = (type: ProjectType, what: string, counts?: string) =>
    marker(target.tab(type), `${projectTypeName(type)} tab ${what}`, counts);
  switch (kind.case) {
    case "slideTab":
      return [tab(kind.value.type, "slides", "space")];
    case "advanceTransport": {
      const { region } = kind.value;
      return [marker(target.track(region), `transport of the ${regionName(region)} advances`, "space")];
    }
    case "chooseIncome": {
      const { type, circle, part } = kind.value;
      return [tab(type, `income of the ${ordinal(circle)} circle: ${ordinal(part)} part`)];
    }
    case "chooseTabSide":
      return [tab(kind.value.type, `turned to side ${tabSideName(kind.value.side)}`)];
    case "selectTimeline":
      return [marker(target.row(kind.value.row), `select the ${actionName(kind.value.row)} row`)];
    case "changeAction":
      return [marker(target.row(kind.value.action), `do ${actionName(kind.value.action)} instead`)];
    case "reserveDepartment":
      return [marker(target.tile(kind.value.department), `reserve ${kind.value.department}`)];
    case "playAndrew":
      return [marker(target.andrew(), "Andrew acts")];
    default:
      // Goods cubes that are sold, and the end of a decision, lie nowhere.
      return [];
  }
}

const arrow = (from: Target, to: Target): Mark => ({ arrow: { from, to } });
const disk = (at: Target, label: string): Mark => ({ ghost: { at, kind: "disk", label } });

function marker(at: Target, label: string, counts?: string): Mark {
  const ghost: Ghost = { at, kind: "marker", label };
  return counts === undefined ? { ghost } : { ghost, counts };
}

const sent = (space: string, mission: Mission | undefined): Mark[] =>
  mission === undefined ? [] : [arrow(target.workstation(space, mission.standingAt), target.mission(mission.region))];
