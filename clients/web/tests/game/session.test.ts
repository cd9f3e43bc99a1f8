/** Games with their saving, in the places of a real service and of a browser: opened again, in two tabs, from a file. */

import { createClient } from "@connectrpc/connect";
import { type Connection, connect, DepartmentPool, GameStoreService, problemOf, TimelineLayout } from "carnegie-client";
import { IDBFactory } from "fake-indexeddb";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { BrowserStore } from "../../src/game/browser_store.js";
import { SavingNote } from "../../src/game/saving_note.js";
import { ServiceStore } from "../../src/game/service_store.js";
import { beginSession, importSession, openSession, type Session } from "../../src/game/session.js";
import type { GameStore } from "../../src/game/store.js";
import { suggestedSteps } from "./accepted_suggestions.js";
import { ToldStore } from "./told_store.js";

const GAME = { level: 1, pool: DepartmentPool.BASE, layout: TimelineLayout.ROWS, seed: 11 };

let process: RealService;
let service: Connection;

beforeAll(async () => {
  process = await startService("--games-path", ":memory:");
  service = connect(process.address);
});
afterAll(() => process.stop());

const places: readonly [GameStore["place"], () => GameStore][] = [
  ["service", () => new ServiceStore(createClient(GameStoreService, service.transport))],
  ["browser", () => new BrowserStore(() => new IDBFactory())],
];

/** Wait until saving has come to a state. */
const until = (session: Session, kind: string) =>
  vi.waitFor(() => expect(session.saving.state.value.kind).toBe(kind), { timeout: 20_000 });

const idOf = ({ saving }: Session) => saving.kept.value.id;

test("a game whose title is refused asks to be renamed", async () => {
  const session = await beginSession(
    service,
    new ServiceStore(createClient(GameStoreService, service.transport)),
    GAME,
  );
  expect(session.saving.kept.value.title).toBe("Solo game, level 1, seed 11");
  await until(session, "saved");
  session.saving.rename("\u0007");
  await until(session, "refused");
  expect(render(h(SavingNote, { kind: "game", session, onLoad: () => {}, onCopy: () => {} }))).toContain(
    "Rename the game: its title is not taken.",
  );
});

test("a conflict speaks of what is kept: a game is played on, a table changed", () => {
  const session = { store: new ToldStore(), saving: { state: { value: { kind: "conflict" } } } } as unknown as Session;
  const said = (kind: "game" | "table") =>
    render(h(SavingNote, { kind, session, onLoad: () => {}, onCopy: () => {} })).replaceAll(/<[^>]*>/g, "");
  expect(said("game")).toContain("This game has been played on in another tab");
  expect(said("table")).toContain("This table has been changed in another tab");
});

describe.each(places)("kept by the %s", (_, open) => {
  test("a game that is opened again stands where it stood, with what was undone", async () => {
    const store = open();
    const session = await beginSession(service, store, GAME);
    await session.game.play(await suggestedSteps(service, session.game));
    await session.game.play(await suggestedSteps(service, session.game));
    session.game.undo();
    session.game.undo();
    session.saving.rename("Mine");
    await until(session, "saved");
    const again = await openSession(service, store, idOf(session));
    expect([again.game.shown.value, again.game.digest.value]).toEqual([
      session.game.shown.value,
      session.game.digest.value,
    ]);
    expect(again.game.points.value).toEqual(session.game.points.value);
    expect(again.saving.kept.value).toEqual(session.saving.kept.value);
    again.game.redo();
    expect(again.game.position.value).toEqual(session.game.points.value[again.game.shown.value]?.position);
  });

  test("of two tabs the second one to save is told, and keeps its own as a copy", async () => {
    const store = open();
    const first = await beginSession(service, store, GAME);
    await until(first, "saved");
    const second = await openSession(service, store, idOf(first));
    const steps = await suggestedSteps(service, first.game);
    await first.game.play(steps.slice(0, 1));
    await until(first, "saved");
    await second.game.play(steps.slice(0, 2));
    await until(second, "conflict");
    const kept = await openSession(service, store, idOf(first));
    expect(kept.game.digest.value).toBe(first.game.digest.value);
    const copy = second.saving.saveAsCopy();
    await until(second, "saved");
    const copied = await openSession(service, store, copy);
    expect(copied.game.digest.value).toBe(second.game.digest.value);
    await first.game.play(steps.slice(1, 2));
    await until(first, "saved");
  });

  test("a game from a file is a new one", async () => {
    const store = open();
    const session = await beginSession(service, store, GAME);
    await session.game.play(await suggestedSteps(service, session.game));
    const taken = await importSession(service, store, session.game.record(), "From a file", {});
    await until(taken, "saved");
    expect(idOf(taken)).not.toBe(idOf(session));
    expect((await openSession(service, store, idOf(taken))).game.digest.value).toBe(session.game.digest.value);
  });
});

test("where the service keeps no games, it says so", async () => {
  const keepsNone = await startService();
  const none = connect(keepsNone.address);
  expect((await none.info.getInfo({})).keepsGames).toBe(false);
  const store = new ServiceStore(createClient(GameStoreService, none.transport));
  expect(problemOf(await store.list().catch((error) => error)).reason).toBe("GAMES_NOT_KEPT");
  await keepsNone.stop();
});
