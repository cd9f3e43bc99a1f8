/** Going from table to table: one that is at fault or not saved yet is taken up again, and asked about. */

import { signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";
import type { TableSession } from "../../src/by_hand/table_session.js";
import type { GameStore } from "../../src/game/store.js";

const listeners = new Map<string, (event: Event) => void>();
vi.stubGlobal("addEventListener", (kind: string, listener: (event: Event) => void) => listeners.set(kind, listener));
vi.mock("../../src/service.js", () => ({ service: {} }));
vi.mock("../../src/by_hand/table_session.js", () => ({ openTable: async (_: unknown, id: string) => made(id) }));

const { heldUpTables, loadTable, showTable, table } = await import("../../src/by_hand/open_table.js");

const store = {} as GameStore;
const unread = new Map<TableSession, { value: readonly unknown[] }>();
const checks = new Map<TableSession, { value: { kind: string } }>();

function made(id: string): TableSession {
  const checked = signal({ kind: "sound" });
  const saving = { kept: signal({ id, title: "", version: 1 }), unsaved: false, isHeldUp: false };
  const unreadHere = signal<readonly unknown[]>([]);
  const game = { busy: signal(false), checked, unreadHere };
  const session = { game, saving, draftRefusal: signal(undefined), stop: vi.fn() } as unknown as TableSession;
  checks.set(session, checked);
  unread.set(session, unreadHere);
  return session;
}

async function show(id: string): Promise<TableSession> {
  await showTable(store, id);
  const now = table.value;
  if (now.kind !== "open") {
    throw new Error(`no table is open: ${now.kind}`);
  }
  return now.session;
}

function check(session: TableSession, kind: "sound" | "faulty"): void {
  const checked = checks.get(session);
  if (checked !== undefined) {
    checked.value = { kind };
  }
}

/** Whether the browser would ask before the tab is closed. */
function asks(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  listeners.get("beforeunload")?.(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  table.value = { kind: "none" };
});

test("a table at fault that has been left is asked about, and goes on until it is sound and saved", async () => {
  const a = await show("a");
  check(a, "faulty");
  await show("b");
  expect([asks(), vi.mocked(a.stop).mock.calls.length]).toEqual([true, 0]);
  expect(await show("a")).toBe(a);
  await show("b");
  check(a, "sound");
  await Promise.resolve();
  expect([asks(), vi.mocked(a.stop).mock.calls.length]).toEqual([false, 1]);
  expect(await show("a")).not.toBe(a);
});

test("a table with something typed in it that cannot be read is asked about, and is there again", async () => {
  const a = await show("a");
  const texts = unread.get(a);
  if (texts !== undefined) {
    texts.value = ["abc"];
  }
  await show("b");
  expect(asks()).toBe(true);
  expect(await show("a")).toBe(a);
});

test("who loads the table as it is kept gives up what he had", async () => {
  const a = await show("a");
  check(a, "faulty");
  await loadTable(store, "a");
  expect([asks(), vi.mocked(a.stop).mock.calls.length]).toEqual([false, 1]);
});

test("a table that this browser does not keep is told, on the page or left", async () => {
  const a = await show("a");
  check(a, "faulty");
  expect(heldUpTables()).toEqual([]);
  Object.assign(a, { draftRefusal: signal(new Error("full")) });
  expect(heldUpTables()).toEqual([a]);
  await show("b");
  expect(heldUpTables()).toEqual([a]);
});
