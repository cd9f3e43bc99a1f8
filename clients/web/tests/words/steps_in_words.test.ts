import { create, fromJson } from "@bufbuild/protobuf";
import { type PlannedStep, PlannedStepSchema, type Step, StepSchema } from "carnegie-client";
import { expect, test } from "vitest";
import { changeInWords } from "../../src/words/change_in_words.js";
import { stepInWords } from "../../src/words/step_in_words.js";

const names = new Map([
  ["a1", "Commerce and Finance"],
  ["c1", "Construction"],
  ["d3", "Charitable Giving"],
]);

const step = (json: object): Step => fromJson(StepSchema, JSON.parse(JSON.stringify(json)));
const mission = { region: "REGION_EAST", standingAt: 2 };

test.each([
  [{ moveEmployee: { path: ["lobby", "c1"] } }, "Move a lying employee from the Lobby to Construction (c1)"],
  [
    { moveEmployee: { path: ["c1", "b1", "b2", "b3"], standingAt: 1 } },
    "Move the employee at workstation 1 of Construction (c1) to the empty space b3 by way of the empty space b1 and the empty space b2",
  ],
  [{ useDepartment: { space: "a1", gain: "GAIN_MONEY" } }, "Use Commerce and Finance (a1) for money"],
  [
    { useDepartment: { space: "a1", gain: "GAIN_GOODS", mission } },
    "Use Commerce and Finance (a1) for goods; the employee at workstation 2 goes on a Mission to the East",
  ],
  [{ useDepartment: { space: "a3", gain: "GAIN_SALE", count: 3 } }, "Use the empty space a3 to sell 3 goods cubes"],
  [
    { useDepartment: { space: "a1", gain: "GAIN_VP", count: 1, region: "REGION_EAST" } },
    "Use Commerce and Finance (a1) for VP from 1 project in the East",
  ],
  [
    { useDepartment: { space: "a1", gain: "GAIN_MONEY", region: "REGION_WEST" } },
    "Use Commerce and Finance (a1) for money from all projects in the West",
  ],
  [
    { useDepartment: { space: "a1", gain: "GAIN_NEW_EMPLOYEE", lobby: "c4" } },
    "Use Commerce and Finance (a1) for a new employee; a new employee lies in the empty space c4",
  ],
  [
    { buildDepartment: { department: "Sales", space: "a3", fetched: { start: "lobby" } } },
    "Build the Department Sales on the empty space a3; fetch a lying employee from the Lobby into it",
  ],
  [
    { buildProject: { space: "c1", type: "PROJECT_TYPE_INDUSTRY", city: "Boston", citySpace: 1, mission } },
    "Use Construction (c1) to build an Industry disk on the second space of Boston; the employee at workstation 2 goes on a Mission to the East",
  ],
  [{ slideTab: { type: "PROJECT_TYPE_PUBLIC_INFRASTRUCTURE" } }, "Slide the Public Infrastructure tab one space"],
  [{ advanceTransport: { region: "REGION_WEST" } }, "Advance the transport disk of the West one space"],
  [
    { standUp: { space: "c1", workstation: 2, payroll: "PAYROLL_CUT" } },
    "Stand an employee up in Construction (c1) at workstation 2, with a cut",
  ],
  [{ sellGoods: { count: 1 } }, "Sell 1 goods cube"],
  [{ selectTimeline: { row: "ACTION_MANAGEMENT" } }, "Select the Management row of the timeline"],
  [
    { bringHome: { trackSpace: 0 } },
    "Bring an employee home to the Lobby; take the income of the first space of the track",
  ],
  [
    { chooseIncome: { type: "PROJECT_TYPE_HOUSING", circle: 2, part: 1 } },
    "Choose the second part of the income of the third circle of the Housing tab",
  ],
  [{ donate: { donation: "WELFARE_FLAT" } }, "Donate to Welfare for a fixed number of VP"],
  [
    { donate: { donation: "WELFARE_FLAT", space: "d3", mission } },
    "Use Charitable Giving (d3) to donate to Welfare for a fixed number of VP; the employee at workstation 2 goes on a Mission to the East",
  ],
  [{ changeAction: { action: "ACTION_CONSTRUCTION" } }, "Use the Action Choice tile to do Construction instead"],
  [{ chooseTabSide: { type: "PROJECT_TYPE_COMMERCE", side: "TAB_SIDE_B" } }, "Turn the Commerce tab to side B"],
  [{ placeHousing: { city: "Boston", citySpace: 1 } }, "Place the Housing disk on the second space of Boston"],
  [{ reserveDepartment: { department: "Sales" } }, "Reserve the Department Sales"],
  [
    { relocate: { start: "c1", end: "d4", standingAt: 2 } },
    "Relocate the employee at workstation 2 of Construction (c1) to the empty space d4",
  ],
  [{ playAndrew: {} }, "Have Andrew act"],
  [{ endTurn: {} }, "End the turn"],
  [{}, "A step that this page does not know"],
])("%j", (json, sentence) => {
  expect(stepInWords(step(json), names)).toBe(sentence);
});

function planned(json: object, change: object): PlannedStep {
  return create(PlannedStepSchema, { step: step(json), change });
}

test.each([
  [{ moveEmployee: { path: ["a1", "b1"] } }, { moves: -1, money: 2 }, "1 move, get $2"],
  [{ sellGoods: { count: 2 } }, { goods: -2, money: 2 }, "get $2"],
  [{ endTurn: {} }, { moves: -2, studyPoints: -1 }, "2 moves and 1 study point left unused"],
  [{ buildProject: {} }, { goods: -1, money: -3, vp: 1 }, "pay $3 and 1 goods cube, get 1 VP"],
  [{ endTurn: {} }, {}, ""],
])("what %j costs and brings by %j", (json, change, said) => {
  expect(changeInWords(planned(json, change))).toBe(said);
});
