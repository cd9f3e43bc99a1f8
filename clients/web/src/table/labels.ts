/** What a screen reader says of a place: what it is, which one, and what is there. */

import type { Action, Position, ProjectType, Region } from "carnegie-client";
import { actionName } from "../words/action_name.js";
import { eventName } from "../words/event_name.js";
import { listed } from "../words/listed.js";
import { projectTypeName } from "../words/project_type_name.js";
import { quantity } from "../words/quantity.js";
import { regionName } from "../words/region_name.js";
import { tabSideName } from "../words/tab_side_name.js";
import type { City, Components, Department, DonationSpace } from "./components.js";
import { departmentEffect } from "./department_effect.js";
import { donationColumn, donationWords } from "./donation_words.js";
import { incomeWords } from "./income_words.js";
import { diskWords } from "./owner_words.js";
import {
  type CityDisk,
  type CompanySpaceView,
  circleStates,
  donors,
  onMissions,
  printedTab,
  tabSide,
  tabState,
  timelineRow,
  trackDisks,
} from "./view.js";

/** "Chicago, space 2, Industry, free". */
export function citySpaceLabel(position: Position, city: City, space: number, disk: CityDisk | undefined): string {
  const there = disk === undefined ? "free" : diskWords(position, disk.owner);
  return `${city.name}, space ${space + 1}, ${projectTypeName(city.spaces[space] ?? 0)}, ${there}`;
}

/** "a1", "Lobby". */
export const spaceName = (space: string): string => (space === "lobby" ? "Lobby" : `space ${space}`);

const lyingWords = (count: number): string => `${quantity(count, "employee")} lying`;

/** "space a2, Strategic Planning, 1 employee standing, 2 employees lying". */
export function companySpaceLabel(view: CompanySpaceView): string {
  const parts = [
    ...(view.department !== undefined ? [view.department.name] : view.space === "lobby" ? [] : ["no Department"]),
    ...(view.standing.size > 0 ? [`${quantity(view.standing.size, "employee")} standing`] : []),
    ...(view.lying > 0 ? [lyingWords(view.lying)] : []),
    ...(view.uses > 0 ? [`${quantity(view.uses, "use")} left`] : []),
    ...(view.standing.size === 0 && view.lying === 0 ? ["nobody there"] : []),
  ];
  return [spaceName(view.space), ...parts].join(", ");
}

/** "workstation 2 of Construction, space c1, $2, free". */
export function workstationLabel(view: CompanySpaceView, department: Department, number: number): string {
  const cost = department.deskCosts[number - 1] ?? 0;
  const there = view.standing.has(number) ? "an employee stands there" : "free";
  return `workstation ${number} of ${department.name}, ${spaceName(view.space)}, $${cost}, ${there}`;
}

/** "2 employees lying in Construction, space c1". */
export function lyingLabel(view: CompanySpaceView): string {
  const where =
    view.department === undefined ? spaceName(view.space) : `${view.department.name}, ${spaceName(view.space)}`;
  return `${lyingWords(view.lying)} in ${where}`;
}

/** "Missions in the West, 2 employees". */
export const missionLabel = (position: Position, seat: number, region: Region): string =>
  `Missions in the ${regionName(region)}, ${quantity(onMissions(position.players[seat], region), "employee")}`;

/** "Housing tab, side A, 3 of 6 spaces revealed, 1 disk waiting; the next space for 2 study points: $3". */
export function tabLabel(components: Components, position: Position, seat: number, type: ProjectType): string {
  const player = position.players[seat];
  const [printed, tab] = [printedTab(components, player, type), tabState(player, type)];
  if (printed === undefined) {
    return `${projectTypeName(type)} tab`;
  }
  const pulled = tab?.pulled ?? 0;
  const waiting = circleStates(printed, tab).filter((state) => state === "waiting").length;
  const cost = printed.advanceCosts[pulled];
  const next = cost === undefined ? "fully pulled" : `the next space for ${quantity(cost, "study point")}`;
  return `${projectTypeName(type)} tab, side ${tabSideName(tabSide(tab))}, ${pulled + 1} of ${printed.spaces.length} spaces revealed, ${quantity(waiting, "disk")} waiting, ${next}`;
}

/** "Transport in the West, your disk on space 2 of 5, stagecoach, $3; the next space for 1 study point". */
export function trackLabel(components: Components, position: Position, region: Region): string {
  const track = components.tracks.get(region);
  const there = (track?.spaces ?? []).flatMap((space, index) =>
    trackDisks(position, region, index).map(
      (owner) =>
        `${diskWords(position, owner)} on space ${index + 1}, ${space.level.toLowerCase()}, ${incomeWords(space.income)}`,
    ),
  );
  return [`Transport in the ${regionName(region)}`, ...there].join("; ");
}

/** "Management row, 2 of 5 spaces used, next: income of the West". */
export function rowLabel(components: Components, position: Position, action: Action): string {
  const row = timelineRow(position, action);
  const used = row?.used ?? 0;
  const events = rowEvents(components, position, action);
  const next = events[used];
  const what = next === undefined ? "used up" : `next: ${listed(next.map(eventName))}`;
  return `${actionName(action)} row of the timeline, ${used} of ${events.length} spaces used, ${what}`;
}

/** The events of the five spaces of a row. */
export const rowEvents = (components: Components, position: Position, action: Action) => [
  ...(timelineRow(position, action)?.events ?? []).map((event) => [event]),
  components.endEvents.get(action) ?? [],
];

/** "Education donation, 3 VP each: built Departments of type Management, Andrew's disk". */
export function donationLabel(position: Position, donation: DonationSpace): string {
  const owners = donors(position, donation.id).map((owner) => diskWords(position, owner));
  const there = owners.length === 0 ? "free" : listed(owners);
  return `${donationColumn(donation.column)} donation, ${donationWords(donation)}, ${there}`;
}

/** "Sales, Management, 2 tiles, workstations $1 and $1: sell 1 to 3 goods cubes at $6 each". */
export function tileLabel(department: Department, count: number): string {
  const desks =
    department.deskCosts.length === 0
      ? "no workstation"
      : `${department.deskCosts.length === 1 ? "workstation" : "workstations"} ${listed(department.deskCosts.map((cost) => `$${cost}`))}`;
  return `${department.name}, ${actionName(department.type)}, ${quantity(count, "tile")}, ${desks}: ${departmentEffect(department)}`;
}
