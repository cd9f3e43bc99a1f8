import type { Position } from "carnegie-client";
import { alone, type Owner } from "./view.js";

/** What a player is called: "You" who plays alone, else "Player 2". */
export const seatName = (position: Position, seat: number): string => (alone(position) ? "You" : `Player ${seat + 1}`);

/** Whose disk it is: "your disk", "Andrew's disk", "Player 2's disk", "a neutral disk". */
export function diskWords(position: Position, owner: Owner): string {
  switch (owner.kind) {
    case "player":
      return alone(position) ? "your disk" : `Player ${owner.seat + 1}'s disk`;
    case "andrew":
      return "Andrew's disk";
    case "neutral":
      return "a neutral disk";
  }
}

/** What is written on a disk: the number of the player where there are several, A for Andrew, nothing on a neutral one. */
export function diskMark(position: Position, owner: Owner): string {
  switch (owner.kind) {
    case "player":
      return alone(position) ? "" : `${owner.seat + 1}`;
    case "andrew":
      return "A";
    case "neutral":
      return "";
  }
}
