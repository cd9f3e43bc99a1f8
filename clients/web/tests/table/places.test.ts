import type { Position } from "carnegie-client";
import { describe, expect, it } from "vitest";
import { shapeArrow } from "../../src/table/arrow_path.js";
import { center, overlaps } from "../../src/table/geometry.js";
import { actionOrder, projectTypeOrder, regionOrder } from "../../src/table/order.js";
import { layPlaces } from "../../src/table/places.js";
import { target } from "../../src/table/targets.js";
import { components, played, playedNames } from "./played.js";

/** Every place of a position that a person can point at, counted from the tables and the message alone. */
function expectedTargets(position: Position, seat: number): readonly string[] {
  const spaces = position.players[seat]?.company?.spaces ?? [];
  const desks = (label: string): number => {
    const name = spaces.find((space) => space.space === label)?.department ?? "";
    const tile = components.departments.find((department) => department.name === name);
    return (tile ?? components.board.starting.get(label))?.deskCosts.length ?? 0;
  };
  const labels = [...components.board.spaces.map((space) => space.label), "lobby"];
  return [
    ...components.cities.flatMap((city) => city.spaces.map((_, space) => target.city(city.name, space))),
    ...labels.flatMap((label) => [target.space(label), target.lying(label)]),
    ...labels.flatMap((label) =>
      Array.from({ length: desks(label) }, (_, index) => target.workstation(label, index + 1)),
    ),
    ...projectTypeOrder.map(target.tab),
    ...regionOrder.flatMap((region) => [target.track(region), target.mission(region)]),
    ...actionOrder.map(target.row),
    ...components.donations.map((donation) => target.donation(donation.id)),
    ...new Set((position.display?.departments ?? []).map(target.tile)),
    ...(position.andrew === undefined ? [] : [target.andrew()]),
  ].sort();
}

describe.each(playedNames)("the places of %s", (name) => {
  const position = played(name);

  it.each(position.players.map((_, seat) => seat))("are all that there are, with the Company of seat %i", (seat) => {
    const { places } = layPlaces(components, position, seat);
    expect([...places.keys()].sort()).toEqual(expectedTargets(position, seat));
  });

  it("lie within their panels, and where an arrow ends within their outlines", () => {
    const { places, sizes } = layPlaces(components, position, 0);
    for (const [of, { panel, outline, spot }] of places) {
      const size = sizes.get(panel) ?? { width: 0, height: 0 };
      const middle = center(spot);
      expect([of, outline.x >= 0 && outline.x + outline.width <= size.width + 0.001]).toEqual([of, true]);
      expect([of, outline.y >= 0 && outline.y + outline.height <= size.height + 0.001]).toEqual([of, true]);
      expect([of, overlaps(spot, outline)]).toEqual([of, true]);
      expect([of, middle.x > outline.x && middle.x < outline.x + outline.width]).toEqual([of, true]);
    }
  });

  it("do not lie over each other, but for what is within a space of the Company", () => {
    const { places } = layPlaces(components, position, 0);
    const all = [...places].filter(([of]) => !of.startsWith("space:"));
    const over = all.flatMap(([one, at], index) =>
      all
        .slice(index + 1)
        .filter(([, other]) => at.panel === other.panel && overlaps(at.outline, other.outline))
        .map(([two]) => `${one} ${two}`),
    );
    expect(over).toEqual([]);
  });

  it("are where arrows start and end", () => {
    const { places } = layPlaces(components, position, 0);
    const all = [...places.values()];
    all.forEach((from, index) => {
      const to = all[(index * 7 + 3) % all.length];
      if (to === undefined || to === from) {
        return;
      }
      const [start, end] = [center(from.spot), center(to.spot)];
      const shape = shapeArrow(start, end);
      expect(Math.hypot(shape.start.x - start.x, shape.start.y - start.y)).toBeLessThanOrEqual(8.001);
      expect(Math.hypot(shape.end.x - end.x, shape.end.y - end.y)).toBeLessThanOrEqual(8.001);
    });
  });
});
