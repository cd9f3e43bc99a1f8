/** Every kind of edit: what it changes, and that it leaves the draft before it as it was. */

import { clone, create, equals } from "@bufbuild/protobuf";
import { Action, Event, Phase, PositionSchema, ProjectType, Region, TabSide } from "carnegie-client";
import { describe, expect, test } from "vitest";
import { setAndrewAmount, setAndrewTiles, setCard, setToAct } from "../../src/by_hand/edits/andrew.js";
import { setRowEvent, setTiles, setUsed } from "../../src/by_hand/edits/board.js";
import { removeSpace, setDepartment, setLying, setStanding } from "../../src/by_hand/edits/company.js";
import { donorsOf, ownersAt, setCitySpace, setDonation } from "../../src/by_hand/edits/disks.js";
import type { Edit } from "../../src/by_hand/edits/edit.js";
import {
  setActionChoiceTile,
  setAmount,
  setMission,
  setPulled,
  setReserved,
  setSupply,
  setTabDisks,
  setTabSide,
  setTransport,
} from "../../src/by_hand/edits/player.js";
import {
  beginTurn,
  setAction,
  setAwaitedEvent,
  setFirstPlayer,
  setIncomeChoice,
  setPhase,
  setPlayer,
  setRound,
  setTurn,
  setTurnAction,
  setTurnAmount,
  setTurnMark,
  setUses,
} from "../../src/by_hand/edits/round.js";

const DRAFT = create(PositionSchema, {
  round: 4,
  events: [Event.INCOME_WEST, Event.DONATION],
  players: [
    {
      employeesInSupply: 5,
      company: {
        spaces: [
          { space: "a1", department: "Sales", standingAt: [2], lying: 1 },
          { space: "lobby", lying: 2 },
        ],
      },
      tabs: { housing: { built: 1 } },
      projects: [{ city: "Chicago", citySpace: 1, type: ProjectType.HOUSING }],
      donations: ["WELFARE_FLAT"],
    },
    { donations: ["WELFARE_GOODS"] },
  ],
  display: { departments: ["Sales", "Recruiting"] },
  timeline: { management: { events: [Event.DONATION, Event.DONATION, Event.DONATION, Event.DONATION], used: 1 } },
  neutralProjects: [{ city: "Reno" }],
  turn: { moves: 3, uses: [{ space: "a1", count: 1 }], choices: [{ type: ProjectType.HOUSING, circle: 0 }] },
  andrew: { cards: ["one", "two", "three"], departments: ["Sales"] },
});

/** What a draft becomes, checked to be another one than the draft, which stays. */
function edited(edit: Edit) {
  const before = clone(PositionSchema, DRAFT);
  const after = edit(DRAFT);
  expect(equals(PositionSchema, DRAFT, before)).toBe(true);
  expect(equals(PositionSchema, DRAFT, after)).toBe(false);
  return after;
}

describe("edits of the round", () => {
  test.each([
    ["the round", setRound(7), { round: 7 }],
    ["the phase", setPhase(Phase.EVENT), { phase: Phase.EVENT }],
    ["the first player", setFirstPlayer(1), { firstPlayer: 1 }],
    ["who decides", setPlayer(1), { player: 1 }],
    ["the action", setAction(Action.MANAGEMENT), { action: Action.MANAGEMENT }],
    ["another event", setAwaitedEvent(0, Event.DONATION), { events: [Event.DONATION, Event.DONATION] }],
    ["a further event", setAwaitedEvent(2, Event.INCOME_EAST), { events: [1, 5, Event.INCOME_EAST] }],
    ["an event less", setAwaitedEvent(0, undefined), { events: [Event.DONATION] }],
    ["another turn", setTurn(undefined), { turn: { uses: [], choices: [] } }],
    ["the action of the turn", setTurnAction(Action.CONSTRUCTION), { turn: { action: Action.CONSTRUCTION } }],
    ["moves left", setTurnAmount("moves", 2), { turn: { moves: 2 } }],
    ["study points left", setTurnAmount("studyPoints", 4), { turn: { studyPoints: 4, moves: 3 } }],
    ["a mark", setTurnMark("broughtHome", true), { turn: { broughtHome: true } }],
    ["uses of another Department", setUses("b1", 2), { turn: { uses: [{ space: "a1" }, { space: "b1", count: 2 }] } }],
    ["no uses", setUses("a1", 0), { turn: { uses: [] } }],
    ["an income to choose", setIncomeChoice(ProjectType.COMMERCE, 1, true), { turn: { choices: [{}, { circle: 1 }] } }],
    ["no income to choose", setIncomeChoice(ProjectType.HOUSING, 0, false), { turn: { choices: [] } }],
  ])("set %s", (_, edit, wanted) => {
    expect(edited(edit)).toMatchObject(wanted);
  });
});

