/** Positions with the Departments that add something to steps, which recorded games seldom have. */

import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type Position, PositionSchema } from "carnegie-client";

const company = (...spaces: readonly JsonValue[]): JsonValue => ({ spaces: [{ space: "lobby", lying: 2 }, ...spaces] });
const standing = (space: string, department: string, ...standingAt: readonly number[]): JsonValue => ({
  space,
  department,
  standingAt: [...standingAt],
});

const START = [standing("b1", "Human Resources", 1), { space: "d1", standingAt: [1] }];

const MADE: Readonly<Record<string, JsonValue>> = {
  "Human Resources Administration: relocations": {
    phase: "PHASE_USE_DEPARTMENTS",
    action: "ACTION_HUMAN_RESOURCES",
    timeline: { humanResources: { used: 1 } },
    players: [{ company: company(...START, standing("a3", "Human Resources Administration", 1)) }],
    turn: { action: "ACTION_HUMAN_RESOURCES", moves: 3, relocations: 2 },
  },
  "Recruiting and New Lobby: where a new employee lies": {
    phase: "PHASE_USE_DEPARTMENTS",
    action: "ACTION_HUMAN_RESOURCES",
    timeline: { humanResources: { used: 1 } },
    players: [
      { company: company(...START, standing("a3", "Recruiting", 1, 2), { space: "c4", department: "New Lobby" }) },
    ],
  },
  "Property Management: who is fetched": {
    phase: "PHASE_USE_DEPARTMENTS",
    action: "ACTION_MANAGEMENT",
    timeline: { management: { used: 1 } },
    players: [{ goods: 5, company: company(...START, standing("a3", "Property Management", 1)) }],
  },
  "Branding: how many projects count": {
    phase: "PHASE_USE_DEPARTMENTS",
    action: "ACTION_MANAGEMENT",
    timeline: { management: { used: 1 } },
    players: [
      {
        company: company(...START, standing("a3", "Branding", 1)),
        projects: [
          { city: "Boston", citySpace: 1 },
          { city: "New York", citySpace: 2 },
          { city: "Chicago", citySpace: 1 },
        ],
        tabs: { housing: { pulled: 3 }, commerce: { pulled: 1 } },
      },
    ],
  },
  "Archives, Political Lobbying and New Lobby: projects": {
    phase: "PHASE_USE_DEPARTMENTS",
    action: "ACTION_CONSTRUCTION",
    timeline: { construction: { used: 1 } },
    players: [
      {
        goods: 5,
        company: company(
          { space: "b1", standingAt: [1] },
          { space: "c1", standingAt: [1, 2] },
          standing("a3", "Archives", 1),
          standing("b3", "Political Lobbying", 1),
          standing("c3", "Construction Outsourcing", 1),
          { space: "c4", department: "New Lobby" },
        ),
        transport: { west: 2, south: 3 },
        tabs: { housing: { pulled: 1 }, commerce: { pulled: 1 } },
      },
    ],
  },
  "Charitable Giving": {
    phase: "PHASE_USE_DEPARTMENTS",
    action: "ACTION_RESEARCH_AND_DEVELOPMENT",
    timeline: { researchAndDevelopment: { used: 1 } },
    players: [
      { money: 30, company: company(...START, standing("a3", "Charitable Giving", 1)) },
      { donations: ["WELFARE_FLAT", "HUMAN_RIGHTS_RAILROADS"] },
    ],
  },
  "Payroll Management: bonus and cut": {
    phase: "PHASE_STANDING_UP",
    action: "ACTION_MANAGEMENT",
    timeline: { management: { used: 1 } },
    players: [
      { vp: 3, company: company(...START, { space: "c1", lying: 2 }, standing("a3", "Payroll Management", 1)) },
    ],
  },
  "Archives and New Lobby: coming home": {
    phase: "PHASE_EVENT",
    action: "ACTION_MANAGEMENT",
    events: ["EVENT_INCOME_EAST"],
    timeline: { management: { used: 1 } },
    players: [
      {
        company: company(...START, standing("a3", "Archives", 1), { space: "c4", department: "New Lobby" }),
        missions: { east: 2 },
        transport: { east: 3 },
      },
    ],
  },
};

export const MADE_POSITIONS: readonly { readonly name: string; readonly position: Position }[] = Object.entries(
  MADE,
).map(([name, position]) => ({ name, position: fromJson(PositionSchema, position) }));
