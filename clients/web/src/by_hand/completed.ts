/** A position read from a file at fault, with what it leaves out as it is after a game's setup. */

import { clone } from "@bufbuild/protobuf";
import { Phase, type Player, type Position, PositionSchema, type Tabs, type Timeline } from "carnegie-client";
import { leaveOut } from "./left_out.js";

/**
 * Fill in what a draft leaves out, so that there is a field for everything. Nothing that it says is changed.
 *
 * @param standard what lies on the table after the setup of a game with as many players
 */
export function completed(draft: Position, standard: Position): Position {
  const copy = clone(PositionSchema, draft);
  const usual = leaveOut(standard, ["employees", "disks", "turn"]);
  copy.round ??= usual.round ?? 1;
  copy.firstPlayer ??= 0;
  copy.player ??= copy.firstPlayer;
  if (copy.phase === Phase.UNSPECIFIED) {
    copy.phase = Phase.SELECT_TIMELINE;
  }
  copy.timeline = timelineOf(copy.timeline, usual.timeline);
  copy.display ??= usual.display;
  copy.players.forEach((player, seat) => {
    const other = usual.players[seat];
    if (other !== undefined) {
      completePlayer(player, other);
    }
  });
  return copy;
}

function timelineOf(given: Timeline | undefined, usual: Timeline | undefined): Timeline | undefined {
  if (given === undefined || usual === undefined) {
    return given ?? usual;
  }
  for (const field of ["humanResources", "management", "construction", "researchAndDevelopment"] as const) {
    const [row, other] = [given[field], usual[field]];
    if (row === undefined) {
      given[field] = other;
    } else if (row.events.length === 0 && other !== undefined) {
      row.events = other.events;
    }
  }
  return given;
}

function completePlayer(player: Player, usual: Player): void {
  player.money ??= usual.money ?? 0;
  player.goods ??= usual.goods ?? 0;
  player.vp ??= usual.vp ?? 0;
  player.actionChoiceTile ??= usual.actionChoiceTile ?? false;
  player.missions ??= usual.missions;
  player.transport ??= usual.transport;
  player.tabs = tabsOf(player.tabs, usual.tabs);
  completeCompany(player, usual);
}

function tabsOf(given: Tabs | undefined, usual: Tabs | undefined): Tabs | undefined {
  if (given === undefined || usual === undefined) {
    return given ?? usual;
  }
  for (const field of ["housing", "commerce", "industry", "publicInfrastructure"] as const) {
    given[field] ??= usual[field];
  }
  return given;
}

/** A starting space that is not listed has its Department and nobody; one that is listed without a Department has its own. */
function completeCompany(player: Player, usual: Player): void {
  if (player.company === undefined) {
    player.company = usual.company;
    return;
  }
  const { spaces } = player.company;
  for (const other of usual.company?.spaces ?? []) {
    const listed = spaces.filter(({ space }) => space === other.space);
    for (const space of listed.filter(({ department }) => department === "")) {
      space.department = other.department;
    }
    if (listed.length === 0 && other.department !== "") {
      spaces.push({ ...other, standingAt: [], lying: 0 });
    }
  }
}
