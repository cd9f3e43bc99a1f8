/** Edits of a player's Company. */

import { create } from "@bufbuild/protobuf";
import { CompanySchema, type CompanySpace, CompanySpaceSchema } from "carnegie-client";
import { type Edit, editingPlayer } from "./edit.js";

const editingSpace = (seat: number, space: string, change: (of: CompanySpace) => void): Edit =>
  editingPlayer(seat, (player) => {
    player.company ??= create(CompanySchema);
    const { spaces } = player.company;
    const listed = spaces.find((each) => each.space === space) ?? create(CompanySpaceSchema, { space });
    change(listed);
    // A space that holds nothing is not listed.
    const isEmpty = listed.department === "" && listed.standingAt.length === 0 && listed.lying === 0;
    const others = spaces.filter((each) => each !== listed);
    player.company.spaces = isEmpty ? others : spaces.includes(listed) ? spaces : [...spaces, listed];
  });

/** Build a Department on a space, by name, or take away what is built there. Who lies or stands there stays. */
export const setDepartment = (seat: number, space: string, department: string): Edit =>
  editingSpace(seat, space, (of) => {
    of.department = department;
  });

/** Have an employee stand at a workstation, 1 being the leftmost, or not. */
export const setStanding = (seat: number, space: string, workstation: number, isThere: boolean): Edit =>
  editingSpace(seat, space, (of) => {
    const others = of.standingAt.filter((each) => each !== workstation);
    of.standingAt = isThere ? [...others, workstation].sort((one, other) => one - other) : others;
  });

export const setLying = (seat: number, space: string, employees: number): Edit =>
  editingSpace(seat, space, (of) => {
    of.lying = employees;
  });

/** Take a space off the list with all that is on it, such as one that the board does not have. */
export const removeSpace = (seat: number, index: number): Edit =>
  editingPlayer(seat, (player) => {
    player.company?.spaces.splice(index, 1);
  });
