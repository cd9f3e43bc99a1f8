/** Edits of the timeline and of the display. */

import { create } from "@bufbuild/protobuf";
import {
  type Action,
  DisplaySchema,
  type Event,
  type TimelineRow,
  TimelineRowSchema,
  TimelineSchema,
} from "carnegie-client";
import { rowField } from "../message_fields.js";
import { type Edit, editing } from "./edit.js";
import { withTiles } from "./tiles.js";

const editingRow = (action: Action, change: (row: TimelineRow) => void): Edit =>
  editing((copy) => {
    copy.timeline ??= create(TimelineSchema);
    const field = rowField(action);
    const row = copy.timeline[field] ?? create(TimelineRowSchema);
    copy.timeline[field] = row;
    change(row);
  });

/** Set the event of one of the first four spaces of a row, counted from 0. */
export const setRowEvent = (action: Action, index: number, event: Event): Edit =>
  editingRow(action, (row) => {
    row.events[index] = event;
  });

/** Set how many of the five spaces of a row have been used. */
export const setUsed = (action: Action, spaces: number): Edit =>
  editingRow(action, (row) => {
    row.used = spaces;
  });

/** Set how many tiles of a Department lie on the display. */
export const setTiles = (department: string, tiles: number): Edit =>
  editing((copy) => {
    copy.display ??= create(DisplaySchema);
    copy.display.departments = withTiles(copy.display.departments, department, tiles);
  });
