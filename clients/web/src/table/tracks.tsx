/** The transport tracks of the four regions, the disks on them, and what each space gives. */

import type { Position, Region } from "carnegie-client";
import { regionName } from "../words/region_name.js";
import { layTracks, type RowPlace } from "./board_layouts.js";
import type { Components, TrackSpace, TransportLevel } from "./components.js";
import type { Box } from "./geometry.js";
import { incomeLines } from "./income_words.js";
import { trackLabel } from "./labels.js";
import { regionOrder } from "./order.js";
import { diskMark } from "./owner_words.js";
import { Panel } from "./panel.js";
import { Spot } from "./spot.js";
import { Disk, Words } from "./symbols.js";
import { Lines, StepCost } from "./tabs.js";
import { target } from "./targets.js";
import { trackDisks, trackSpace } from "./view.js";

interface TracksProperties {
  readonly position: Position;
  readonly components: Components;
  readonly seat: number;
}

const levelWords: Readonly<Record<TransportLevel, string>> = {
  CART: "cart",
  STAGECOACH: "coach",
  RAILROAD: "rail",
};

export function Tracks({ position, components, seat }: TracksProperties) {
  const layout = layTracks(components.tracks);
  return (
    <Panel
      name="tracks"
      heading="Transport"
      size={layout.size}
      description="The track of each region with the disks on it, and what an employee who comes home brings at each space."
    >
      {regionOrder.map((region) => {
        const row = layout.rows.get(region);
        return row && <TrackRow key={region} {...{ position, components, seat, region, row }} />;
      })}
    </Panel>
  );
}

function TrackRow({
  position,
  components,
  seat,
  region,
  row,
}: TracksProperties & { readonly region: Region; readonly row: RowPlace }) {
  const track = components.tracks.get(region);
  const reached = trackSpace(position.players[seat]?.transport, region);
  const { box } = row;
  return (
    <Spot target={target.track(region)} label={trackLabel(components, position, region)} outline={box}>
      <rect class="row" {...box} rx={6} />
      <rect
        class={`row-type region-${regionName(region).toLowerCase()}`}
        x={box.x}
        y={box.y}
        width={4}
        height={box.height}
        rx={2}
      />
      <Words x={box.x + 12} y={box.y + 14.5} text={regionName(region)} class="strong" anchor="start" />
      {(track?.spaces ?? []).map((space, index) => {
        const place = row.spaces[index];
        return (
          place && (
            <g key={index}>
              {index > 0 && <StepCost place={place} cost={track?.advanceCosts[index - 1]} taken={index <= reached} />}
              <TrackSpacePicture position={position} region={region} index={index} space={space} place={place} />
            </g>
          )
        );
      })}
    </Spot>
  );
}

interface TrackSpaceProperties {
  readonly position: Position;
  readonly region: Region;
  readonly index: number;
  readonly space: TrackSpace;
  readonly place: Box;
}

function TrackSpacePicture({ position, region, index, space, place }: TrackSpaceProperties) {
  const disks = trackDisks(position, region, index);
  const x = place.x + place.width / 2;
  const pitch = Math.min(19, (place.width - 18) / Math.max(disks.length - 1, 1));
  const bonus = incomeLines(space.arrivalBonus).map((line) => `+${line}`);
  return (
    <>
      <rect class={`track-space level-${space.level.toLowerCase()}`} {...place} rx={5} />
      <Words x={x} y={place.y + 11} text={levelWords[space.level]} size={11.5} class="soft" />
      <Lines
        x={x}
        bottom={place.y + place.height - 5}
        room={place.width - 2}
        lines={[...incomeLines(space.income), ...bonus]}
      />
      {disks.map((owner, order) => (
        <Disk
          key={`${owner.kind}${owner.kind === "player" ? owner.seat : ""}`}
          x={x + (order - (disks.length - 1) / 2) * pitch}
          y={place.y + 24}
          owner={owner}
          mark={diskMark(position, owner)}
          radius={8.5}
        />
      ))}
    </>
  );
}
