import { describe, expect, it } from "vitest";
import { choicesByPanel } from "../../src/table/panel_links.js";
import { layPlaces } from "../../src/table/places.js";
import { target } from "../../src/table/targets.js";
import { components, played } from "./played.js";

describe("the links to the parts of the table", () => {
  it("count what can be chosen in each", () => {
    const places = layPlaces(components, played("solo-7-round-9"), 0);
    const choices = [
      target.city("Chicago", 1),
      target.mission(1),
      target.space("a3"),
      target.lying("lobby"),
      target.andrew(),
    ];
    const counts = choicesByPanel(places, new Set([...choices, "city:Nowhere:3"]));
    expect([...counts]).toEqual([
      ["map", 2],
      ["company", 2],
      ["timeline", 0],
      ["display", 0],
      ["tabs", 0],
      ["andrew", 1],
      ["tracks", 0],
      ["donations", 0],
    ]);
  });

  it("leave Andrew out where he does not play", () => {
    const places = layPlaces(components, played("players-2-round-8"), 0);
    expect(choicesByPanel(places, new Set()).has("andrew")).toBe(false);
  });
});
