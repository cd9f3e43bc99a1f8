import { Action, Event, ProjectType, Region, TabSide } from "carnegie-client";
import { describe, expect, it } from "vitest";
import { ComponentsError, parseComponents } from "../../src/table/components.js";
import { components, componentsJson } from "./played.js";

/** What these tests change in the printed tables. */
interface Tables {
  donations?: unknown;
  readonly cities: { readonly rows: unknown[] };
  readonly company_board: { readonly lobby: { column: number } };
}

/** The printed tables with a change. */
function changed(change: (tables: Tables) => void): string {
  const tables = JSON.parse(componentsJson) as Tables;
  change(tables);
  return JSON.stringify(tables);
}

/** The faults of a text. */
function faults(text: string): readonly string[] {
  try {
    parseComponents(text);
  } catch (error) {
    if (error instanceof ComponentsError) {
      return error.faults;
    }
    throw error;
  }
  return [];
}

describe("the printed tables", () => {
  it("are read with their numbers", () => {
    expect(components.cities).toHaveLength(32);
    expect(components.links).toHaveLength(54);
    expect(components.donations).toHaveLength(20);
    expect(components.departments).toHaveLength(32);
    expect(components.soloCards).toHaveLength(40);
    expect(components.tabs).toHaveLength(8);
    expect(components.board.spaces).toHaveLength(16);
    expect(components.rounds).toBe(20);
    expect(components.employees).toBe(15);
    expect(components.donationLimit).toBe(12);
    expect(components.shiftVp).toEqual([0, 1, 3, 6, 10]);
  });

  it("are read with their names as values of the contract", () => {
    expect(components.cities.find((city) => city.name === "Chicago")).toEqual({
      name: "Chicago",
      region: Region.MIDWEST,
      size: "MAJOR",
      spaces: [
        ProjectType.COMMERCE,
        ProjectType.HOUSING,
        ProjectType.INDUSTRY,
        ProjectType.INDUSTRY,
        ProjectType.PUBLIC_INFRASTRUCTURE,
      ],
      vpPerProject: 3,
      linkPoints: 1,
      incomeMark: false,
    });
    expect(components.endEvents.get(Action.MANAGEMENT)).toEqual([Event.INCOME_MIDWEST, Event.DONATION]);
    expect(components.board.starting.get("c1")?.name).toBe("Construction");
    expect(components.board.starting.get("b1")?.permanentEmployees).toBe(1);
    expect(components.tracks.get(Region.SOUTH)?.spaces.at(-1)?.arrivalBonus.goods).toBe(3);
    const housing = components.tabs.find((tab) => tab.type === ProjectType.HOUSING && tab.side === TabSide.A);
    expect(housing?.spaces[2]?.income.choice.map((income) => [income.goods, income.money])).toEqual([
      [1, 0],
      [0, 3],
    ]);
  });

  it("name the tables that are stand-ins", () => {
    expect([...components.assumed].sort()).toEqual(["bidding", "company_board", "project_tabs"]);
  });
});

describe("tables of another form", () => {
  it("are refused with everything that is wrong, each with its path", () => {
    const text = changed((tables) => {
      delete tables.donations;
      tables.cities.rows[3] = { name: "Boise", region: "NORTH", size: "SMALL", spaces: ["ANY"] };
      tables.company_board.lobby.column = -1;
    });
    expect(faults(text)).toEqual([
      'cities.rows[3].region: one of WEST, MIDWEST, EAST, SOUTH expected, "NORTH" found',
      "cities.rows[3].vp_per_project: a whole number, 0 or more, expected, nothing found",
      "cities.rows[3].link_points: a whole number, 0 or more, expected, nothing found",
      "cities.rows[3].income_mark: true or false expected, nothing found",
      "donations.rows: a list expected, nothing found",
      "donations.limit: a whole number, 0 or more, expected, nothing found",
      "company_board.lobby.column: a whole number, 0 or more, expected, -1 found",
    ]);
  });

  it("are refused where they are no JSON", () => {
    expect(faults("{")[0]).toMatch(/^not a JSON text/);
  });

  it("are refused where they are no object", () => {
    expect(faults("[]")).toContain("the text: an object expected, a list found");
  });
});
