/** Every legal step of played games can be pointed at, and no two steps are taken for each other. */

import { equals } from "@bufbuild/protobuf";
import { type Connection, connect, Phase, type Position, type Step, StepSchema } from "carnegie-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { narrow } from "../../src/moves/narrowing.js";
import { type Option, optionsOf } from "../../src/moves/option.js";
import { type Components, parseComponents } from "../../src/table/components.js";
import { layPlaces } from "../../src/table/places.js";
import { deciding } from "../../src/table/view.js";
import { MADE_POSITIONS } from "./made_positions.js";
import { RECORDS, recordedPositions } from "./recorded_positions.js";

let running: RealService;
let service: Connection;
let components: Components;

beforeAll(async () => {
  running = await startService();
  service = connect(running.address);
  components = parseComponents((await service.rules.getComponents({})).componentsJson);
}, 90_000);

afterAll(() => running?.stop());

/** Click the places of a step in some order, but for those that are settled by then, and give what is left. */
function clicked(options: readonly Option[], targets: readonly string[]) {
  const chosen = new Set<string>();
  for (const place of targets) {
    const { choices, left } = narrow(options, chosen);
    if (chosen.size > 0 && left.length === 1) {
      break;
    }
    if (choices.has(place)) {
      chosen.add(place);
    } else if (!left.every((option) => option.targets.includes(place))) {
      throw new Error(`${place} cannot be chosen after ${[...chosen].join(" ")}`);
    }
  }
  return narrow(options, chosen);
}

function expectReached(wanted: Option, options: readonly Option[], targets: readonly string[], position: Position) {
  const { left, offered } = clicked(options, targets);
  const reached = left.length === 1 ? left : offered;
  const place = `${wanted.sentence} in round ${position.round}, phase ${position.phase}`;
  const same = reached.filter((option) => equals(StepSchema, option.step, wanted.step));
  expect(same, place).toHaveLength(1);
  // What is picked from a list can be told apart by its words.
  expect(new Set(reached.map((option) => option.sentence)).size, place).toBe(reached.length);
}

/** Whatever a step is pointed at with is a place of the picture. */
function expectDrawn(options: readonly Option[], position: Position) {
  const { places } = layPlaces(components, position, deciding(position));
  const missing = options.flatMap((option) => option.targets.filter((place) => !places.has(place)));
  expect([...new Set(missing)]).toEqual([]);
}

/** Of very many steps some are looked at, spread over all of them. */
const LOOKED_AT = 60;

function expectAllReached(legal: readonly Step[], position: Position) {
  phases.add(position.phase);
  const options = optionsOf(legal, position);
  expect(new Set(options.map((option) => option.sentence)).size).toBe(options.length);
  expectDrawn(options, position);
  const stride = Math.ceil(options.length / LOOKED_AT);
  for (const [number, option] of options.entries()) {
    kinds.add(option.step.kind.case ?? "");
    if (option.targets.length > 0 && number % stride === 0) {
      expectReached(option, options, option.targets, position);
      expectReached(option, options, option.targets.toReversed(), position);
    }
  }
}

const phases = new Set<Phase>();
const kinds = new Set<string>();

test.each(RECORDS)(
  "every legal step of %s is reached by clicking its places, in any order",
  async (name) => {
    for await (const { position, legal } of recordedPositions(service, name, 9)) {
      expectAllReached(legal, position);
    }
  },
  120_000,
);

test.each(MADE_POSITIONS)("every legal step is reached: $name", async ({ position: made }) => {
  const { position } = await service.rules.validatePosition({ position: made });
  expect(position).toBeDefined();
  const { steps } = await service.rules.listLegalSteps({ position: position ?? made });
  expectAllReached(steps, position ?? made);
});

test("the games had every phase and every kind of step", () => {
  const all = Object.values(Phase).filter((phase) => typeof phase === "number" && phase !== Phase.UNSPECIFIED);
  expect([...phases].toSorted((one, other) => one - other)).toEqual(all);
  const described = StepSchema.oneofs.flatMap((oneof) => oneof.fields.map((field) => field.localName));
  expect([...kinds].toSorted()).toEqual(described.toSorted());
});
