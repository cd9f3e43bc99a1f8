import { Action, ProjectType, Region } from "carnegie-client";
import { describe, expect, it } from "vitest";
import type { Income } from "../../src/table/components.js";
import { departmentNamed } from "../../src/table/department_effect.js";
import { donationWords } from "../../src/table/donation_words.js";
import { incomeLines, incomeWords } from "../../src/table/income_words.js";
import {
  citySpaceLabel,
  companySpaceLabel,
  donationLabel,
  lyingLabel,
  missionLabel,
  rowLabel,
  tabLabel,
  tileLabel,
  trackLabel,
  workstationLabel,
} from "../../src/table/labels.js";
import { overlayWords } from "../../src/table/overlay_words.js";
import { cityDisks, companySpaces } from "../../src/table/view.js";
import { components, played } from "./played.js";

const position = played("solo-7-round-9");
const nothing: Income = { money: 0, goods: 0, vp: 0, studyPoints: 0, newEmployee: 0, choice: [] };

const city = (name: string) => {
  const found = components.cities.find((one) => one.name === name);
  if (found === undefined) {
    throw new Error(`no ${name}`);
  }
  return found;
};

const companySpace = (label: string) => {
  const found = companySpaces(components, position, 0).find((view) => view.space === label);
  if (found === undefined) {
    throw new Error(`no ${label}`);
  }
  return found;
};

describe("the label of a place", () => {
  it("says of a space of a city what it takes and what is there", () => {
    const disks = cityDisks(position);
    expect(citySpaceLabel(position, city("Chicago"), 2, disks.get("Chicago:2"))).toBe(
      "Chicago, space 3, Industry, free",
    );
    expect(citySpaceLabel(position, city("Seattle"), 0, undefined)).toBe("Seattle, space 1, any type, free");
    const [own] = position.players[0]?.projects ?? [];
    if (own === undefined) {
      throw new Error("no project");
    }
    const key = `${own.city}:${own.citySpace}`;
    expect(citySpaceLabel(position, city(own.city), own.citySpace, disks.get(key))).toMatch(/, your disk$/);
  });

  it("says of the Company who stands and lies where", () => {
    expect(companySpaceLabel(companySpace("d4"))).toBe("space d4, no Department, nobody there");
    expect(companySpaceLabel(companySpace("lobby"))).toMatch(/^Lobby, \d employees lying$/);
    expect(lyingLabel(companySpace("c1"))).toBe("0 employees lying in Construction, space c1");
    const space = companySpace("b1");
    const department = departmentNamed(components, "Human Resources");
    expect(department && workstationLabel(space, department, 2)).toMatch(
      /^workstation 2 of Human Resources, space b1, \$1, (free|an employee stands there)$/,
    );
  });

  it("says of the boards how far things are", () => {
    expect(missionLabel(position, 0, Region.WEST)).toBe("Missions in the West, 0 employees");
    expect(tabLabel(components, position, 0, ProjectType.HOUSING)).toMatch(
      /^Housing tab, side [AB], \d of 6 spaces revealed, \d disks? waiting, (the next space for \d study points?|fully pulled)$/,
    );
    expect(trackLabel(components, position, Region.EAST)).toBe(
      "Transport in the East; Andrew's disk on space 1, stagecoach, $1; your disk on space 3, railroad, 1 new employee",
    );
    expect(rowLabel(components, position, Action.MANAGEMENT)).toBe(
      "Management row of the timeline, 4 of 5 spaces used, next: income of the Midwest and donation",
    );
  });

  it("says of a tile what it does, and of a donation what it scores", () => {
    const sales = departmentNamed(components, "Sales");
    expect(sales && tileLabel(sales, 2)).toBe(
      "Sales, Management, 2 tiles, workstations $1 and $1: sell 1 to 3 goods cubes at $6 each",
    );
    const lobby = departmentNamed(components, "New Lobby");
    expect(lobby && tileLabel(lobby, 1)).toMatch(/^New Lobby, Human Resources, 1 tile, no workstation: /);
    const donation = components.donations.find((one) => one.id === "EDUCATION_DEPARTMENTS_RESEARCH");
    expect(donation && donationLabel(played("players-2-round-8"), donation)).toMatch(
      /^Education donation, 3 VP each: built Departments of type Research and Development, /,
    );
    const flat = components.donations.find((one) => one.id === "WELFARE_FLAT");
    expect(flat && donationWords(flat)).toBe("a flat 7 VP");
  });
});

describe("an income in words", () => {
  it("names its parts", () => {
    expect(incomeWords(nothing)).toBe("nothing");
    expect(incomeWords({ ...nothing, money: 3 })).toBe("$3");
    expect(incomeWords({ ...nothing, goods: 1, vp: 2 })).toBe("1 goods cube and 2 VP");
    expect(incomeWords({ ...nothing, studyPoints: 3, newEmployee: 1 })).toBe("3 study points and 1 new employee");
  });

  it("names what can be chosen", () => {
    const choice = {
      ...nothing,
      choice: [
        { ...nothing, goods: 1 },
        { ...nothing, money: 3 },
      ],
    };
    expect(incomeWords(choice)).toBe("1 goods cube or $3");
    expect(incomeLines(choice)).toEqual(["1 goods", "or $3"]);
  });
});

describe("a plan in words", () => {
  it("names its ghosts and how many arrows there are", () => {
    expect(
      overlayWords({
        arrows: [{ from: "lying:lobby", to: "space:b1", count: 2 }],
        ghosts: [{ at: "city:Chicago:1", kind: "disk", label: "Housing disk" }],
      }),
    ).toBe("The plan over the table: Housing disk and 1 arrow");
  });
});
