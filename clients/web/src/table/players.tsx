/** What is known of the round, and of each player's money, goods, VP and supplies; whose Company is shown. */

import type { Position } from "carnegie-client";
import type { Components } from "./components.js";
import { seatName } from "./owner_words.js";
import { roundWords } from "./round_words.js";
import { Disk } from "./symbols.js";
import { alone, deciding } from "./view.js";

interface PlayersProperties {
  readonly position: Position;
  readonly components: Components;
  readonly seat: number;
  readonly onSeat: (seat: number) => void;
}

/** The name of an amount, and the amount. */
type Amount = readonly [string, string];

function Amounts({ amounts }: { readonly amounts: readonly Amount[] }) {
  return (
    <dl>
      {amounts.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Players({ position, components, seat, onSeat }: PlayersProperties) {
  const solo = alone(position);
  const { andrew } = position;
  return (
    <section class="table-players" aria-label="Round and players">
      <p class="table-round">
        {roundWords(position, components).map((words, index) => (
          <span key={words} class={index === 0 ? "table-round-number" : ""}>
            {words}
          </span>
        ))}
      </p>
      <ul class="table-seats">
        {position.players.map((player, index) => {
          const amounts: readonly Amount[] = [
            ["Money", `$${player.money ?? 0}`],
            ["Goods", `${player.goods ?? 0}`],
            ["VP", `${player.vp ?? 0}`],
            ["Employees in supply", `${player.employeesInSupply ?? 0}`],
            ["Disks in supply", `${player.disksInSupply ?? 0}`],
            ...(player.reservedDepartment === "" ? [] : [["Reserved", player.reservedDepartment] as const]),
            ...(player.actionChoiceTile ? [["Action Choice tile", "unused"] as const] : []),
            ...(player.setupMoves !== undefined && player.setupMoves !== 6
              ? [["Setup moves", `${player.setupMoves}`] as const]
              : []),
          ];
          return (
            <li
              key={index}
              class={index === deciding(position) ? "table-player table-player-deciding" : "table-player"}
            >
              <h3>
                <svg viewBox="-11 -11 22 22" aria-hidden="true">
                  <Disk x={0} y={0} owner={{ kind: "player", seat: index }} mark={solo ? "" : `${index + 1}`} />
                </svg>
                {seatName(position, index)}
                {!solo && index === (position.firstPlayer ?? 0) && <span class="table-remark">first player</span>}
              </h3>
              <Amounts amounts={amounts} />
              {!solo && (
                <button type="button" class="table-seat" aria-pressed={index === seat} onClick={() => onSeat(index)}>
                  {index === seat ? "Company shown" : `Show the Company of Player ${index + 1}`}
                </button>
              )}
            </li>
          );
        })}
        {andrew !== undefined && (
          <li class={andrew.toAct ? "table-player table-player-deciding" : "table-player"}>
            <h3>
              <svg viewBox="-11 -11 22 22" aria-hidden="true">
                <Disk x={0} y={0} owner={{ kind: "andrew" }} mark="A" />
              </svg>
              Andrew
            </h3>
            <Amounts
              amounts={[
                ["VP", `${andrew.vp}`],
                ["Cards", `${andrew.played} of ${andrew.cards.length}`],
                ["Departments", `${andrew.departments.length}`],
                ["Projects", `${andrew.projects.length}`],
                ["Donations", `${andrew.donations.length}`],
              ]}
            />
          </li>
        )}
      </ul>
    </section>
  );
}
