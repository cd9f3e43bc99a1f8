/** Where everything of a Company is drawn: a building with the Lobby on the ground floor. */

import type { CompanyBoard } from "./components.js";
import type { Box, Point, Size } from "./geometry.js";

export interface CompanySpacePlace {
  /** `lobby`, or the label of a space of the grid. */
  readonly space: string;
  readonly box: Box;
  /** The part in which those lie who lie here. */
  readonly lying: Box;
}

export interface CompanyLayout {
  readonly size: Size;
  readonly spaces: readonly CompanySpacePlace[];
  readonly roof: Box;
  /** Where neighbouring spaces meet: an employee goes through here. */
  readonly doors: readonly Point[];
}

export const companyWidth = 336;
const gap = 4;
const roofHeight = 14;
const spaceHeight = 98;
const lobbyHeight = 50;
const lyingHeight = 18;

/** The layout of a Company with these spaces; row 1 lies just above the Lobby. */
export function layCompany(board: CompanyBoard): CompanyLayout {
  const columnCount = Math.max(...board.spaces.map((space) => space.column + 1), board.lobby.column + board.lobby.span);
  const rowCount = Math.max(...board.spaces.map((space) => space.row));
  const size = {
    width: Math.max(companyWidth, columnCount * 84),
    height: roofHeight + rowCount * (spaceHeight + gap) + lobbyHeight + gap,
  };
  const width = (size.width - gap * (columnCount - 1)) / columnCount;
  const left = (column: number): number => column * (width + gap);
  const top = (row: number): number => roofHeight + gap + (rowCount - row) * (spaceHeight + gap);
  const lobby: Box = {
    x: left(board.lobby.column),
    y: top(0),
    width: board.lobby.span * (width + gap) - gap,
    height: lobbyHeight,
  };
  const spaces = board.spaces.map((space): CompanySpacePlace => {
    const box = { x: left(space.column), y: top(space.row), width, height: spaceHeight };
    return { space: space.label, box, lying: lyingPart(box) };
  });
  const has = new Set(board.spaces.map((space) => `${space.column} ${space.row}`));
  const doors = board.spaces.flatMap((space): readonly Point[] => {
    const box = { x: left(space.column), y: top(space.row), width, height: spaceHeight };
    const besides = has.has(`${space.column + 1} ${space.row}`)
      ? [{ x: box.x + width + gap / 2, y: box.y + spaceHeight / 2 }]
      : [];
    const touchesLobby =
      space.row === 1 && space.column >= board.lobby.column && space.column < board.lobby.column + board.lobby.span;
    const below =
      touchesLobby || has.has(`${space.column} ${space.row - 1}`)
        ? [{ x: box.x + width / 2, y: box.y + spaceHeight + gap / 2 }]
        : [];
    return [...besides, ...below];
  });
  return {
    size,
    spaces: [...spaces, { space: "lobby", box: lobby, lying: lyingPart(lobby) }],
    roof: { x: 0, y: 0, width: size.width, height: roofHeight },
    doors,
  };
}

const lyingPart = (box: Box): Box => ({
  x: box.x + 3,
  y: box.y + box.height - lyingHeight - 3,
  width: box.width - 6,
  height: lyingHeight,
});

/** The workstations of a space from the left, then its permanent employees: squares above the part for those who lie. */
export function layDesks(box: Box, count: number): readonly Box[] {
  const pitch = Math.min(25, (box.width - 6) / Math.max(count, 1));
  const size = Math.min(22, pitch - 1);
  const left = box.x + (box.width - pitch * count) / 2 + (pitch - size) / 2;
  return Array.from({ length: count }, (_, index) => ({
    x: left + index * pitch,
    y: box.y + 41,
    width: size,
    height: 34,
  }));
}
