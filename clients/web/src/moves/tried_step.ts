/** The step that a person seems to want who points at a place where no legal step leads: the referee says what forbids it. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Action, Gain, Phase, type Position, type Step, StepSchema, TabSide } from "carnegie-client";
import type { Target } from "../table/targets.js";

type Kind = NonNullable<MessageInitShape<typeof StepSchema>["kind"]>;

/** Every label of a building space of a Company. */
const LABELS = ["a", "b", "c", "d"].flatMap((column) => [1, 2, 3, 4].map((row) => `${column}${row}`));

/**
 * Guess the step that is meant.
 *
 * @param clicked the place
 * @param chosen the places chosen before
 * @returns undefined where there is nothing to guess
 */
export function triedStep(clicked: Target, chosen: readonly Target[], position: Position): Step | undefined {
  const kind = kindMeant(clicked, chosen, position);
  return kind === undefined ? undefined : create(StepSchema, { kind });
}

function kindMeant(clicked: Target, chosen: readonly Target[], position: Position): Kind | undefined {
  const [place, which = "", part = ""] = clicked.split(":");
  const number = Number(which);
  switch (place) {
    case "tab":
      return tabStep(number, position);
    case "track":
      return { case: "advanceTransport", value: { region: number } };
    case "donation":
      return { case: "donate", value: { donation: which } };
    case "row":
      return { case: "selectTimeline", value: { row: number } };
    case "mission":
      return position.phase === Phase.EVENT ? { case: "bringHome", value: {} } : undefined;
    case "andrew":
      return { case: "playAndrew", value: {} };
    case "city":
      return position.phase === Phase.SETUP_PLACEMENT
        ? { case: "placeHousing", value: { city: which, citySpace: Number(part) } }
        : undefined;
    case "tile":
      return tileStep(which, position);
    case "space":
      return spaceStep(which, chosen, position);
    case "workstation":
      return workstationStep(which, Number(part), position);
    case "lying":
      return workstationStep(which, undefined, position);
    default:
      return undefined;
  }
}

function tabStep(type: number, position: Position): Kind | undefined {
  if (position.phase === Phase.SETUP_PLACEMENT) {
    return { case: "chooseTabSide", value: { type, side: TabSide.B } };
  }
  return position.turn?.action === Action.CONSTRUCTION ? undefined : { case: "slideTab", value: { type } };
}

function tileStep(department: string, position: Position): Kind {
  if (position.phase === Phase.SETUP_PLACEMENT) {
    return { case: "reserveDepartment", value: { department } };
  }
  const spaces = position.players[position.player ?? 0]?.company?.spaces ?? [];
  const built = new Set(spaces.filter((space) => space.department !== "").map((space) => space.space));
  const space = LABELS.find((label) => !built.has(label)) ?? "a1";
  return { case: "buildDepartment", value: { department, space } };
}

function spaceStep(space: string, chosen: readonly Target[], position: Position): Kind | undefined {
  const tile = chosen.find((place) => place.startsWith("tile:"));
  if (tile !== undefined) {
    return { case: "buildDepartment", value: { department: tile.slice("tile:".length), space } };
  }
  const moving = chosen.find((place) => place.startsWith("workstation:") || place.startsWith("lying:"));
  if (moving !== undefined) {
    const [, start = "", workstation] = moving.split(":");
    const standing = workstation === undefined ? {} : { standingAt: Number(workstation) };
    return { case: "moveEmployee", value: { path: [start, space], ...standing } };
  }
  return position.phase === Phase.USE_DEPARTMENTS
    ? { case: "useDepartment", value: { space, gain: gainOf(position.turn?.action) } }
    : undefined;
}

function gainOf(action: Action | undefined): Gain {
  switch (action) {
    case Action.HUMAN_RESOURCES:
      return Gain.MOVES;
    case Action.RESEARCH_AND_DEVELOPMENT:
      return Gain.STUDY_POINTS;
    default:
      return Gain.MONEY;
  }
}

function workstationStep(space: string, workstation: number | undefined, position: Position): Kind | undefined {
  switch (position.phase) {
    case Phase.STANDING_UP:
    case Phase.SETUP_STANDING_UP:
      return { case: "standUp", value: { space, workstation: workstation ?? 1 } };
    case Phase.SETUP_MOVES:
    case Phase.USE_DEPARTMENTS:
      return spaceStep(space, [], position);
    default:
      return undefined;
  }
}
