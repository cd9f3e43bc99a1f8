import { describe, expect, it } from "vitest";
import { shapeArrow } from "../../src/table/arrow_path.js";

/** The numbers of a path. */
const numbers = (path: string): readonly number[] => path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];

describe("an arrow", () => {
  it("leads from its start to the tip of its head", () => {
    const shape = shapeArrow({ x: 0, y: 0 }, { x: 100, y: 0 });
    const [x = 0, y = 0] = numbers(shape.shaft);
    expect([x, y]).toEqual([Math.round(shape.start.x * 10) / 10, Math.round(shape.start.y * 10) / 10]);
    const [tipX = 0, tipY = 0] = numbers(shape.head);
    expect([tipX, tipY]).toEqual([Math.round(shape.end.x * 10) / 10, Math.round(shape.end.y * 10) / 10]);
    expect(shape.end.x).toBeGreaterThan(90);
  });

  it("lies apart from the one that leads back", () => {
    const there = shapeArrow({ x: 0, y: 0 }, { x: 100, y: 0 });
    const back = shapeArrow({ x: 100, y: 0 }, { x: 0, y: 0 });
    expect(there.middle.y).toBeCloseTo(-back.middle.y);
    expect(Math.abs(there.middle.y - back.middle.y)).toBeGreaterThan(10);
  });

  it("has numbers also where it leads nowhere", () => {
    const shape = shapeArrow({ x: 5, y: 5 }, { x: 5, y: 5 });
    expect(numbers(shape.shaft + shape.head).every(Number.isFinite)).toBe(true);
    expect(shape.shaft + shape.head).not.toContain("NaN");
  });
});
