/** What a real service says of clicks that lead nowhere. */

import { signal } from "@preact/signals";
import { type Connection, connect, type Position } from "carnegie-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { Choosing } from "../../src/moves/choosing.js";
import { FakeGame } from "../fake_game.js";
import { MADE_POSITIONS } from "./made_positions.js";

let running: RealService;
let service: Connection;

beforeAll(async () => {
  running = await startService();
  service = connect(running.address);
}, 90_000);

afterAll(() => running?.stop());

const until = async (holds: () => boolean) => {
  for (let waited = 0; waited < 200 && !holds(); waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(holds()).toBe(true);
};

async function said(position: Position, ...clicks: readonly string[]): Promise<string> {
  const answer = await service.rules.validatePosition({ position });
  const game = new FakeGame(answer.position, answer.positionDigest);
  const choosing = new Choosing(game, service, { endsByItself: signal(false) });
  const stop = choosing.start();
  await until(() => choosing.known.value);
  for (const click of clicks) {
    choosing.choose(click);
  }
  await until(() => choosing.message.value !== "");
  stop();
  expect(game.played).toEqual([]);
  return choosing.message.value;
}

const made = (name: string): Position => {
  const found = MADE_POSITIONS.find((each) => each.name.startsWith(name));
  if (found === undefined) {
    throw new Error(`there is no position ${name}`);
  }
  return found.position;
};

test.each([
  ["Payroll", ["track:1"], "Advance the transport disk of the West one space is not possible. Wrong phase:"],
  ["Charitable Giving", ["row:2"], "Select the Management row of the timeline is not possible. Wrong phase:"],
  ["Charitable Giving", ["tile:Sales"], "Build the Department Sales on the empty space"],
  [
    "Payroll",
    ["workstation:a3:1"],
    "Stand an employee up in Payroll Management (a3) at workstation 1 is not possible.",
  ],
  ["Archives and New Lobby", ["mission:1"], "Nothing can be done with the Missions of the West in the event now."],
  [
    "Charitable Giving",
    ["mission:2", "tab:1"],
    "No legal step has both the Missions of the Midwest and the Housing tab.",
  ],
])("%s, after clicks on %s", async (name, clicks, sentence) => {
  expect(await said(made(name), ...clicks)).toContain(sentence);
});
