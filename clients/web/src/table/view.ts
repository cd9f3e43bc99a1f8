/** What a position says of one thing of the table, where the message has it in a field of its own. */

import {
  Action,
  type Missions,
  type Player,
  type Position,
  ProjectType,
  Region,
  type Tab,
  TabSide,
  type TimelineRow,
  type Transport,
} from "carnegie-client";
import type { Components, Department, ProjectTab } from "./components.js";

/** Who a disk belongs to. */
export type Owner = { readonly kind: "player"; readonly seat: number } | { readonly kind: "andrew" | "neutral" };

/** Of a message with a field for each region, the field of one. */
function ofRegion(message: Missions | Transport | undefined, region: Region): number {
  switch (region) {
    case Region.WEST:
      return message?.west ?? 0;
    case Region.MIDWEST:
      return message?.midwest ?? 0;
    case Region.EAST:
      return message?.east ?? 0;
    case Region.SOUTH:
      return message?.south ?? 0;
    default:
      return 0;
  }
}

/** How many employees of a player are on Missions in a region. */
export const onMissions = (player: Player | undefined, region: Region): number => ofRegion(player?.missions, region);

/** The space that a disk has reached on the track of a region, 0 being the first. */
export const trackSpace = (transport: Transport | undefined, region: Region): number => ofRegion(transport, region);

/** The state of a tab of a player. */
export function tabState(player: Player | undefined, type: ProjectType): Tab | undefined {
  switch (type) {
    case ProjectType.HOUSING:
      return player?.tabs?.housing;
    case ProjectType.COMMERCE:
      return player?.tabs?.commerce;
    case ProjectType.INDUSTRY:
      return player?.tabs?.industry;
    case ProjectType.PUBLIC_INFRASTRUCTURE:
      return player?.tabs?.publicInfrastructure;
    default:
      return undefined;
  }
}

/** The side that a tab shows; side A where nothing else is said. */
export const tabSide = (tab: Tab | undefined): TabSide => (tab?.side === TabSide.B ? TabSide.B : TabSide.A);

/** The printed side of a tab that a player uses. */
export function printedTab(
  components: Components,
  player: Player | undefined,
  type: ProjectType,
): ProjectTab | undefined {
  const side = tabSide(tabState(player, type));
  return components.tabs.find((tab) => tab.type === type && tab.side === side);
}

/** What a circle of a tab is in the course of the game. */
export type CircleState = "hidden" | "waiting" | "built" | "empty";

/** The state of each space of a tab: hidden, or revealed; a circle's disk waits, has been built, or was not there. */
export function circleStates(printed: ProjectTab, tab: Tab | undefined): readonly CircleState[] {
  const revealed = (tab?.pulled ?? 0) + 1;
  const [built, waiting] = [tab?.built ?? 0, tab?.waiting ?? 0];
  let circle = 0;
  return printed.spaces.map((space, index) => {
    if (index >= revealed) {
      return "hidden";
    }
    if (space.kind !== "PROJECT") {
      return "empty";
    }
    circle += 1;
    return circle <= built ? "built" : circle <= built + waiting ? "waiting" : "empty";
  });
}

/** A row of the timeline. */
export function timelineRow(position: Position, action: Action): TimelineRow | undefined {
  switch (action) {
    case Action.HUMAN_RESOURCES:
      return position.timeline?.humanResources;
    case Action.MANAGEMENT:
      return position.timeline?.management;
    case Action.CONSTRUCTION:
      return position.timeline?.construction;
    case Action.RESEARCH_AND_DEVELOPMENT:
      return position.timeline?.researchAndDevelopment;
    default:
      return undefined;
  }
}

/** A space of a Company with what is on it. */
export interface CompanySpaceView {
  readonly space: string;
  readonly department: Department | undefined;
  /** The numbers of the workstations at which an employee stands. */
  readonly standing: ReadonlySet<number>;
  readonly lying: number;
  /** How often the Department can still be used in the turn that is under way. */
  readonly uses: number;
}

/** Every space of a player's Company, the Lobby last. */
export function companySpaces(components: Components, position: Position, seat: number): readonly CompanySpaceView[] {
  const player = position.players[seat];
  const uses = new Map(
    seat === deciding(position) ? position.turn?.uses.map(({ space, count }) => [space, count]) : [],
  );
  const listed = new Map(player?.company?.spaces.map((space) => [space.space, space]));
  const labels = [...components.board.spaces.map((space) => space.label), "lobby"];
  return labels.map((label) => {
    const state = listed.get(label);
    const built = components.departments.find((department) => department.name === state?.department);
    return {
      space: label,
      department: built ?? components.board.starting.get(label),
      standing: new Set(state?.standingAt),
      lying: state?.lying ?? 0,
      uses: uses.get(label) ?? 0,
    };
  });
}

/** How a space of a city is called among all of them. */
export const citySpaceKey = (city: string, space: number): string => `${city}:${space}`;

export interface CityDisk {
  readonly owner: Owner;
  /** The tab that it came from; UNSPECIFIED for a disk that is no player's. */
  readonly type: ProjectType;
}

/** The disks on the map by city and space. */
export function cityDisks(position: Position): ReadonlyMap<string, CityDisk> {
  const disks = new Map<string, CityDisk>();
  for (const { city, citySpace } of position.neutralProjects) {
    disks.set(citySpaceKey(city, citySpace), { owner: { kind: "neutral" }, type: ProjectType.UNSPECIFIED });
  }
  for (const { city, citySpace } of position.andrew?.projects ?? []) {
    disks.set(citySpaceKey(city, citySpace), { owner: { kind: "andrew" }, type: ProjectType.UNSPECIFIED });
  }
  position.players.forEach((player, seat) => {
    for (const { city, citySpace, type } of player.projects) {
      disks.set(citySpaceKey(city, citySpace), { owner: { kind: "player", seat }, type });
    }
  });
  return disks;
}

/** Who has made a donation; several where a Company has Charitable Giving. */
export function donors(position: Position, donation: string): readonly Owner[] {
  return [
    ...position.players.flatMap((player, seat): readonly Owner[] =>
      player.donations.includes(donation) ? [{ kind: "player", seat }] : [],
    ),
    ...(position.andrew?.donations.includes(donation) ? [{ kind: "andrew" } as const] : []),
    ...(position.neutralDonations.includes(donation) ? [{ kind: "neutral" } as const] : []),
  ];
}

/** Who has a disk on a space of a track. */
export function trackDisks(position: Position, region: Region, space: number): readonly Owner[] {
  return [
    ...position.players.flatMap((player, seat): readonly Owner[] =>
      trackSpace(player.transport, region) === space ? [{ kind: "player", seat }] : [],
    ),
    ...(position.andrew !== undefined && trackSpace(position.andrew.transport, region) === space
      ? [{ kind: "andrew" } as const]
      : []),
  ];
}

/** The kinds of Departments on the display with how many there are of each, by type. */
export function displayCounts(components: Components, position: Position): ReadonlyMap<string, number> {
  const names = position.display?.departments ?? [];
  const known = [...components.departments]
    .sort((one, other) => one.type - other.type)
    .map((department) => department.name)
    .filter((name) => names.includes(name));
  const kinds = [...new Set([...known, ...names])];
  return new Map(kinds.map((kind) => [kind, names.filter((name) => name === kind).length]));
}

/** The player whose decision is awaited. */
export const deciding = (position: Position): number => position.player ?? position.firstPlayer ?? 0;

/** Whether only one person plays. */
export const alone = (position: Position): boolean => position.players.length === 1;
