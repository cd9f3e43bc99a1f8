/** Faults go to the fields that they belong to, and none is lost. */

import { create } from "@bufbuild/protobuf";
import { FaultSchema, PositionSchema } from "carnegie-client";
import { describe, expect, test } from "vitest";
import { fieldsOf, placed, wordsByKey } from "../../src/by_hand/fields.js";

const DRAFT = create(PositionSchema, {
  players: [
    { company: { spaces: [{ space: "lobby" }, { space: "a3" }] } },
    { projects: [{ city: "Reno" }, { city: "Chicago", citySpace: 1 }], donations: ["WELFARE_FLAT"] },
  ],
  neutralProjects: [{ city: "Chicago", citySpace: 1 }],
  display: { departments: ["Sales", "Sales"] },
  andrew: { cards: ["one", "two"], departments: ["Sales"], projects: [{ city: "Reno" }] },
});

const fault = (path: string) =>
  create(FaultSchema, { path, reason: "OUT_OF_RANGE", found: "-1", allowed: "0 or more" });

describe("the field of a fault", () => {
  test.each([
    ["round", "round", "Round", undefined],
    ["events[0]", "events", "Round", undefined],
    ["turn.uses[0].count", "turn", "Round", undefined],
    ["players", "players", "Round", undefined],
    ["players[1].money", "players[1].money", "Player", 1],
    ["players[0].company", "players[0].company", "Company", 0],
    ["players[0].company.spaces[1].standing_at", "players[0].company:a3", "Company", 0],
    ["players[1].missions.west", "players[1].missions.west", "Missions and tracks", 1],
    ["players[1].tabs.public_infrastructure.pulled", "players[1].tabs.public_infrastructure.pulled", "Tabs", 1],
    ["players[1].projects[1].type", "city:Chicago:1", "Map", undefined],
    ["neutral_projects[0]", "city:Chicago:1", "Map", undefined],
    ["andrew.projects[0].city", "city:Reno:0", "Map", undefined],
    ["players[1].donations[0]", "donation:WELFARE_FLAT", "Donations", undefined],
    ["timeline.research_and_development.used", "timeline.research_and_development.used", "Timeline", undefined],
    ["timeline.management.events[2]", "timeline.management.events", "Timeline", undefined],
    ["display.departments[1]", "tile:Sales", "Display", undefined],
    ["andrew.departments[0]", "andrew.tile:Sales", "Andrew", undefined],
    ["andrew.cards[1]", "andrew.cards[1]", "Andrew", undefined],
  ])("at %s", (path, key, part, seat) => {
    const [only] = placed(DRAFT, [fault(path)]);
    expect(only?.field).toMatchObject({ key, part });
    expect(only?.field?.seat).toBe(seat);
    expect(only?.words).toBe("Out of range: found -1; allowed: 0 or more");
  });

  test("of no field is told all the same", () => {
    expect(placed(DRAFT, [fault("something.new"), fault("")])).toEqual([
      { words: "Out of range: found -1; allowed: 0 or more", field: undefined },
      { words: "Out of range: found -1; allowed: 0 or more", field: undefined },
    ]);
  });
});

test("two faults of one field are both told there", () => {
  const words = wordsByKey(placed(DRAFT, [fault("display.departments[0]"), fault("display.departments[1]")]));
  expect(words.get("tile:Sales")?.length).toBe(2);
});

test("no two fields have the same path", () => {
  const paths = fieldsOf(DRAFT).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
