/** The fields of what a player owns: money, goods, VP, supplies. */

import { CheckField, FaultWords, NumberField, RulesNumberField, SelectField } from "../controls.js";
import { setActionChoiceTile, setAmount, setReserved, setSupply } from "../edits/player.js";
import { tileNames } from "../names.js";
import { useSetting } from "../setting.js";

const AMOUNTS = [
  ["money", "Money in dollars"],
  ["goods", "Goods cubes"],
  ["vp", "VP gained during play"],
] as const;

export function PlayerPart() {
  const { draft, known, isKnown, components, seat } = useSetting();
  const [player, worked] = [draft.players[seat], isKnown ? known.players[seat] : undefined];
  const at = `players[${seat}]`;
  if (player === undefined) {
    return null;
  }
  const tiles = tileNames(components, player.reservedDepartment === "" ? [] : [player.reservedDepartment]);
  return (
    <>
      <FaultWords at={at} />
      {AMOUNTS.map(([name, label]) => (
        <NumberField
          key={name}
          at={`${at}.${name}`}
          label={label}
          value={player[name] ?? 0}
          isMoney={name === "money"}
          onSet={(amount) => setAmount(seat, name, amount)}
        />
      ))}
      <RulesNumberField
        at={`${at}.employees_in_supply`}
        label="Employees in the supply"
        value={player.employeesInSupply}
        known={worked?.employeesInSupply}
        onSet={(amount) => setSupply(seat, "employeesInSupply", amount)}
      />
      <RulesNumberField
        at={`${at}.disks_in_supply`}
        label="Disks in the supply"
        value={player.disksInSupply}
        known={worked?.disksInSupply}
        onSet={(amount) => setSupply(seat, "disksInSupply", amount)}
      />
      <SelectField
        at={`${at}.reserved_department`}
        label="Reserved Department"
        value={player.reservedDepartment}
        options={[["", "none, or built already"], ...tiles.map((tile) => [tile, tile] as const)]}
        onSet={(tile) => setReserved(seat, tile)}
      />
      <CheckField
        at={`${at}.action_choice_tile`}
        label="Holds an unused Action Choice tile"
        isSo={player.actionChoiceTile ?? false}
        onSet={(isHeld) => setActionChoiceTile(seat, isHeld)}
      />
      {player.setupMoves === undefined ? (
        <FaultWords at={`${at}.setup_moves`} />
      ) : (
        <NumberField
          at={`${at}.setup_moves`}
          label="Employee moves at setup"
          value={player.setupMoves}
          onSet={(moves) => setAmount(seat, "setupMoves", moves)}
        />
      )}
    </>
  );
}
