/** The places of the table that describe a step. */

import { Event, type Mission, type Position, Region, type Step } from "carnegie-client";
import { type Target, target } from "../table/targets.js";
import { LOBBY } from "../words/company_names.js";

/**
 * The places that a step is pointed at with, in the order in which a person would name them: who or what, then where to.
 *
 * No place comes twice. Two different steps can have the same places: they then differ in what has no place on the table,
 * such as a number of goods cubes. A step without places, such as the end of the turn, has a button only.
 *
 * @param position the position in which it is made
 */
export function targetsOf(step: Step, position: Position): readonly Target[] {
  const { kind } = step;
  switch (kind.case) {
    case "moveEmployee": {
      const { path, standingAt } = kind.value;
      const [start = "", end = ""] = [path[0], path.at(-1)];
      return [employee(start, standingAt), target.space(end)];
    }
    case "relocate":
      return [employee(kind.value.start, kind.value.standingAt), target.space(kind.value.end)];
    case "useDepartment": {
      const { space, mission, region, lobby } = kind.value;
      const counted = region === Region.UNSPECIFIED ? [] : [target.mission(region)];
      return [target.space(space), ...missionTargets(space, mission), ...counted, ...lobbyTargets(lobby)];
    }
    case "buildDepartment": {
      const { department, space, fetched } = kind.value;
      const who = fetched === undefined ? [] : [employee(fetched.start, fetched.standingAt)];
      return [target.tile(department), target.space(space), ...who];
    }
    case "buildProject": {
      const { space, mission, type, city, citySpace, lobby } = kind.value;
      const sent = missionTargets(space, mission);
      return [target.space(space), ...sent, target.tab(type), target.city(city, citySpace), ...lobbyTargets(lobby)];
    }
    case "standUp":
      return [target.lying(kind.value.space), target.workstation(kind.value.space, kind.value.workstation)];
    case "bringHome":
      return [...incomeTargets(position), target.space(kind.value.lobby || LOBBY)];
    case "chooseIncome":
      return [target.tab(kind.value.type), ...lobbyTargets(kind.value.lobby)];
    case "donate": {
      const { donation, space, mission } = kind.value;
      const giver = space === "" ? [] : [target.space(space)];
      return [...giver, ...missionTargets(space, mission), target.donation(donation)];
    }
    default:
      return targetsOfOnePlace(step);
  }
}

/** The places of the steps that need one click at most. */
function targetsOfOnePlace({ kind }: Step): readonly Target[] {
  switch (kind.case) {
    case "slideTab":
    case "chooseTabSide":
      return [target.tab(kind.value.type)];
    case "advanceTransport":
      return [target.track(kind.value.region)];
    case "selectTimeline":
      return [target.row(kind.value.row)];
    case "changeAction":
      return [target.row(kind.value.action)];
    case "placeHousing":
      return [target.city(kind.value.city, kind.value.citySpace)];
    case "reserveDepartment":
      return [target.tile(kind.value.department)];
    case "playAndrew":
      return [target.andrew()];
    default:
      return [];
  }
}

/**
 * The places that may be pointed at for a step, too: the employees of a Department that is used, of whom none leaves.
 *
 * @param position the position in which it is made
 */
export function alsoTargetsOf({ kind }: Step, position: Position): readonly Target[] {
  if ((kind.case !== "useDepartment" && kind.case !== "buildProject") || kind.value.mission !== undefined) {
    return [];
  }
  const { space } = kind.value;
  const company = position.players[position.player ?? 0]?.company;
  const standing = company?.spaces.find((each) => each.space === space)?.standingAt ?? [];
  return standing.map((workstation) => target.workstation(space, workstation));
}

/** An employee, who stands at a workstation or lies. */
const employee = (space: string, standingAt: number | undefined): Target =>
  standingAt === undefined ? target.lying(space) : target.workstation(space, standingAt);

const missionTargets = (space: string, mission: Mission | undefined): Target[] =>
  mission === undefined ? [] : [target.workstation(space, mission.standingAt), target.mission(mission.region)];

/** The Lobby of a new employee, where it is said: in the printed one it is needless to point at it. */
const lobbyTargets = (lobby: string): Target[] => (lobby === "" || lobby === LOBBY ? [] : [target.space(lobby)]);

/** The Missions that the current income event is for. */
function incomeTargets(position: Position): Target[] {
  switch (position.events[0]) {
    case Event.INCOME_WEST:
      return [target.mission(Region.WEST)];
    case Event.INCOME_MIDWEST:
      return [target.mission(Region.MIDWEST)];
    case Event.INCOME_EAST:
      return [target.mission(Region.EAST)];
    case Event.INCOME_SOUTH:
      return [target.mission(Region.SOUTH)];
    default:
      return [];
  }
}
