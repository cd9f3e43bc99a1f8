/** Values of the box that the service refuses: games have its own, and it is said in the same words wherever one begins. */

import { create } from "@bufbuild/protobuf";
import { ValidateComponentsResponseSchema } from "carnegie-client";
import { renderToString } from "preact-render-to-string";
import { expect, test, vi } from "vitest";
import { BoxRefused, usableBox } from "../../src/box/usable_box.js";

vi.mock("../../src/service.js", () => ({ service: {} }));

const told = (...paths: string[]) =>
  create(ValidateComponentsResponseSchema, { faults: paths.map((path) => ({ path })) });

test.each([
  ["nothing entered", "", told(), { componentsJson: "", isRefused: false }],
  ["not told yet", "{}", undefined, { componentsJson: "{}", isRefused: false }],
  ["accepted", "{}", told(), { componentsJson: "{}", isRefused: false }],
  ["refused", '{"cities":{}}', told("cities"), { componentsJson: "", isRefused: true }],
])("of a box with %s, games have what they can", (_, text, tables, usable) => {
  expect(usableBox(text, tables)).toEqual(usable);
});

test("it is said what games have, with the way to the box where that is elsewhere", () => {
  for (const leadsToBox of [true, false]) {
    const html = renderToString(<BoxRefused leadsToBox={leadsToBox} />);
    expect(html).toContain("Games that you begin have the service's own until you enter them again.");
    expect(html.includes("#/box")).toBe(leadsToBox);
  }
});
