/** An edit of a table that is set by hand: it makes another draft of a draft, and leaves the first as it is. */

import { clone } from "@bufbuild/protobuf";
import { type Player, type Position, PositionSchema } from "carnegie-client";

export type Edit = (draft: Position) => Position;

/** An edit that changes a copy. */
export const editing =
  (change: (copy: Position) => void): Edit =>
  (draft) => {
    const copy = clone(PositionSchema, draft);
    change(copy);
    return copy;
  };

/** An edit of one player; none where nobody has that seat. */
export const editingPlayer = (seat: number, change: (player: Player, copy: Position) => void): Edit =>
  editing((copy) => {
    const player = copy.players[seat];
    if (player !== undefined) {
      change(player, copy);
    }
  });
