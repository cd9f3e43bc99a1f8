/** Where everything of the boards is drawn: tabs, transport tracks, timeline, donations, display. */

import type { Action, ProjectType, Region } from "carnegie-client";
import type { Components, ProjectTab, Track } from "./components.js";
import { type Box, columns, type Size } from "./geometry.js";
import { actionOrder, projectTypeOrder, regionOrder } from "./order.js";

export const boardWidth = 336;

/** A row of a board: all of it, and the spaces in it from left to right. */
export interface RowPlace {
  readonly box: Box;
  readonly spaces: readonly Box[];
}

export interface RowsLayout<K> {
  readonly size: Size;
  readonly rows: ReadonlyMap<K, RowPlace>;
}

const rowGap = 6;

/** How many spaces lie side by side at most, so that their words can be read. */
const mostInLine = 8;

/** Spaces from left to right; more than fit into a line are shared out to several of the same height. */
function laySpaces(x: number, y: number, count: number, height: number, gap: number): readonly Box[] {
  const lines = Math.max(1, Math.ceil(count / mostInLine));
  const inLine = Math.ceil(count / lines);
  return Array.from({ length: lines }, (_, line) =>
    columns({ x, y: y + line * (height + rowGap), width: boardWidth - 12, height }, inLine, gap),
  )
    .flat()
    .slice(0, count);
}

/** Rows one below the other, each with a line of words above its spaces. */
function layRows<K>(
  keys: readonly K[],
  counts: readonly number[],
  title: number,
  height: number,
  gap: number,
): RowsLayout<K> {
  const rows = new Map<K, RowPlace>();
  let y = 0;
  keys.forEach((key, index) => {
    const spaces = laySpaces(8, y + title, counts[index] ?? 0, height, gap);
    const bottom = Math.max(y + title + height, ...spaces.map((space) => space.y + space.height));
    const box = { x: 0, y, width: boardWidth, height: bottom + 4 - y };
    rows.set(key, { box, spaces });
    y += box.height + rowGap;
  });
  return { size: { width: boardWidth, height: y - rowGap }, rows };
}

/** The four project tabs: a row for each, its spaces in the order in which they are revealed. */
export const layTabs = (tabs: readonly (ProjectTab | undefined)[]): RowsLayout<ProjectType> =>
  layRows(
    projectTypeOrder,
    tabs.map((tab) => tab?.spaces.length ?? 0),
    24,
    46,
    12,
  );

/** The four transport tracks. */
export const layTracks = (tracks: ReadonlyMap<Region, Track>): RowsLayout<Region> =>
  layRows(
    regionOrder,
    regionOrder.map((region) => tracks.get(region)?.spaces.length ?? 0),
    20,
    60,
    12,
  );

/** The timeline: a row for each action with five spaces. */
export const layTimeline = (): RowsLayout<Action> =>
  layRows(
    actionOrder,
    actionOrder.map(() => 5),
    20,
    32,
    4,
  );

export interface GridLayout {
  readonly size: Size;
  readonly places: ReadonlyMap<string, Box>;
}

const donationHeight = 62;
const donationTop = 20;

/** The columns of donations with the places of their names. */
export function layDonations(components: Components): GridLayout & { readonly titles: ReadonlyMap<string, Box> } {
  const names = [...new Set(components.donations.map((donation) => donation.column))];
  const parts = columns({ x: 0, y: 0, width: boardWidth, height: donationTop }, names.length, 4);
  const titles = new Map(names.flatMap((name, index) => (parts[index] === undefined ? [] : [[name, parts[index]]])));
  const places = new Map<string, Box>();
  for (const donation of components.donations) {
    const column = titles.get(donation.column);
    if (column !== undefined) {
      const y = donationTop + (donation.row - 1) * (donationHeight + 4);
      places.set(donation.id, { ...column, y, height: donationHeight });
    }
  }
  const rows = Math.max(...components.donations.map((donation) => donation.row));
  return { size: { width: boardWidth, height: donationTop + rows * (donationHeight + 4) - 4 }, titles, places };
}

const tileHeight = 46;

/** The kinds of Departments on the display, two beside each other. */
export function layDisplay(departments: readonly string[]): GridLayout {
  const kinds = [...new Set(departments)];
  const rows = Math.ceil(kinds.length / 2);
  const places = new Map<string, Box>();
  kinds.forEach((name, index) => {
    const row = columns(
      { x: 0, y: Math.floor(index / 2) * (tileHeight + 4), width: boardWidth, height: tileHeight },
      2,
      4,
    );
    const box = row[index % 2];
    if (box !== undefined) {
      places.set(name, box);
    }
  });
  return { size: { width: boardWidth, height: Math.max(1, rows) * (tileHeight + 4) - 4 }, places };
}

/** Andrew's card: its progress, the shift, and so many lines of words below. */
export const layAndrew = (lines: number): Size => ({ width: boardWidth, height: 98 + lines * 15 });
