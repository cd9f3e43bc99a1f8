/** A real service takes the patterns of "not this step", and its plans then have no such step. */

import { type Connection, connect, type Position, type Step, StepSchema } from "carnegie-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { avoidedBy } from "../../src/advice/pattern_of.js";
import { companyNames } from "../../src/words/company_names.js";
import { MADE_POSITIONS } from "../moves/made_positions.js";
import { recordedPositions } from "../moves/recorded_positions.js";

const KINDS = StepSchema.oneofs.flatMap((oneof) => oneof.fields.map((field) => field.localName));

let running: RealService;
let service: Connection;

beforeAll(async () => {
  running = await startService();
  service = connect(running.address);
}, 90_000);

afterAll(() => running?.stop());

test("every kind of step that can be avoided is named as the service names it", async () => {
  const kinds = new Map<string, ReturnType<typeof avoidedBy>>();
  const note = (steps: readonly Step[], position: Position) => {
    const names = companyNames(position, position.player ?? 0);
    for (const step of steps) {
      kinds.set(step.kind.case ?? "", kinds.get(step.kind.case ?? "") ?? avoidedBy(step, names));
    }
  };
  for (const name of ["solo-level-2", "four-players"]) {
    for await (const { position, legal } of recordedPositions(service, name, 9)) {
      note(legal, position);
    }
  }
  for (const { position } of MADE_POSITIONS) {
    note((await service.rules.listLegalSteps({ position })).steps, position);
  }
  expect([...kinds.keys()].toSorted()).toEqual(KINDS.toSorted());
  const unavoidable = [...kinds].filter(([, avoided]) => avoided === undefined).map(([kind]) => kind);
  expect(unavoidable.toSorted()).toEqual(["endTurn", "playAndrew"]);
  // The service refuses patterns that it does not know.
  const [made] = MADE_POSITIONS;
  const avoid = [...kinds.values()].flatMap((avoided) => (avoided === undefined ? [] : [avoided.pattern]));
  const { lines } = await service.advisor.suggest({ ...made, avoid, maxLines: 1 });
  expect(lines).toHaveLength(1);
}, 60_000);

test("a step of the best plan that is to be avoided is in no plan any more", async () => {
  const position = MADE_POSITIONS.find((each) => each.name.startsWith("Archives, Political"))?.position;
  const validated = await service.rules.validatePosition({ ...(position === undefined ? {} : { position }) });
  if (validated.position === undefined) {
    throw new Error("the position is not valid");
  }
  const names = companyNames(validated.position, 0);
  const before = await service.advisor.suggest({ position: validated.position });
  const project = before.lines[0]?.steps.find(({ step }) => step?.kind.case === "buildProject")?.step;
  const avoided = project && avoidedBy(project, names);
  if (avoided === undefined) {
    throw new Error("the best plan builds no project");
  }
  const after = await service.advisor.suggest({ position: validated.position, avoid: [avoided.pattern], maxLines: 3 });
  const { city, type } = avoided.pattern;
  const projects = after.lines.flatMap(({ steps }) => steps.map(({ step }) => step?.kind));
  expect(
    projects.some((kind) => kind?.case === "buildProject" && kind.value.city === city && kind.value.type === type),
  ).toBe(false);
  expect(after.lines[0]?.gain).toBeLessThanOrEqual(before.lines[0]?.gain ?? 0);
}, 60_000);
