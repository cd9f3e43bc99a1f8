/** A table that was left at fault and has been saved elsewhere since: neither is lost, and the person is asked. */

import { create } from "@bufbuild/protobuf";
import { signal } from "@preact/signals";
import { type Connection, connect, DepartmentPool, RecordedSetupSchema } from "carnegie-client";
import { render } from "preact-render-to-string";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type RealService, startService } from "../../../typescript/tests/real_service.js";
import { setAmount } from "../../src/by_hand/edits/player.js";
import { KeptDrafts, OlderDraft } from "../../src/by_hand/kept_drafts.js";
import { OlderDraftNote } from "../../src/by_hand/older_draft_note.js";
import { beginTable, openTable, type Surroundings, type TableSession } from "../../src/by_hand/table_session.js";
import { ServiceStore } from "../../src/game/service_store.js";

let process: RealService;
let service: Connection;
let around: Surroundings;
let drafts: KeptDrafts;

/** A browser's storage, which all its tabs share. */
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
};

beforeAll(async () => {
  process = await startService("--games-path", ":memory:");
  service = connect(process.address);
});
afterAll(() => process.stop());

beforeEach(() => {
  kept.clear();
  drafts = new KeptDrafts(storage);
  around = { referee: service, store: new ServiceStore(service.games), drafts, componentsJson: "" };
});

const money = ({ game }: TableSession) => game.draft.value.players[0]?.money;

async function setMoney({ game }: TableSession, amount: number): Promise<void> {
  game.edit(setAmount(0, "money", amount));
  await vi.waitFor(() => expect(game.checked.value.kind).not.toBe("asking"), 20_000);
}

const moneyKept = (id: string) => new KeptDrafts(storage).draft(id)?.draft.players[0]?.money;

/** A table of which -5 dollars are kept as at fault, and 9 are saved since, by another tab. */
async function leftAtFault(): Promise<string> {
  const session = await beginTable(
    around,
    create(RecordedSetupSchema, { seed: 11, players: 2, pool: DepartmentPool.BASE }),
  );
  await vi.waitFor(() => expect(session.saving.kept.value.version).toBe(1), 20_000);
  const { id } = session.saving.kept.value;
  const other = await openTable({ ...around, drafts: new KeptDrafts(storage) }, id);
  await setMoney(session, -5);
  await setMoney(other, 9);
  await vi.waitFor(() => expect(other.saving.kept.value.version).toBe(2), 20_000);
  session.stop();
  other.stop();
  return id;
}

test("what has been saved is opened, and what was at fault is kept beside it", async () => {
  const id = await leftAtFault();
  const again = await openTable(around, id);
  expect([money(again), again.game.checked.value.kind, again.draftRefusal.value]).toEqual([9, "sound", undefined]);
  expect([moneyKept(id), again.older.value?.draft.players[0]?.money]).toEqual([-5, -5]);
  // As often as the table is opened, changed, or at fault once more.
  await setMoney(again, 10);
  expect(moneyKept(id)).toBe(-5);
  await setMoney(again, -6);
  expect([moneyKept(id), again.draftRefusal.value]).toEqual([-5, expect.any(OlderDraft)]);
  again.stop();
});

test("put on the table it is one edit, and kept as what is at fault there now", async () => {
  const id = await leftAtFault();
  const again = await openTable(around, id);
  again.takeOlder();
  await vi.waitFor(() => expect(again.game.checked.value.kind).toBe("faulty"), 20_000);
  expect([money(again), again.older.value, again.draftRefusal.value]).toEqual([-5, undefined, undefined]);
  expect(new KeptDrafts(storage).draft(id)?.version).toBe(2);
  again.game.undo();
  expect([money(again), again.game.checked.value.kind]).toEqual([9, "sound"]);
  again.stop();
});

test("forgotten it is gone, and what is at fault then is kept", async () => {
  const id = await leftAtFault();
  const again = await openTable(around, id);
  await setMoney(again, -6);
  again.forgetOlder();
  expect([again.older.value, again.draftRefusal.value, moneyKept(id)]).toEqual([undefined, undefined, -6]);
  again.stop();
});

test("where another tab goes on with it, this one offers it no longer", async () => {
  const id = await leftAtFault();
  const again = await openTable(around, id);
  const ofOther = new KeptDrafts(storage);
  const other = await openTable({ ...around, drafts: ofOther }, id);
  other.takeOlder();
  await vi.waitFor(() => expect(other.game.checked.value.kind).toBe("faulty"), 20_000);
  drafts.refresh();
  expect(again.older.value).toBe(undefined);
  again.forgetOlder();
  expect(moneyKept(id)).toBe(-5);
  again.stop();
  other.stop();
});

test("both ways out are offered, and none where nothing is kept", () => {
  const nothing = () => undefined;
  const html = (older: TableSession["older"], why?: Error) =>
    render(<OlderDraftNote session={{ older, takeOlder: nothing, forgetOlder: nothing, draftRefusal: signal(why) }} />);
  expect(html(signal(undefined))).toBe("");
  const draft = signal({ title: "", version: 1, componentsJson: "", draft: {} }) as unknown as TableSession["older"];
  expect(html(draft)).toMatch(/saved in another tab.*Put them on the table.*Forget them/s);
  expect(html(draft)).not.toContain("is not kept");
  expect(html(draft, new OlderDraft())).toContain("what is at fault here now is not kept");
});
