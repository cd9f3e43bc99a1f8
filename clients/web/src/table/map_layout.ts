/** Where everything of the map is drawn: cities with their spaces, links, and the Missions of the regions. */

import type { ProjectType, Region } from "carnegie-client";
import { cityPlaces, mapSize, missionPlaces } from "./city_places.js";
import type { City, Components } from "./components.js";
import { around, type Box, center, type Point, type Size } from "./geometry.js";
import { regionOrder } from "./order.js";
import { textWidth } from "./text_width.js";

export interface CitySpacePlace {
  readonly box: Box;
  readonly type: ProjectType;
}

export interface CityPlace {
  readonly city: City;
  readonly card: Box;
  /** The spaces in the order of the components. */
  readonly spaces: readonly CitySpacePlace[];
  /** The base line of the name, in its middle. */
  readonly name: Point;
  /** Where the VP of a project are printed. */
  readonly vp: Point;
  /** Where the mark stands of an immediate income, or the link points. */
  readonly mark: Point;
}

export interface LinkPlace {
  readonly cities: readonly [string, string];
  readonly from: Point;
  readonly to: Point;
}

export interface MapLayout {
  readonly size: Size;
  readonly cities: readonly CityPlace[];
  readonly links: readonly LinkPlace[];
  readonly missions: ReadonlyMap<Region, Box>;
}

export const citySpaceSize = 24;
const nameHeight = 16;
/** The size of the smallest words: 11 CSS pixels where the map is 750 wide. */
export const mapFontSize = 12.8;
const badgeWidth = 18;
const margin = 3;
const rowOfSpaces = 3;

/** How many badges a city has beside its spaces. */
const badges = (city: City): number =>
  (city.vpPerProject > 0 ? 1 : 0) + (city.incomeMark || city.linkPoints > 0 ? 1 : 0);

/** The size of a city's card: its name, and below it the spaces in rows of three with the badges behind the last one. */
function cardSize(city: City): Size {
  const rows = Math.ceil(city.spaces.length / rowOfSpaces);
  const inFirst = Math.min(city.spaces.length, rowOfSpaces);
  const beside = rows > 1 && city.spaces.length % rowOfSpaces > 0 ? citySpaceSize : 0;
  const content = Math.max(inFirst * citySpaceSize, inFirst * citySpaceSize + badges(city) * badgeWidth - beside);
  return {
    width: Math.max(content, textWidth(city.name, mapFontSize)) + 2 * margin,
    height: nameHeight + rows * citySpaceSize + 2 * margin,
  };
}

function placeCity(city: City, middle: Point): CityPlace {
  const size = cardSize(city);
  const card = around(middle, size.width, size.height);
  const rows = Math.ceil(city.spaces.length / rowOfSpaces);
  const inFirst = Math.min(city.spaces.length, rowOfSpaces);
  const inLast = city.spaces.length - (rows - 1) * rowOfSpaces;
  const width = Math.max(inFirst * citySpaceSize, inLast * citySpaceSize + badges(city) * badgeWidth);
  const left = middle.x - width / 2;
  const top = card.y + margin + nameHeight;
  const badgeY = top + (rows - 0.5) * citySpaceSize;
  const firstBadge = left + inLast * citySpaceSize + badgeWidth / 2;
  return {
    city,
    card,
    spaces: city.spaces.map((type, index) => ({
      type,
      box: {
        x: left + (index % rowOfSpaces) * citySpaceSize,
        y: top + Math.floor(index / rowOfSpaces) * citySpaceSize,
        width: citySpaceSize,
        height: citySpaceSize,
      },
    })),
    name: { x: middle.x, y: card.y + margin + nameHeight - 4 },
    vp: { x: firstBadge, y: badgeY },
    mark: { x: firstBadge + (city.vpPerProject > 0 ? badgeWidth : 0), y: badgeY },
  };
}

/** Cities that the map does not know, in a list of their region below it. */
function placeUnknown(cities: readonly City[], top: number): readonly CityPlace[] {
  const placed: CityPlace[] = [];
  let y = top;
  for (const region of regionOrder) {
    const ofRegion = cities.filter((city) => city.region === region);
    let x = 0;
    let height = 0;
    for (const city of ofRegion) {
      const size = cardSize(city);
      if (x > 0 && x + size.width > mapSize.width) {
        x = 0;
        y += height + 6;
        height = 0;
      }
      placed.push(placeCity(city, center({ x, y, ...size })));
      x += size.width + 6;
      height = Math.max(height, size.height);
    }
    y += ofRegion.length > 0 ? height + 6 : 0;
  }
  return placed;
}

/** The layout of a map with these cities. */
export function layMap(components: Components): MapLayout {
  const known = components.cities.flatMap((city) => {
    const place = cityPlaces.get(city.name);
    return place === undefined ? [] : [placeCity(city, place)];
  });
  const unknown = placeUnknown(
    components.cities.filter((city) => !cityPlaces.has(city.name)),
    mapSize.height + 6,
  );
  const cities = [...known, ...unknown];
  const middles = new Map(cities.map((place) => [place.city.name, center(place.card)]));
  const links = components.links.flatMap((pair): readonly LinkPlace[] => {
    const [from, to] = [middles.get(pair[0]), middles.get(pair[1])];
    return from === undefined || to === undefined ? [] : [{ cities: pair, from, to }];
  });
  const bottom = Math.max(mapSize.height, ...unknown.map((place) => place.card.y + place.card.height + 6));
  return { size: { width: mapSize.width, height: bottom }, cities, links, missions: missionPlaces };
}
