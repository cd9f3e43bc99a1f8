/** Edits of Andrew; none of them does anything where he does not play. */

import type { Andrew } from "carnegie-client";
import { type Edit, editing } from "./edit.js";
import { withTiles } from "./tiles.js";

const editingAndrew = (change: (andrew: Andrew) => void): Edit =>
  editing((copy) => {
    if (copy.andrew !== undefined) {
      change(copy.andrew);
    }
  });

/** What is counted of him: cards played, steps of the shift, VP. */
export type AndrewAmount = "played" | "shift" | "vp";

export const setAndrewAmount = (name: AndrewAmount, amount: number): Edit =>
  editingAndrew((andrew) => {
    andrew[name] = amount;
  });

/** Have a card come at a place of the order, counted from 0; the one that was there takes its place. */
export const setCard = (index: number, id: string): Edit =>
  editingAndrew((andrew) => {
    const before = andrew.cards[index];
    const other = andrew.cards.indexOf(id);
    if (other >= 0 && before !== undefined) {
      andrew.cards[other] = before;
    }
    andrew.cards[index] = id;
  });

/** Set how many tiles of a Department he has taken. */
export const setAndrewTiles = (department: string, tiles: number): Edit =>
  editingAndrew((andrew) => {
    andrew.departments = withTiles(andrew.departments, department, tiles);
  });

/** Say whether the game waits for him before the player decides. */
export const setToAct = (isSo: boolean): Edit =>
  editingAndrew((andrew) => {
    andrew.toAct = isSo;
  });
