/** Against a real service: answers, streams, faults, many questions, an end before the answer. */

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  Code,
  ConnectError,
  type Connection,
  connect,
  positionFromJson,
  positionToJson,
  problemOf,
  SuggestionStatus,
  suggestMany,
} from "../src/index.js";
import { type RealService, ROOT, startService } from "./real_service.js";

let service: RealService;
let connection: Connection;

beforeAll(async () => {
  service = await startService();
  connection = connect(service.address);
}, 90_000);

afterAll(async () => {
  await service.stop();
});

async function example(name: string) {
  return positionFromJson(await readFile(`${ROOT}examples/positions/${name}.json`, "utf8"));
}

test("a position from a file has an answer that is proved best", async () => {
  const answer = await connection.advisor.suggest({ position: await example("management"), maxLines: 3 });
  expect(answer.status).toBe(SuggestionStatus.PROVED_BEST);
  expect(answer.lines.length).toBe(3);
  expect(answer.lines[0]?.gain).toBe(answer.bound);
});

test("an analysis has exactly one final message, the last one", async () => {
  const finals: boolean[] = [];
  for await (const message of connection.advisor.analyze({ question: { position: await example("construction") } })) {
    finals.push(message.final);
  }
  expect(finals.indexOf(true)).toBe(finals.length - 1);
});

test("every fault of a position is told with its field", async () => {
  const position = positionFromJson({ round: 21, players: [{ money: -1 }] });
  const failure = await connection.advisor.suggest({ position }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ConnectError);
  const problem = problemOf(failure);
  expect(problem.code).toBe(Code.InvalidArgument);
  expect(problem.reason).not.toBe("");
  const paths = problem.fields.map((field) => field.path);
  expect(paths).toContain("position.round");
  expect(paths).toContain("position.players[0].money");
});

test("a canonical position survives JSON", async () => {
  const { position } = await connection.rules.newGame({ seed: 5, players: 3 });
  if (position === undefined) {
    throw new Error("a new game has a position");
  }
  expect(positionFromJson(JSON.stringify(positionToJson(position)))).toEqual(position);
});

test("many questions are each answered once, whatever becomes of the others", async () => {
  const good = await example("research");
  const bad = positionFromJson({ round: 99, players: [{}] });
  const questions = [good, bad, good, good, bad].map((position) => ({ position }));
  const answered = new Map<number, boolean>();
  for await (const { index, problem } of suggestMany(connection.advisor, questions, { atATime: 2 })) {
    expect(answered.has(index)).toBe(false);
    answered.set(index, problem === undefined);
  }
  expect([...answered].sort(([one], [other]) => one - other)).toEqual([
    [0, true],
    [1, false],
    [2, true],
    [3, true],
    [4, false],
  ]);
});

test("a call that is given up ends with CANCELED, and the service goes on answering", async () => {
  const leaving = new AbortController();
  const call = connection.advisor.suggest({ position: await example("opening") }, { signal: leaving.signal });
  leaving.abort();
  expect(problemOf(await call.catch((error: unknown) => error)).code).toBe(Code.Canceled);
  expect((await connection.info.getInfo({})).version).not.toBe("");
});

test("where nobody answers, the call says so after its attempts", async () => {
  const nobody = connect("http://127.0.0.1:9", { retry: { attempts: 2, firstDelayMilliseconds: 1 } });
  const failure = await nobody.info.getInfo({}).catch((error: unknown) => error);
  expect(problemOf(failure).code).toBe(Code.Unavailable);
});
