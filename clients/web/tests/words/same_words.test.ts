/** The page says steps in the words of the command. */

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { toJson } from "@bufbuild/protobuf";
import {
  connect,
  type ReplayedStep,
  type ReplayRecordResponse,
  ReplayRecordResponseSchema,
  recordFromJson,
} from "carnegie-client";
import { expect, test } from "vitest";
import { ROOT, startService } from "../../../typescript/tests/real_service.js";
import { type CompanyNames, companyNames, companyNamesAfter } from "../../src/words/company_names.js";
import { phaseInSentence } from "../../src/words/phase_in_sentence.js";
import { plannedStepsInWords } from "../../src/words/planned_steps_in_words.js";

const RECORDS = ["solo-level-1", "two-players-expansion", "four-players", "three-players-one-of-each"];

/** What the page says of a game, each player's Company having its own names. */
function saidByPage({ start, steps }: ReplayRecordResponse): string[] {
  const companies: CompanyNames[] = (start?.players ?? []).map((_, player) =>
    start === undefined ? new Map() : companyNames(start, player),
  );
  return steps.flatMap(({ step, player, phase }: ReplayedStep) => {
    const names = companies[player] ?? new Map();
    if (step?.step === undefined) {
      return [];
    }
    companies[player] = companyNamesAfter(names, step.step);
    return plannedStepsInWords([step], names, [phaseInSentence(phase)]);
  });
}

test("the steps of recorded games are said in the words of the command", async () => {
  const running = await startService();
  try {
    const service = connect(running.address);
    const games = await Promise.all(
      RECORDS.map(async (name) => {
        const record = recordFromJson(await readFile(`${ROOT}tests/golden/${name}.json`, "utf8"));
        return service.rules.replayRecord({ record });
      }),
    );
    const input = games.map((game) => `${JSON.stringify(toJson(ReplayRecordResponseSchema, game))}\n`).join("");
    const program = fileURLToPath(new URL("words_of_the_command.py", import.meta.url));
    const python = process.env.PYTHON ?? `${ROOT}.venv/bin/python`;
    const output = execFileSync(python, [program], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
    const said = output
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(games.map(saidByPage)).toEqual(said);
    expect(games.map((game) => saidByPage(game).length)).toEqual(games.map((game) => game.recordedSteps));
  } finally {
    await running.stop();
  }
}, 120_000);
