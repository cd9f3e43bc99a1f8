/** The fields of Missions and transport tracks. */

import type { Transport } from "carnegie-client";
import { regionOrder } from "../../table/order.js";
import { onMissions, trackSpace } from "../../table/view.js";
import { regionName } from "../../words/region_name.js";
import { Group, NumberField, SelectField } from "../controls.js";
import { setMission, setTransport } from "../edits/player.js";
import { regionField } from "../message_fields.js";
import { useSetting } from "../setting.js";

export function AbroadPart() {
  const { draft, seat } = useSetting();
  const player = draft.players[seat];
  return (
    <>
      <Group at={`players[${seat}].missions`} legend="Employees on Missions">
        {regionOrder.map((region) => (
          <NumberField
            key={region}
            at={`players[${seat}].missions.${regionField(region)}`}
            label={`In the ${regionName(region)}`}
            value={onMissions(player, region)}
            onSet={(employees) => setMission(seat, region, employees)}
          />
        ))}
      </Group>
      <TransportFields at={`players[${seat}].transport`} owner={seat} transport={player?.transport} />
    </>
  );
}

interface TransportProps {
  readonly at: string;
  readonly owner: number | "andrew";
  readonly transport: Transport | undefined;
}

/** How far the disks of a player or of Andrew have come on the tracks. */
export function TransportFields({ at, owner, transport }: TransportProps) {
  const { components } = useSetting();
  return (
    <Group at={at} legend="Transport">
      {regionOrder.map((region) => (
        <SelectField
          key={region}
          at={`${at}.${regionField(region)}`}
          label={`In the ${regionName(region)}`}
          value={trackSpace(transport, region)}
          options={(components.tracks.get(region)?.spaces ?? []).map(({ level }, index) => [
            index,
            `space ${index + 1}, ${level.toLowerCase()}`,
          ])}
          onSet={(space) => setTransport(owner, region, space)}
        />
      ))}
    </Group>
  );
}
