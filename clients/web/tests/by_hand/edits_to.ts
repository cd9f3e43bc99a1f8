/** Edits that set a table as another position has it, by nothing but what the form offers. */

import { Event, type Position, TabSide } from "carnegie-client";
import { setAndrewAmount, setAndrewTiles, setCard, setToAct } from "../../src/by_hand/edits/andrew.js";
import { setRowEvent, setTiles, setUsed } from "../../src/by_hand/edits/board.js";
import { setDepartment, setLying, setStanding } from "../../src/by_hand/edits/company.js";
import { setCitySpace, setDonation } from "../../src/by_hand/edits/disks.js";
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
  setPhase,
  setPlayer,
  setRound,
  setTurn,
} from "../../src/by_hand/edits/round.js";
import { rowField, tabField } from "../../src/by_hand/message_fields.js";
import { actionOrder, projectTypeOrder, regionOrder } from "../../src/table/order.js";
import { onMissions, trackSpace } from "../../src/table/view.js";

/**
 * The edits from one canonical position to another one with as many players.
 *
 * @param wanted in its canonical form
 */
export function editsTo(from: Position, wanted: Position): readonly Edit[] {
  return [
    ...roundEdits(from, wanted),
    ...wanted.players.flatMap((_, seat) => playerEdits(from, wanted, seat)),
    ...boardEdits(from, wanted),
    ...diskEdits(from, wanted),
    ...andrewEdits(from, wanted),
  ];
}

const roundEdits = (from: Position, wanted: Position): Edit[] => [
  setRound(wanted.round ?? 1),
  setPhase(wanted.phase),
  setFirstPlayer(wanted.firstPlayer ?? 0),
  setPlayer(wanted.player ?? 0),
  setAction(wanted.action),
  ...from.events.map(() => setAwaitedEvent(0, undefined)),
  ...wanted.events.map((event, index) => setAwaitedEvent(index, event)),
  wanted.turn === undefined ? beginTurn : setTurn(wanted.turn),
];

function playerEdits(from: Position, wanted: Position, seat: number): Edit[] {
  const [before, player] = [from.players[seat], wanted.players[seat]];
  const setupMoves = player?.setupMoves;
  return [
    setAmount(seat, "money", player?.money ?? 0),
    setAmount(seat, "goods", player?.goods ?? 0),
    setAmount(seat, "vp", player?.vp ?? 0),
    ...(setupMoves === undefined ? [] : [setAmount(seat, "setupMoves", setupMoves)]),
    setSupply(seat, "employeesInSupply", player?.employeesInSupply),
    setSupply(seat, "disksInSupply", player?.disksInSupply),
    setReserved(seat, player?.reservedDepartment ?? ""),
    setActionChoiceTile(seat, player?.actionChoiceTile ?? false),
    ...(before?.company?.spaces ?? []).flatMap(({ space, standingAt }) => [
      setDepartment(seat, space, ""),
      setLying(seat, space, 0),
      ...standingAt.map((workstation) => setStanding(seat, space, workstation, false)),
    ]),
    ...(player?.company?.spaces ?? []).flatMap(({ space, department, standingAt, lying }) => [
      setDepartment(seat, space, department),
      setLying(seat, space, lying),
      ...standingAt.map((workstation) => setStanding(seat, space, workstation, true)),
    ]),
    ...regionOrder.flatMap((region) => [
      setMission(seat, region, onMissions(player, region)),
      setTransport(seat, region, trackSpace(player?.transport, region)),
    ]),
    ...projectTypeOrder.flatMap((type) => {
      const tab = player?.tabs?.[tabField(type)];
      return [
        setTabSide(seat, type, tab?.side ?? TabSide.A),
        setPulled(seat, type, tab?.pulled ?? 0),
        setTabDisks(seat, type, "built", tab?.built),
        setTabDisks(seat, type, "waiting", tab?.waiting),
      ];
    }),
  ];
}

const boardEdits = (from: Position, wanted: Position): Edit[] => {
  const tiles = wanted.display?.departments ?? [];
  return [
    ...actionOrder.flatMap((action) => {
      const row = wanted.timeline?.[rowField(action)];
      return [
        ...[0, 1, 2, 3].map((index) => setRowEvent(action, index, row?.events[index] ?? Event.UNSPECIFIED)),
        setUsed(action, row?.used ?? 0),
      ];
    }),
    ...new Set([...(from.display?.departments ?? []), ...tiles]),
  ].map((edit) =>
    typeof edit === "string" ? setTiles(edit, tiles.filter((department) => department === edit).length) : edit,
  );
};

const diskEdits = (from: Position, wanted: Position): Edit[] => [
  ...from.neutralProjects.map(({ city, citySpace }) => setCitySpace(city, citySpace, undefined)),
  ...from.players.flatMap(({ projects }) =>
    projects.map(({ city, citySpace }) => setCitySpace(city, citySpace, undefined)),
  ),
  ...wanted.neutralProjects.map(({ city, citySpace }) => setCitySpace(city, citySpace, "neutral")),
  ...(wanted.andrew?.projects ?? []).map(({ city, citySpace }) => setCitySpace(city, citySpace, "andrew")),
  ...wanted.players.flatMap(({ projects }, seat) =>
    projects.map(({ city, citySpace, type }) => setCitySpace(city, citySpace, seat, type)),
  ),
  ...from.neutralDonations.map((id) => setDonation(id, "neutral", false)),
  ...wanted.neutralDonations.map((id) => setDonation(id, "neutral", true)),
  ...(wanted.andrew?.donations ?? []).map((id) => setDonation(id, "andrew", true)),
  ...wanted.players.flatMap(({ donations }, seat) => donations.map((id) => setDonation(id, seat, true))),
];

function andrewEdits(from: Position, { andrew }: Position): Edit[] {
  if (andrew === undefined) {
    return [];
  }
  const tiles = new Set([...(from.andrew?.departments ?? []), ...andrew.departments]);
  return [
    ...andrew.cards.map((id, index) => setCard(index, id)),
    setAndrewAmount("played", andrew.played),
    setAndrewAmount("shift", andrew.shift),
    setAndrewAmount("vp", andrew.vp),
    setToAct(andrew.toAct),
    ...[...tiles].map((tile) => setAndrewTiles(tile, andrew.departments.filter((each) => each === tile).length)),
    ...regionOrder.map((region) => setTransport("andrew", region, trackSpace(andrew.transport, region))),
  ];
}
