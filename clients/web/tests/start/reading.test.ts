/** What is entered on the start page is read as it is meant, and its faults are named. */

import { DepartmentPool, TimelineLayout } from "carnegie-client";
import { describe, expect, test } from "vitest";
import { readNewGame, readRecord } from "../../src/start/reading.js";

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ level: "3", pool: "2", layout: "2", ...fields })) {
    data.set(name, value);
  }
  return data;
}

const WANTED = { level: 3, pool: DepartmentPool.EXPANSION, layout: TimelineLayout.COLUMNS };

describe("a new game", () => {
  test("has the seed that is entered, or none", () => {
    expect(readNewGame(form({ seed: " 2147483647 " }), "")).toEqual({ ...WANTED, seed: 2_147_483_647 });
    expect(readNewGame(form({ seed: "0" }), "")).toEqual({ ...WANTED, seed: 0 });
    expect(readNewGame(form({ seed: "" }), "")).toEqual(WANTED);
  });

  test("has the person's own components only where they are wanted", () => {
    expect(readNewGame(form({ own: "on" }), "{}")).toEqual({ ...WANTED, componentsJson: "{}" });
    expect(readNewGame(form({}), "{}")).toEqual(WANTED);
  });

  test.each(["-1", "1.5", "2147483648", "seven", "1e3"])("the seed %j is refused, with what is allowed", (seed) => {
    expect(readNewGame(form({ seed }), "")).toBe(
      `Seed: found “${seed}”; a whole number from 0 to 2147483647 is allowed, or nothing.`,
    );
  });
});

describe("a file", () => {
  test("with a recorded game is read", async () => {
    const file = new File(
      ['{"game": {"seed": 7, "players": 1, "soloLevel": 2}, "steps": [{"endTurn": {}}]}'],
      "a.json",
    );
    const record = await readRecord(file);
    expect([record.game?.seed, record.game?.soloLevel, record.steps[0]?.kind.case]).toEqual([7, 2, "endTurn"]);
  });

  test.each([
    ['{"players": [{}, {}]}', "it is a position; open it under “A game at the table”"],
    ['{"cities": {}}', "it has the values of a box; import it under “Your own box”"],
    ['{"project_tabs": {}}', "it has the values of a box; import it under “Your own box”"],
    ["{}", "it holds nothing"],
    ["[]", "it holds a list"],
    ["null", "it holds a single value"],
    ["7", "it holds a single value"],
  ])("that is something else is told to be that: %s", async (text, words) => {
    await expect(readRecord(new File([text], "a.json"))).rejects.toThrow(`“a.json” is no recorded game: ${words}`);
  });

  test("that has a field twice is refused with each such field", async () => {
    const text = '{"game": {"seed": 7, "seed": 8, "soloLevel": 1, "solo_level": 2}}';
    await expect(readRecord(new File([text], "a.json"))).rejects.toThrow(
      "Duplicate field at game.seed: found the field more than once; allowed: the field once; Duplicate field at game.soloLevel",
    );
  });

  test.each(["", "no JSON", '{"gaem": {}}', "[]"])("with %j is refused by its name", async (text) => {
    await expect(readRecord(new File([text], "a.json"))).rejects.toThrow("“a.json” is no recorded game: ");
  });
});
