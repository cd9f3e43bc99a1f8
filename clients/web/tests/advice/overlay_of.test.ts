import { fromJson } from "@bufbuild/protobuf";
import { type Position, PositionSchema, type Step, StepSchema } from "carnegie-client";
import { describe, expect, test } from "vitest";
import { overlayOf } from "../../src/advice/overlay_of.js";

const step = (json: object): Step => fromJson(StepSchema, JSON.parse(JSON.stringify(json)));
const position: Position = fromJson(PositionSchema, { phase: "PHASE_EVENT", events: ["EVENT_INCOME_EAST"] });
const mission = { region: "REGION_EAST", standingAt: 2 };
const draw = (...steps: object[]) => overlayOf(steps.map(step), position);

const arrow = (from: string, to: string, count = 1) => ({ from, to, count });
const ghost = (kind: string, at: string, label: string) => ({ kind, at, label });

describe("every kind of step", () => {
  test.each([
    [
      "a lying employee who is moved",
      { moveEmployee: { path: ["lobby", "b1", "b2"] } },
      [arrow("lying:lobby", "space:b2")],
      [],
    ],
    [
      "one who stood",
      { moveEmployee: { path: ["c1", "d1"], standingAt: 2 } },
      [arrow("workstation:c1:2", "space:d1")],
      [],
    ],
    ["a relocation", { relocate: { start: "c1", end: "d4" } }, [arrow("lying:c1", "space:d4")], []],
    [
      "a use",
      { useDepartment: { space: "a1", gain: "GAIN_MONEY" } },
      [],
      [ghost("marker", "space:a1", "use for money")],
    ],
    [
      "a use with a Mission",
      { useDepartment: { space: "a1", gain: "GAIN_GOODS", mission } },
      [arrow("workstation:a1:2", "mission:3")],
      [ghost("marker", "space:a1", "use for goods")],
    ],
    [
      "a Department",
      { buildDepartment: { department: "Sales", space: "a3" } },
      [],
      [ghost("department", "space:a3", "Sales")],
    ],
    [
      "a Department into which somebody is fetched",
      { buildDepartment: { department: "Sales", space: "a3", fetched: { start: "c1", standingAt: 1 } } },
      [arrow("workstation:c1:1", "space:a3")],
      [ghost("department", "space:a3", "Sales")],
    ],
    [
      "a project",
      { buildProject: { space: "c1", type: "PROJECT_TYPE_HOUSING", city: "Boston", citySpace: 1, mission } },
      [arrow("workstation:c1:2", "mission:3")],
      [ghost("disk", "city:Boston:1", "Housing disk")],
    ],
    [
      "a project without a Mission",
      { buildProject: { space: "c3", type: "PROJECT_TYPE_INDUSTRY", city: "Reno" } },
      [],
      [ghost("disk", "city:Reno:0", "Industry disk")],
    ],
    ["a tab", { slideTab: { type: "PROJECT_TYPE_COMMERCE" } }, [], [ghost("marker", "tab:2", "Commerce tab slides")]],
    [
      "a track",
      { advanceTransport: { region: "REGION_WEST" } },
      [],
      [ghost("marker", "track:1", "transport of the West advances")],
    ],
    [
      "standing up",
      { standUp: { space: "c1", workstation: 2 } },
      [arrow("lying:c1", "workstation:c1:2")],
      [ghost("employee", "workstation:c1:2", "employee standing up")],
    ],
    ["a sale", { sellGoods: { count: 2 } }, [], []],
    ["the end", { endTurn: {} }, [], []],
    [
      "a row",
      { selectTimeline: { row: "ACTION_MANAGEMENT" } },
      [],
      [ghost("marker", "row:2", "select the Management row")],
    ],
    ["coming home", { bringHome: {} }, [arrow("mission:3", "space:lobby")], []],
    ["coming home elsewhere", { bringHome: { lobby: "c4" } }, [arrow("mission:3", "space:c4")], []],
    [
      "an income",
      { chooseIncome: { type: "PROJECT_TYPE_HOUSING", circle: 2, part: 1 } },
      [],
      [ghost("marker", "tab:1", "Housing tab income of the third circle: second part")],
    ],
    [
      "a donation",
      { donate: { donation: "WELFARE_FLAT" } },
      [],
      [ghost("disk", "donation:WELFARE_FLAT", "donation to Welfare for a fixed number of VP")],
    ],
    [
      "a donation by Charitable Giving",
      { donate: { donation: "WELFARE_FLAT", space: "d3", mission } },
      [arrow("workstation:d3:2", "mission:3")],
      [ghost("disk", "donation:WELFARE_FLAT", "donation to Welfare for a fixed number of VP")],
    ],
    [
      "another action",
      { changeAction: { action: "ACTION_CONSTRUCTION" } },
      [],
      [ghost("marker", "row:3", "do Construction instead")],
    ],
    [
      "a side",
      { chooseTabSide: { type: "PROJECT_TYPE_INDUSTRY", side: "TAB_SIDE_B" } },
      [],
      [ghost("marker", "tab:3", "Industry tab turned to side B")],
    ],
    [
      "the Housing disk",
      { placeHousing: { city: "Boston", citySpace: 1 } },
      [],
      [ghost("disk", "city:Boston:1", "Housing disk")],
    ],
    [
      "a reservation",
      { reserveDepartment: { department: "Sales" } },
      [],
      [ghost("marker", "tile:Sales", "reserve Sales")],
    ],
    ["Andrew", { playAndrew: {} }, [], [ghost("marker", "andrew", "Andrew acts")]],
  ])("%s", (_, json, arrows, ghosts) => {
    expect(draw(json)).toEqual({ arrows, ghosts });
  });

  test("there is a drawing for each of the kinds above, and no kind is missing", () => {
    const kinds = StepSchema.oneofs.flatMap((oneof) => oneof.fields.map((field) => field.localName));
    expect(kinds).toHaveLength(19);
    // Whatever a step leaves out, it is drawn without an error.
    for (const kind of kinds) {
      draw({ [kind]: {} });
    }
  });
});

test("what happens several times is drawn once, with its number", () => {
  const slide = { slideTab: { type: "PROJECT_TYPE_COMMERCE" } };
  const move = { moveEmployee: { path: ["lobby", "b1"] } };
  expect(draw(slide, move, slide, move, move)).toEqual({
    arrows: [arrow("lying:lobby", "space:b1", 3)],
    ghosts: [ghost("marker", "tab:2", "Commerce tab slides: 2 spaces")],
  });
});
