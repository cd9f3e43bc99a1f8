/** Score sheets stand side by side, line by line. */

import { create } from "@bufbuild/protobuf";
import { ScorePositionResponseSchema } from "carnegie-client";
import { describe, expect, test } from "vitest";
import { outcomeInWords, sheetRows } from "../../src/score/sheet_rows.js";

const line = (name: string, vp: number) => ({ name, vp });

describe("the sheets of a solo game", () => {
  const rows = sheetRows(
    create(ScorePositionResponseSchema, {
      players: [{ lines: [line("vp", 3), line("cities", 20)], total: 23 }],
      andrew: { lines: [line("cards", 6), line("cities", 15)], total: 21 },
    }),
  );

  test("have a row for each line that one of them has, and a gap where the other one has none", () => {
    expect(rows).toEqual({
      columns: ["you", "Andrew"],
      rows: [
        { name: "vp", vp: [3, undefined] },
        { name: "cities", vp: [20, 15] },
        { name: "cards", vp: [undefined, 6] },
      ],
      totals: [23, 21],
    });
  });

  test("say who wins, and by how much", () => {
    expect(outcomeInWords(rows)).toBe("You win by 2 VP: 23 to 21.");
    expect(outcomeInWords({ ...rows, totals: [20, 21] })).toBe("Andrew wins by 1 VP: 21 to 20.");
    expect(outcomeInWords({ ...rows, totals: [9, 9] })).toBe("A tie: 9 VP each.");
  });
});

test("several players have numbers, and no outcome is said of them", () => {
  const players = [3, 4, 5].map((total) => ({ lines: [line("vp", total)], total }));
  const rows = sheetRows(create(ScorePositionResponseSchema, { players }));
  expect(rows.columns).toEqual(["player 1", "player 2", "player 3"]);
  expect(outcomeInWords(rows)).toBe("");
});
