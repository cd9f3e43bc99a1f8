/** The map: regions, links, cities with their spaces and disks, and the Missions. */

import type { Position, Region } from "carnegie-client";
import { Fragment } from "preact";
import { projectTypeName } from "../words/project_type_name.js";
import { regionName } from "../words/region_name.js";
import { regionOutlines } from "./city_places.js";
import type { Components } from "./components.js";
import { Drawn } from "./drawn.js";
import { type Box, center } from "./geometry.js";
import { citySpaceLabel, missionLabel } from "./labels.js";
import { type CityPlace, layMap, mapFontSize } from "./map_layout.js";
import { regionOrder } from "./order.js";
import { diskMark } from "./owner_words.js";
import { Panel } from "./panel.js";
import { Spot } from "./spot.js";
import { Disk, Standing, TypeSymbol, typeLetters, Words } from "./symbols.js";
import { target } from "./targets.js";
import { alone, type CityDisk, cityDisks, citySpaceKey, onMissions } from "./view.js";

interface MapProperties {
  readonly position: Position;
  readonly components: Components;
  readonly seat: number;
}

export function TableMap({ position, components, seat }: MapProperties) {
  const layout = layMap(components);
  const disks = cityDisks(position);
  return (
    <Panel
      name="map"
      heading="Map"
      size={layout.size}
      description="The four regions with their cities, the spaces for projects, the disks on them, and the employees on Missions."
    >
      <Drawn>
        {regionOrder.map((region) => (
          <polygon
            key={region}
            class={`region region-${regionName(region).toLowerCase()}`}
            points={(regionOutlines.get(region) ?? []).map((point) => `${point.x},${point.y}`).join(" ")}
          />
        ))}
        {layout.links.map(({ cities, from, to }) => (
          <path key={cities.join()} class="link" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
        ))}
      </Drawn>
      {regionOrder.map((region) => {
        const box = layout.missions.get(region);
        return box && <Mission key={region} position={position} seat={seat} region={region} box={box} />;
      })}
      {layout.cities.map((place) => (
        <CityCard key={place.city.name} place={place} position={position} disks={disks} />
      ))}
    </Panel>
  );
}

interface CityProperties {
  readonly place: CityPlace;
  readonly position: Position;
  readonly disks: ReadonlyMap<string, CityDisk>;
}

function CityCard({ place, position, disks }: CityProperties) {
  const { city, card } = place;
  return (
    <g>
      <Drawn>
        <rect class={`city city-${city.size.toLowerCase()}`} {...card} rx={6} />
        <Words {...place.name} text={city.name} size={mapFontSize} class="city-name" room={card.width - 4} />
        {city.vpPerProject > 0 && <VpBadge {...place.vp} vp={city.vpPerProject} />}
        {city.incomeMark && (
          <g transform={`translate(${place.mark.x} ${place.mark.y})`}>
            <title>a project here pays the transport income of the region at once</title>
            <circle class="income-mark" r={7.5} />
            <text class="income-sign" y={4}>
              $
            </text>
          </g>
        )}
        {city.linkPoints > 0 && (
          <g transform={`translate(${place.mark.x} ${place.mark.y})`}>
            <title>{`${city.linkPoints} link points`}</title>
            <rect class="link-points" x={-8} y={-8} width={16} height={16} rx={3} transform="rotate(45) scale(0.82)" />
            <text class="link-sign" y={4}>
              {city.linkPoints}
            </text>
          </g>
        )}
      </Drawn>
      {place.spaces.map(({ box, type }, space) => {
        const disk = disks.get(citySpaceKey(city.name, space));
        const middle = center(box);
        return (
          <Spot
            key={space}
            target={target.city(city.name, space)}
            label={citySpaceLabel(position, city, space, disk)}
            outline={box}
          >
            {disk === undefined ? (
              <TypeSymbol {...middle} type={type} />
            ) : (
              <Disk
                {...middle}
                owner={disk.owner}
                mark={
                  disk.owner.kind === "player" && alone(position)
                    ? typeLetters[disk.type]
                    : diskMark(position, disk.owner)
                }
              />
            )}
          </Spot>
        );
      })}
    </g>
  );
}

