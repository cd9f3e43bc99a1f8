/** What goes on by itself when a game comes onto the page. */

import { signal } from "@preact/signals";
import { Code, ConnectError, type Connection, connect, DepartmentPool, TimelineLayout } from "carnegie-client";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import type { Referee } from "../../src/game/playing.js";
import { waitsForAndrew } from "../../src/game/points.js";
import type { Session } from "../../src/game/session.js";
import { SoloGame } from "../../src/game/solo_game.js";
import { suggestedSteps } from "./accepted_suggestions.js";

vi.mock("../../src/service.js", () => ({ service: {} }));

const { goOn } = await import("../../src/game/go_on.js");

let process: RealService;
let service: Connection;
/** A game that was left when Andrew was to act, and could not. */
let left: SoloGame;

beforeAll(async () => {
  process = await startService();
  service = connect(process.address);
});
afterAll(() => process.stop());

beforeEach(async () => {
  const playAndrew = async () => {
    throw new ConnectError("away", Code.Unavailable);
  };
  const withoutAndrew = { ...service, solo: { ...service.solo, playAndrew } } as Referee;
  left = await SoloGame.begin(withoutAndrew, {
    level: 1,
    pool: DepartmentPool.BASE,
    layout: TimelineLayout.COLUMNS,
    seed: 7,
  });
  while (!waitsForAndrew(left.position.value)) {
    await left.play(await suggestedSteps(service, left));
  }
});

/** The game as it is opened again, with so many of its steps on the table. */
async function opened(shownSteps: number): Promise<Session> {
  const game = await SoloGame.continued(service, left.recordWithUndone(), { shownSteps });
  return { game, saving: { state: signal({ kind: "saved" }) } } as unknown as Session;
}

const idle = (game: SoloGame) => vi.waitFor(() => expect(game.busy.value).toBe(false), { timeout: 20_000 });

test("Andrew acts in a game that is opened in the middle of his turn", async () => {
  const session = await opened(left.points.value.length - 1);
  goOn(session);
  await idle(session.game);
  expect(session.game.points.value.length).toBeGreaterThan(left.points.value.length);
  expect([waitsForAndrew(session.game.position.value), session.game.andrewFailure.value]).toEqual([false, undefined]);
});

test("he does not where the person has undone to there", async () => {
  const { game } = await opened(left.points.value.length - 1);
  await game.letAndrewAct();
  const [points, shown] = [game.points.value, left.points.value.length - 1];
  game.goTo(shown);
  goOn({ game, saving: { state: signal({ kind: "saved" }) } } as unknown as Session);
  expect(game.busy.value).toBe(false);
  expect([game.shown.value, game.points.value, waitsForAndrew(game.position.value)]).toEqual([shown, points, true]);
});

test("nor where he is not to act", async () => {
  const session = await opened(0);
  goOn(session);
  expect([session.game.busy.value, session.game.shown.value]).toEqual([false, 0]);
});
