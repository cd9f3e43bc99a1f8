import { ProjectType, TabSide } from "carnegie-client";
import { describe, expect, it } from "vitest";
import { layDisplay, layDonations, layTabs, layTimeline, layTracks } from "../../src/table/board_layouts.js";
import type { ProjectTab } from "../../src/table/components.js";
import { type Box, overlaps, type Size } from "../../src/table/geometry.js";
import { components } from "./played.js";

/** Check that boxes lie apart, and within a size. */
function expectApart(boxes: readonly Box[], size: Size): void {
  boxes.forEach((box, index) => {
    expect(box.width).toBeGreaterThan(0);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(size.width + 0.001);
    expect(box.y + box.height).toBeLessThanOrEqual(size.height + 0.001);
    expect(boxes.slice(index + 1).some((other) => overlaps(box, other))).toBe(false);
  });
}

/** A tab with so many circles. */
const tabOf = (spaces: number): ProjectTab => {
  const [tab] = components.tabs;
  const [space] = tab?.spaces ?? [];
  return {
    type: ProjectType.HOUSING,
    side: TabSide.A,
    spaces: space === undefined ? [] : Array.from({ length: spaces }, () => space),
    advanceCosts: Array.from({ length: spaces - 1 }, () => 2),
  };
};

describe("the boards", () => {
  it.each([1, 6, 7, 8, 9, 12])("have a place of its own for each of the %i spaces of a tab", (count) => {
    const layout = layTabs([tabOf(count), tabOf(6), tabOf(count), tabOf(3)]);
    const rows = [...layout.rows.values()];
    expect(rows.map((row) => row.spaces.length)).toEqual([count, 6, count, 3]);
    expectApart(
      rows.map((row) => row.box),
      layout.size,
    );
    expectApart(
      rows.flatMap((row) => row.spaces),
      layout.size,
    );
  });

  it("have the five spaces of each track and of each row of the timeline", () => {
    for (const layout of [layTracks(components.tracks), layTimeline()]) {
      const rows: readonly { readonly box: Box; readonly spaces: readonly Box[] }[] = [...layout.rows.values()];
      expect(rows.map((row) => row.spaces.length)).toEqual([5, 5, 5, 5]);
      expectApart(
        rows.flatMap((row) => row.spaces),
        layout.size,
      );
      for (const { box, spaces } of rows) {
        expect(spaces.every((space) => space.y > box.y && space.y + space.height < box.y + box.height)).toBe(true);
      }
    }
  });

  it("have every donation once, below the name of its column", () => {
    const layout = layDonations(components);
    expect([...layout.places.keys()].sort()).toEqual(components.donations.map((donation) => donation.id).sort());
    expectApart([...layout.places.values(), ...layout.titles.values()], layout.size);
    for (const { id, column } of components.donations) {
      expect(layout.places.get(id)?.x).toBe(layout.titles.get(column)?.x);
    }
  });

  it.each([0, 1, 2, 15, 32])("have a place for each of %i kinds of Departments", (count) => {
    const names = components.departments.slice(0, count).map((department) => department.name);
    const layout = layDisplay([...names, ...names]);
    expect([...layout.places.keys()]).toEqual(names);
    expectApart([...layout.places.values()], layout.size);
  });
});