/** A small shield with the VP of a project. */
export function VpBadge({ x, y, vp }: { readonly x: number; readonly y: number; readonly vp: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{`${vp} VP for each project`}</title>
      <path class="vp-shape" d="M-7 -8H7V2C7 6 3 8 0 9.5C-3 8 -7 6 -7 2Z" />
      <text class="vp-number" y={4}>
        {vp}
      </text>
    </g>
  );
}

interface MissionProperties {
  readonly position: Position;
  readonly seat: number;
  readonly region: Region;
  readonly box: Box;
}

function Mission({ position, seat, region, box }: MissionProperties) {
  const count = onMissions(position.players[seat], region);
  const shown = count * 13 <= box.width - 66 ? count : Math.floor((box.width - 92) / 13);
  return (
    <Spot target={target.mission(region)} label={missionLabel(position, seat, region)} outline={box} corner={8}>
      <rect class="mission" {...box} rx={8} />
      <Words x={box.x + 8} y={box.y + 15} text={regionName(region)} size={13} class="region-name" anchor="start" />
      <Words x={box.x + 8} y={box.y + 35} text="Missions" size={mapFontSize} class="soft" anchor="start" room={56} />
      {count === 0 && <Words x={box.x + 74} y={box.y + 35} text="0" size={mapFontSize} class="soft" />}
      {Array.from({ length: shown }, (_, index) => (
        <Standing key={index} x={box.x + 74 + index * 13} y={box.y + 30} />
      ))}
      {count > shown && (
        <Words
          x={box.x + 80 + shown * 13}
          y={box.y + 35}
          text={`+${count - shown}`}
          size={mapFontSize}
          class="strong"
        />
      )}
    </Spot>
  );
}

/** What the symbols of the map stand for. */
export function MapLegend({ solo }: { readonly solo: boolean }) {
  const entries = [1, 2, 3, 4, 0] as const;
  return (
    <ul class="table-legend">
      {entries.map((type) => (
        <li key={type}>
          <svg viewBox="-12 -12 24 24" aria-hidden="true">
            <TypeSymbol x={0} y={0} type={type} />
          </svg>
          {projectTypeName(type)}
        </li>
      ))}
      {[
        {
          owner: { kind: "player", seat: 0 } as const,
          words: solo ? "your disk" : "a player's disk",
          mark: solo ? "H" : "1",
        },
        { owner: { kind: "andrew" } as const, words: "Andrew's", mark: "A" },
        { owner: { kind: "neutral" } as const, words: "neutral", mark: "" },
      ].map(({ owner, words, mark }) => (
        <Fragment key={words}>
          {(owner.kind !== "andrew" || solo) && (
            <li>
              <svg viewBox="-12 -12 24 24" aria-hidden="true">
                <Disk x={0} y={0} owner={owner} mark={mark} />
              </svg>
              {words}
            </li>
          )}
        </Fragment>
      ))}
      <li>
        <svg viewBox="-12 -12 24 24" aria-hidden="true">
          <VpBadge x={0} y={0} vp={3} />
        </svg>
        VP for a project
      </li>
      <li>
        <svg viewBox="-12 -12 24 24" aria-hidden="true">
          <circle class="income-mark" r={7.5} />
          <text class="income-sign" y={4}>
            $
          </text>
        </svg>
        transport income at once
      </li>
      <li>
        <svg viewBox="-12 -12 24 24" aria-hidden="true">
          <rect class="link-points" x={-8} y={-8} width={16} height={16} rx={3} transform="rotate(45) scale(0.82)" />
          <text class="link-sign" y={4}>
            2
          </text>
        </svg>
        link points
      </li>
    </ul>
  );
}
