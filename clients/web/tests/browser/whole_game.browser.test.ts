/** A whole game on the page, by its suggestions, is the game that the command plays. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromJsonString, toJson } from "@bufbuild/protobuf";
import {
  GameRecordSchema,
  recordFromJson,
  type ScorePositionResponse,
  ScorePositionResponseSchema,
} from "carnegie-client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scoreLineName } from "../../src/words/score_line_name.js";
import { carnegie } from "./command.js";
import { accept, begin, exported, isOver, saved, suggest } from "./played_by_page.js";
import { Watched } from "./watched_page.js";

const SEED = 7;

let watched: Watched;
let folder: string;

beforeAll(async () => {
  watched = await Watched.start();
  folder = await mkdtemp(join(tmpdir(), "carnegie-played-"));
});
afterAll(async () => {
  await watched.stop();
  await rm(folder, { recursive: true });
});

test("twenty rounds of accepted suggestions end as those of the command with the same seed", async () => {
  const file = join(folder, "game.json");
  const setup = ["--seed", String(SEED), "--level", "1", "--pool", "base", "--layout", "rows"];
  const score = await carnegie("play", "--auto", "--json", "--record", file, ...setup);
  const expected = fromJsonString(ScorePositionResponseSchema, score);

  const page = await watched.open();
  await begin(page, { seed: SEED });
  await takeTimeFor(page);
  while (!(await isOver(page))) {
    await suggest(page);
    await accept(page);
  }
  await saved(page);

  const record = await exported(page);
  expect(toJson(GameRecordSchema, record)).toEqual(
    toJson(GameRecordSchema, recordFromJson(await readFile(file, "utf8"))),
  );
  expect(record.finalDigest).toBe(expected.positionDigest);
  expect(await page.locator(".outcome").first().textContent()).toContain(String(expected.andrew?.total));
  expect(await sheetOn(page)).toEqual(sheetOf(expected));
  expect(watched.errors).toEqual([]);
  expect(watched.elsewhere()).toEqual([]);
});

/** Let the limit of work be the one that ends a search, on a busy machine, too. */
async function takeTimeFor(page: Page): Promise<void> {
  await page.getByText("How to ask").click();
  await page.getByLabel("Time for a suggestion").selectOption({ label: "5 seconds" });
}

type Sheet = Record<string, readonly string[]>;

/** The final score sheets as the page shows them: by what the VP are for, those of the player and of Andrew. */
async function sheetOn(page: Page): Promise<Sheet> {
  const rows = page.getByRole("region", { name: "Final score" }).locator("tbody tr, tfoot tr");
  const cells = await rows.evaluateAll((found) =>
    found.map((row) => Array.from(row.children, ({ textContent }) => textContent ?? "")),
  );
  return Object.fromEntries(cells.map(([name = "", ...points]) => [name, points]));
}

/** The same of the score sheets that the command prints. */
function sheetOf({ players: [player], andrew }: ScorePositionResponse): Sheet {
  const sheets = [player, andrew].map((sheet) => new Map(sheet?.lines.map(({ name, vp }) => [name, String(vp)])));
  const lines = new Set(sheets.flatMap((sheet) => [...sheet.keys()]));
  return {
    ...Object.fromEntries(
      [...lines].map((name) => [scoreLineName(name), sheets.map((sheet) => sheet.get(name) ?? "–")]),
    ),
    together: [String(player?.total), String(andrew?.total)],
  };
}
