/** Where decisions begin, and where undoing and redoing lead, by hand-made points. */

import { create } from "@bufbuild/protobuf";
import { Event, Phase, PositionSchema, type Step, StepSchema } from "carnegie-client";
import { describe, expect, test } from "vitest";
import { decisionStart, type Point, pointAfter, pointBefore } from "../../src/game/points.js";

type Place = { readonly round?: number; readonly phase?: Phase; readonly events?: Event[] };

function point(kind: Step["kind"]["case"] | "beginning", place: Place = {}): Point {
  const position = create(PositionSchema, { round: 3, phase: Phase.USE_DEPARTMENTS, player: 0, ...place });
  const step = create(StepSchema);
  if (kind !== "beginning") {
    step.kind = { case: kind, value: {} } as Step["kind"];
  }
  const made = { step, change: undefined, round: 3, phase: position.phase, deeds: [] };
  return { position, digest: "", made: kind === "beginning" ? undefined : made };
}

describe("a decision begins", () => {
  test("at the beginning of the game", () => {
    const points = [point("beginning"), point("sellGoods"), point("slideTab")];
    expect([0, 1, 2].map((number) => decisionStart(points, number))).toEqual([0, 0, 0]);
  });

  test("after the end of the one before, also where the position waits for the same kind of decision", () => {
    const points = [point("beginning"), point("slideTab"), point("endTurn"), point("slideTab")];
    expect([1, 2, 3].map((number) => decisionStart(points, number))).toEqual([0, 2, 2]);
  });

  test("after a row of the timeline, and after Andrew", () => {
    const points = [point("beginning"), point("selectTimeline"), point("playAndrew"), point("slideTab")];
    expect([1, 2, 3].map((number) => decisionStart(points, number))).toEqual([1, 2, 2]);
  });

  test("where the round, the phase or the events are others", () => {
    const income = { phase: Phase.EVENT, events: [Event.INCOME_WEST, Event.DONATION] };
    const donation = { phase: Phase.EVENT, events: [Event.DONATION] };
    const points = [
      point("beginning", income),
      point("bringHome", income),
      point("chooseIncome", donation),
      point("donate", { phase: Phase.USE_DEPARTMENTS }),
      point("slideTab", { round: 4 }),
    ];
    expect([1, 2, 3, 4].map((number) => decisionStart(points, number))).toEqual([0, 2, 3, 4]);
  });
});

describe("undo and redo", () => {
  const points = [
    point("beginning"),
    point("selectTimeline"),
    point("playAndrew"),
    point("playAndrew"),
    point("slideTab"),
  ];

  test("undoing takes back the player's last step with all that Andrew did after it", () => {
    expect([0, 1, 2, 3, 4].map((number) => pointBefore(points, number))).toEqual([undefined, 0, 0, 0, 3]);
  });

  test("redoing goes on through all that Andrew did after the step", () => {
    expect([0, 1, 2, 3, 4].map((number) => pointAfter(points, number))).toEqual([3, 3, 3, 4, undefined]);
  });

  test("where Andrew alone has acted, nothing can be taken back", () => {
    expect(pointBefore([point("beginning"), point("playAndrew")], 1)).toBeUndefined();
  });
});
