import { describe, expect, it } from "vitest";
import { layCompany, layDesks } from "../../src/table/company_layout.js";
import type { CompanyBoard, GridSpace } from "../../src/table/components.js";
import { overlaps } from "../../src/table/geometry.js";
import { components } from "./played.js";

const space = (column: number, row: number): GridSpace => ({ label: `${"abcdefgh"[column]}${row}`, column, row });

/** A board of another form: five columns, three rows with a gap, the Lobby below the last two columns. */
const other: CompanyBoard = {
  lobby: { column: 3, span: 2 },
  spaces: [0, 1, 2, 3, 4]
    .flatMap((column) => [1, 2, 3].map((row) => space(column, row)))
    .filter((at) => at.label !== "b2"),
  starting: new Map(),
};

describe.each([
  ["the printed board", components.board],
  ["another board", other],
])("%s", (_, board) => {
  const layout = layCompany(board);

  it("has every space and the Lobby once", () => {
    expect(layout.spaces.map((place) => place.space).sort()).toEqual(
      [...board.spaces.map((at) => at.label), "lobby"].sort(),
    );
  });

  it("has no two spaces that overlap", () => {
    layout.spaces.forEach((one, index) => {
      for (const two of layout.spaces.slice(index + 1)) {
        expect([one.space, two.space, overlaps(one.box, two.box)]).toEqual([one.space, two.space, false]);
      }
    });
  });

  it("lies within its size", () => {
    for (const { box } of layout.spaces) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(layout.size.width + 0.001);
      expect(box.y + box.height).toBeLessThanOrEqual(layout.size.height);
    }
  });

  it("has a door for each two neighbours", () => {
    const labels = new Set(board.spaces.map((at) => `${at.column} ${at.row}`));
    const beside = board.spaces.filter((at) => labels.has(`${at.column + 1} ${at.row}`)).length;
    const above = board.spaces.filter((at) => labels.has(`${at.column} ${at.row + 1}`)).length;
    expect(layout.doors).toHaveLength(beside + above + board.lobby.span);
  });

  it("has rows upwards and columns to the right", () => {
    const box = (label: string) => layout.spaces.find((place) => place.space === label)?.box;
    expect(box("a2")?.y).toBeLessThan(box("a1")?.y ?? 0);
    expect(box("lobby")?.y).toBeGreaterThan(box("a1")?.y ?? 0);
    expect(box("b1")?.x).toBeGreaterThan(box("a1")?.x ?? 0);
  });
});

describe("workstations", () => {
  const [place] = layCompany(components.board).spaces;

  it.each([1, 2, 3, 4, 6])("lie beside each other within their space, %i of them", (count) => {
    const box = place?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    const desks = layDesks(box, count);
    expect(desks).toHaveLength(count);
    desks.forEach((desk, index) => {
      expect(desk.x).toBeGreaterThanOrEqual(box.x);
      expect(desk.x + desk.width).toBeLessThanOrEqual(box.x + box.width);
      expect(overlaps(desk, place?.lying ?? box)).toBe(false);
      const next = desks[index + 1];
      expect(next !== undefined && overlaps(desk, next)).toBe(false);
    });
  });
});
