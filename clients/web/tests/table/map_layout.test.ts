import { ProjectType, Region } from "carnegie-client";
import { describe, expect, it } from "vitest";
import { cityPlaces, regionOutlines } from "../../src/table/city_places.js";
import type { City, Components } from "../../src/table/components.js";
import { type Box, center, overlaps, type Point } from "../../src/table/geometry.js";
import { layMap } from "../../src/table/map_layout.js";
import { components } from "./played.js";

const layout = layMap(components);

/** Every pair of things that lie over each other, by name. */
function overlapping(boxes: readonly (readonly [string, Box])[]): readonly string[] {
  return boxes.flatMap(([name, box], index) =>
    boxes.slice(index + 1).flatMap(([other, otherBox]) => (overlaps(box, otherBox) ? [`${name} and ${other}`] : [])),
  );
}

/** Whether a point lies in a polygon, by the sides that a ray to the right crosses. */
function inside(point: Point, outline: readonly Point[]): boolean {
  const crossed = outline.filter((corner, index) => {
    const next = outline[(index + 1) % outline.length] ?? corner;
    const share = (point.y - corner.y) / (next.y - corner.y);
    return corner.y > point.y !== next.y > point.y && point.x < corner.x + share * (next.x - corner.x);
  });
  return crossed.length % 2 === 1;
}

const within = (box: Box, outer: Box): boolean =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height;

describe("the map", () => {
  it("shows every city once, at a place of its own", () => {
    expect(layout.cities.map((place) => place.city.name).sort()).toEqual(
      components.cities.map((city) => city.name).sort(),
    );
    expect(components.cities.filter((city) => !cityPlaces.has(city.name))).toEqual([]);
  });

  it("shows every space of a city with its type", () => {
    for (const { city, spaces } of layout.cities) {
      expect(spaces.map((space) => space.type)).toEqual(city.spaces);
    }
  });

  it("has no two spaces, cards or Missions that overlap", () => {
    const spaces = layout.cities.flatMap(({ city, spaces }) =>
      spaces.map((space, index) => [`${city.name} ${index}`, space.box] as const),
    );
    expect(overlapping(spaces)).toEqual([]);
    const cards = layout.cities.map((place) => [place.city.name, place.card] as const);
    const missions = [...layout.missions].map(([region, box]) => [`Missions ${region}`, box] as const);
    expect(overlapping([...cards, ...missions])).toEqual([]);
  });

  it("keeps everything within its size, and the spaces within their cards", () => {
    const all = { x: 0, y: 0, ...layout.size };
    for (const { city, card, spaces } of layout.cities) {
      expect([city.name, within(card, all)]).toEqual([city.name, true]);
      expect([city.name, spaces.every((space) => within(space.box, card))]).toEqual([city.name, true]);
    }
  });

  it("has every city and every Mission in its own region", () => {
    for (const { city, card } of layout.cities) {
      const regions = [...regionOutlines].filter(([, outline]) => inside(center(card), outline));
      expect([city.name, regions.map(([region]) => region)]).toEqual([city.name, [city.region]]);
    }
    for (const [region, box] of layout.missions) {
      expect([region, inside(center(box), regionOutlines.get(region) ?? [])]).toEqual([region, true]);
    }
  });

  it("draws every link from city to city", () => {
    const middle = (name: string): Point | undefined => {
      const place = layout.cities.find(({ city }) => city.name === name);
      return place && center(place.card);
    };
    expect(layout.links.map((link) => link.cities)).toEqual(components.links);
    for (const { cities, from, to } of layout.links) {
      expect([from, to]).toEqual([middle(cities[0]), middle(cities[1])]);
    }
  });
});

describe("cities that the map does not know", () => {
  const strange = (name: string, region: Region, spaces: number): City => ({
    name,
    region,
    size: "MEDIUM",
    spaces: Array.from({ length: spaces }, () => ProjectType.INDUSTRY),
    vpPerProject: 2,
    linkPoints: 0,
    incomeMark: true,
  });
  const more: Components = {
    ...components,
    cities: [
      ...components.cities,
      ...Array.from({ length: 14 }, (_, index) => strange(`Springfield ${index}`, Region.SOUTH, 1 + (index % 7))),
      strange("Spokane", Region.WEST, 2),
    ],
    links: [...components.links, ["Spokane", "Seattle"]],
  };
  const longer = layMap(more);

  it("are drawn below it, without an overlap", () => {
    expect(longer.cities).toHaveLength(more.cities.length);
    expect(overlapping(longer.cities.map((place) => [place.city.name, place.card] as const))).toEqual([]);
    const all = { x: 0, y: 0, ...longer.size };
    expect(longer.cities.every((place) => within(place.card, all))).toBe(true);
    expect(longer.links).toHaveLength(55);
  });
});
