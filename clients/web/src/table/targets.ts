/**
 * The places of the table that a person can point at.
 *
 * A target is a text, so that it can be a key of a set and an attribute of an element: what it is, and which one, such as
 * `city:Chicago:1`. The picture of the table draws them, moves are entered through them.
 */

import type { Action, ProjectType, Region } from "carnegie-client";

export type Target = string;

export const target = {
  /** A space of the Company: `lobby`, or `a1` to `d4`. */
  space: (space: string): Target => `space:${space}`,
  /** A workstation of a space, 1 being the leftmost, with or without an employee standing there. */
  workstation: (space: string, workstation: number): Target => `workstation:${space}:${workstation}`,
  /** The employees lying in a space. */
  lying: (space: string): Target => `lying:${space}`,
  /** A space of a city, counted from 0. */
  city: (city: string, citySpace: number): Target => `city:${city}:${citySpace}`,
  /** A project tab. */
  tab: (type: ProjectType): Target => `tab:${type}`,
  /** A transport track. */
  track: (region: Region): Target => `track:${region}`,
  /** The Missions of a region. */
  mission: (region: Region): Target => `mission:${region}`,
  /** A row of the timeline. */
  row: (action: Action): Target => `row:${action}`,
  /** A donation, by its id. */
  donation: (id: string): Target => `donation:${id}`,
  /** A kind of Department on the display, by its name. */
  tile: (department: string): Target => `tile:${department}`,
  /** Andrew's card. */
  andrew: (): Target => "andrew",
} as const;
