/**
 * What a draft leaves to the rules: supplies, the disks of the tabs, and the turn as it begins.
 *
 * Whoever moves an employee by hand would otherwise have to count the supply again each time.
 */

import { clone } from "@bufbuild/protobuf";
import { type Connection, type Position, PositionSchema, type Tab, type Tabs } from "carnegie-client";

/** What is left out together. */
export type LeftOut = "employees" | "disks" | "turn";

const ALL: readonly LeftOut[] = ["employees", "disks", "turn"];

export const tabsOf = (tabs: Tabs | undefined): readonly Tab[] =>
  [tabs?.housing, tabs?.commerce, tabs?.industry, tabs?.publicInfrastructure].filter((tab) => tab !== undefined);

/** A position without some of what the service works out by itself. */
export function leaveOut(position: Position, what: readonly LeftOut[]): Position {
  const copy = clone(PositionSchema, position);
  for (const player of copy.players) {
    if (what.includes("employees")) {
      delete player.employeesInSupply;
    }
    if (what.includes("disks")) {
      delete player.disksInSupply;
      for (const tab of tabsOf(player.tabs)) {
        delete tab.built;
        delete tab.waiting;
      }
    }
  }
  if (what.includes("turn")) {
    delete copy.turn;
  }
  return copy;
}

/**
 * A position without as much of it as says the same all the same.
 *
 * @param position in its canonical form
 * @param digest its digest
 */
export async function leftToTheRules(
  rules: Pick<Connection["rules"], "validatePosition">,
  position: Position,
  digest: string,
  componentsJson: string,
): Promise<Position> {
  const isSame = async (what: readonly LeftOut[]): Promise<boolean> => {
    const answer = await rules.validatePosition({ position: leaveOut(position, what), componentsJson });
    return answer.positionDigest === digest;
  };
  if (await isSame(ALL)) {
    return leaveOut(position, ALL);
  }
  const same = await Promise.all(ALL.map((what) => isSame([what])));
  return leaveOut(
    position,
    ALL.filter((_, index) => same[index]),
  );
}

/** A draft with what it leaves out as a position has it that was without fault, to be drawn while it is not known anew. */
export function filledFrom(draft: Position, known: Position): Position {
  const copy = clone(PositionSchema, draft);
  copy.players.forEach((player, seat) => {
    const before = known.players[seat];
    if (before === undefined) {
      return;
    }
    player.employeesInSupply ??= before.employeesInSupply ?? 0;
    player.disksInSupply ??= before.disksInSupply ?? 0;
    const tabs = tabsOf(before.tabs);
    tabsOf(player.tabs).forEach((tab, index) => {
      tab.built ??= tabs[index]?.built ?? 0;
      tab.waiting ??= tabs[index]?.waiting ?? 0;
    });
  });
  return copy;
}
