/** Edits of what one player owns, besides the Company. */

import { create } from "@bufbuild/protobuf";
import {
  type Missions,
  MissionsSchema,
  type ProjectType,
  type Region,
  type Tab,
  TabSchema,
  type TabSide,
  TabsSchema,
  TransportSchema,
} from "carnegie-client";
import { regionField, tabField } from "../message_fields.js";
import { type Edit, editing, editingPlayer } from "./edit.js";

/** What a player counts, in dollars, cubes, VP and moves. */
export type PlayerAmount = "money" | "goods" | "vp" | "setupMoves";

/** What the service works out where it is left out. */
export type Supply = "employeesInSupply" | "disksInSupply";

export const setAmount = (seat: number, name: PlayerAmount, amount: number): Edit =>
  editingPlayer(seat, (player) => {
    player[name] = amount;
  });

/** Set a supply; without an amount the service works it out. */
export const setSupply = (seat: number, name: Supply, amount: number | undefined): Edit =>
  editingPlayer(seat, (player) => {
    if (amount === undefined) {
      delete player[name];
    } else {
      player[name] = amount;
    }
  });

/** Set the Department reserved at setup, by name; an empty one for none. */
export const setReserved = (seat: number, department: string): Edit =>
  editingPlayer(seat, (player) => {
    player.reservedDepartment = department;
  });

export const setActionChoiceTile = (seat: number, isHeld: boolean): Edit =>
  editingPlayer(seat, (player) => {
    player.actionChoiceTile = isHeld;
  });

export const setMission = (seat: number, region: Region, employees: number): Edit =>
  editingPlayer(seat, (player) => {
    const missions: Missions = player.missions ?? create(MissionsSchema);
    player.missions = missions;
    missions[regionField(region)] = employees;
  });

/** Put a disk on a space of a track, 0 being the first; the disk of Andrew where the owner is he. */
export const setTransport = (owner: number | "andrew", region: Region, space: number): Edit =>
  editing((copy) => {
    const of = owner === "andrew" ? copy.andrew : copy.players[owner];
    if (of !== undefined) {
      of.transport ??= create(TransportSchema);
      of.transport[regionField(region)] = space;
    }
  });

const editingTab = (seat: number, type: ProjectType, change: (tab: Tab) => void): Edit =>
  editingPlayer(seat, (player) => {
    player.tabs ??= create(TabsSchema);
    const field = tabField(type);
    const tab = player.tabs[field] ?? create(TabSchema);
    player.tabs[field] = tab;
    change(tab);
  });

export const setTabSide = (seat: number, type: ProjectType, side: TabSide): Edit =>
  editingTab(seat, type, (tab) => {
    tab.side = side;
  });

export const setPulled = (seat: number, type: ProjectType, spaces: number): Edit =>
  editingTab(seat, type, (tab) => {
    tab.pulled = spaces;
  });

/** Set how many disks of a tab have been built or wait on it; without an amount the service works it out. */
export const setTabDisks = (
  seat: number,
  type: ProjectType,
  name: "built" | "waiting",
  disks: number | undefined,
): Edit =>
  editingTab(seat, type, (tab) => {
    if (disks === undefined) {
      delete tab[name];
    } else {
      tab[name] = disks;
    }
  });
