import { describe, expect, test } from "vitest";
import { narrow, placeMeant } from "../../src/moves/narrowing.js";

const money = { targets: ["space:a1"], name: "money" };
const goods = { targets: ["space:a1"], name: "goods" };
const west = { targets: ["space:a1", "workstation:a1:1", "mission:1"], name: "west" };
const east = { targets: ["space:a1", "workstation:a1:1", "mission:3"], name: "east" };
const tab = { targets: ["tab:1"], name: "tab" };
const end = { targets: [], name: "end" };
const all = [money, goods, west, east, tab, end];

const names = (options: readonly { readonly name: string }[]) => options.map((option) => option.name);

describe("narrowing", () => {
  test("with nothing chosen every place of every option can be chosen", () => {
    const { left, choices, offered } = narrow(all, new Set());
    expect(left).toHaveLength(6);
    expect([...choices]).toEqual(["space:a1", "workstation:a1:1", "mission:1", "mission:3", "tab:1"]);
    expect(offered).toEqual([]);
  });

  test("what differs only in things without a place is offered, beside the places that lead on", () => {
    const { choices, offered } = narrow(all, new Set(["space:a1"]));
    expect(names(offered)).toEqual(["money", "goods"]);
    expect([...choices]).toEqual(["workstation:a1:1", "mission:1", "mission:3"]);
  });

  test("a place that all options have that are left is settled", () => {
    const { left, choices } = narrow(all, new Set(["mission:3"]));
    expect(names(left)).toEqual(["east"]);
    expect([...choices]).toEqual([]);
    expect([...narrow(all, new Set(["workstation:a1:1"])).choices]).toEqual(["mission:1", "mission:3"]);
  });

  test("a place that is not needed may be chosen too: the employee of a Department that is used", () => {
    const staffed = { ...money, alsoTargets: ["workstation:a1:1"] };
    const { offered, choices } = narrow([staffed, west, east, tab], new Set(["workstation:a1:1"]));
    expect(names(offered)).toEqual(["money"]);
    expect([...choices]).toEqual(["mission:1", "mission:3"]);
    expect(names(narrow([staffed, west, east], new Set(["workstation:a1:1", "mission:3"])).left)).toEqual(["east"]);
  });

  test("places that do not go together leave nothing", () => {
    const { left, choices, offered } = narrow(all, new Set(["tab:1", "space:a1"]));
    expect([left, [...choices], offered]).toEqual([[], [], []]);
  });
});

describe("the place meant by a click", () => {
  const choices = new Set(["space:a1", "lying:b1", "workstation:b1:1", "workstation:c1:2", "city:Reno:0"]);

  test.each([
    ["space:a1", "space:a1"],
    ["workstation:a1:2", "space:a1"],
    ["lying:a1", "space:a1"],
    ["space:b1", "lying:b1"],
    ["space:c1", "workstation:c1:2"],
    ["city:Reno:3", "city:Reno:0"],
    ["space:d4", undefined],
    ["tab:1", undefined],
    ["workstation:d4:1", undefined],
  ])("%s means %s", (clicked, meant) => {
    expect(placeMeant(clicked, choices)).toBe(meant);
  });

  test("of several who stand in a space none is meant", () => {
    expect(placeMeant("space:c1", new Set(["workstation:c1:1", "workstation:c1:2"]))).toBeUndefined();
  });
});