describe("edits of a player", () => {
  test.each([
    ["money", setAmount(0, "money", 30), { money: 30 }],
    ["goods", setAmount(0, "goods", 3), { goods: 3 }],
    ["VP", setAmount(0, "vp", -2), { vp: -2 }],
    ["setup moves", setAmount(0, "setupMoves", 8), { setupMoves: 8 }],
    ["a supply", setSupply(0, "disksInSupply", 4), { disksInSupply: 4 }],
    ["the reserved Department", setReserved(0, "Engineering"), { reservedDepartment: "Engineering" }],
    ["the Action Choice tile", setActionChoiceTile(0, true), { actionChoiceTile: true }],
    ["Missions", setMission(0, Region.EAST, 2), { missions: { east: 2, west: 0 } }],
    ["transport", setTransport(0, Region.SOUTH, 3), { transport: { south: 3 } }],
    ["the side of a tab", setTabSide(0, ProjectType.INDUSTRY, TabSide.B), { tabs: { industry: { side: TabSide.B } } }],
    ["a pulled tab", setPulled(0, ProjectType.HOUSING, 2), { tabs: { housing: { pulled: 2, built: 1 } } }],
    ["waiting disks", setTabDisks(0, ProjectType.HOUSING, "waiting", 2), { tabs: { housing: { waiting: 2 } } }],
  ])("set %s", (_, edit, wanted) => {
    const { players } = edited(edit);
    expect(players[0]).toMatchObject(wanted);
    expect(players[1]).toEqual(DRAFT.players[1]);
  });

  test("leave to the rules what they work out", () => {
    expect(edited(setSupply(0, "employeesInSupply", undefined)).players[0]?.employeesInSupply).toBeUndefined();
    const { players } = edited(setTabDisks(0, ProjectType.HOUSING, "built", undefined));
    expect(players[0]?.tabs?.housing?.built).toBeUndefined();
    expect(edited(beginTurn).turn).toBeUndefined();
  });

  test("do nothing to a player who is not there", () => {
    expect(setAmount(5, "money", 1)(DRAFT)).toEqual(DRAFT);
  });
});

describe("edits of a Company", () => {
  const spaces = (edit: Edit) => edited(edit).players[0]?.company?.spaces;

  test.each([
    ["build on a new space", setDepartment(0, "b2", "Training"), [{}, {}, { space: "b2", department: "Training" }]],
    ["take a Department away from whoever is there", setDepartment(0, "a1", ""), [{ department: "", lying: 1 }, {}]],
    ["have someone stand up", setStanding(0, "a1", 1, true), [{ standingAt: [1, 2] }, {}]],
    ["have someone go", setStanding(0, "a1", 2, false), [{ standingAt: [] }, {}]],
    ["have some lie", setLying(0, "d2", 3), [{}, {}, { space: "d2", lying: 3 }]],
    ["leave a space that is empty then out", setLying(0, "lobby", 0), [{ space: "a1" }]],
    ["take a space off", removeSpace(0, 0), [{ space: "lobby" }]],
  ])("%s", (_, edit, wanted) => {
    expect(spaces(edit)).toMatchObject(wanted);
  });
});

describe("edits of disks", () => {
  test("put a player's in the place of whatever lies there", () => {
    const after = edited(setCitySpace("Reno", 0, 1, ProjectType.COMMERCE));
    expect(ownersAt(after, "Reno", 0)).toEqual([1]);
    expect(after.players[1]?.projects).toMatchObject([{ city: "Reno", citySpace: 0, type: ProjectType.COMMERCE }]);
  });

  test("put Andrew's, a neutral one, and none", () => {
    const andrews = edited(setCitySpace("Chicago", 1, "andrew"));
    expect([ownersAt(andrews, "Chicago", 1), andrews.players[0]?.projects]).toEqual([["andrew"], []]);
    expect(ownersAt(edited(setCitySpace("Chicago", 1, "neutral")), "Chicago", 1)).toEqual(["neutral"]);
    expect(ownersAt(edited(setCitySpace("Chicago", 1, undefined)), "Chicago", 1)).toEqual([]);
  });

  test("put them on donations beside others, the latest last", () => {
    const after = edited(setDonation("WELFARE_GOODS", 0, true));
    expect(after.players[0]?.donations).toEqual(["WELFARE_FLAT", "WELFARE_GOODS"]);
    expect(donorsOf(after, "WELFARE_GOODS")).toEqual([0, 1]);
    expect(donorsOf(edited(setDonation("WELFARE_FLAT", "neutral", true)), "WELFARE_FLAT")).toEqual([0, "neutral"]);
    expect(donorsOf(edited(setDonation("WELFARE_MONEY", "andrew", true)), "WELFARE_MONEY")).toEqual(["andrew"]);
    expect(donorsOf(edited(setDonation("WELFARE_FLAT", 0, false)), "WELFARE_FLAT")).toEqual([]);
  });
});

describe("edits of the boards", () => {
  test("set the timeline", () => {
    const { timeline } = edited(setRowEvent(Action.MANAGEMENT, 2, Event.INCOME_SOUTH));
    expect(timeline?.management?.events).toEqual([5, 5, Event.INCOME_SOUTH, 5]);
    expect(edited(setUsed(Action.CONSTRUCTION, 2)).timeline).toMatchObject({ construction: { used: 2 } });
  });

  test("set the tiles of the display", () => {
    expect(edited(setTiles("Sales", 2)).display?.departments).toEqual(["Recruiting", "Sales", "Sales"]);
    expect(edited(setTiles("Sales", 0)).display?.departments).toEqual(["Recruiting"]);
  });
});

describe("edits of Andrew", () => {
  test.each([
    ["cards played", setAndrewAmount("played", 1), { played: 1 }],
    ["the shift", setAndrewAmount("shift", 3), { shift: 3 }],
    ["VP", setAndrewAmount("vp", 9), { vp: 9 }],
    ["a card, which changes places", setCard(0, "three"), { cards: ["three", "two", "one"] }],
    ["a card that he does not have", setCard(1, "four"), { cards: ["one", "four", "three"] }],
    ["tiles", setAndrewTiles("Recruiting", 2), { departments: ["Sales", "Recruiting", "Recruiting"] }],
    ["transport", setTransport("andrew", Region.WEST, 2), { transport: { west: 2 } }],
    ["whether he is to act", setToAct(true), { toAct: true }],
  ])("set %s", (_, edit, wanted) => {
    expect(edited(edit).andrew).toMatchObject(wanted);
  });

  test("do nothing where he does not play", () => {
    const { andrew: _, ...others } = DRAFT;
    const draft = create(PositionSchema, others);
    expect(setToAct(true)(draft)).toEqual(draft);
  });
});
