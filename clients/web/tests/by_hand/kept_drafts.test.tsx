/** A table at fault in two tabs: neither overwrites what the other keeps, and both ways out are offered. */

import { signal } from "@preact/signals";
import { render } from "preact-render-to-string";
import { beforeEach, expect, test } from "vitest";
import { DraftNote } from "../../src/by_hand/draft_note.js";
import { setAmount } from "../../src/by_hand/edits/player.js";
import { type KeptDraft, KeptDrafts, OtherDraft } from "../../src/by_hand/kept_drafts.js";
import { played } from "../table/played.js";

const kept = new Map<string, string>();
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    kept.set(key, value);
  },
};

const draft = played("players-2-round-8");

/** The table with an amount of money on it that tells whose draft it is. */
const withMoney = (money: number): KeptDraft => ({
  title: "",
  version: 1,
  componentsJson: "",
  draft: setAmount(0, "money", money)(draft),
});

const moneyKept = (): number | undefined => new KeptDrafts(store).draft("a")?.draft.players[0]?.money;

beforeEach(() => kept.clear());

test("what another tab keeps is neither overwritten nor forgotten, until that is wanted", () => {
  const [one, other] = [new KeptDrafts(store), new KeptDrafts(store)];
  expect(one.keep("a", withMoney(1))).toBe(undefined);
  expect(other.keep("a", withMoney(2))).toBeInstanceOf(OtherDraft);
  other.forget("a");
  expect(moneyKept()).toBe(1);
  expect(other.keepInPlace("a", withMoney(2))).toBe(undefined);
  expect([moneyKept(), other.keep("a", withMoney(3)), moneyKept()]).toEqual([2, undefined, 3]);
  expect(one.keep("a", withMoney(1))).toBeInstanceOf(OtherDraft);
});

test("who has read it goes on with it, which the other one then sees", () => {
  const [one, other] = [new KeptDrafts(store), new KeptDrafts(store)];
  one.keep("a", withMoney(1));
  expect(other.draft("a")?.draft.players[0]?.money).toBe(1);
  expect([other.keep("a", withMoney(2)), moneyKept()]).toEqual([undefined, 2]);
  expect(one.keep("a", withMoney(1))).toBeInstanceOf(OtherDraft);
});

test("one that the other tab has forgotten is kept again", () => {
  const [one, other] = [new KeptDrafts(store), new KeptDrafts(store)];
  one.keep("a", withMoney(1));
  other.draft("a");
  other.forget("a");
  expect([moneyKept(), one.keep("a", withMoney(1)), moneyKept()]).toEqual([undefined, undefined, 1]);
});

test("both ways out are offered where another tab keeps it, and none where the browser keeps nothing", () => {
  const html = (why?: Error) =>
    render(
      <DraftNote session={{ draftRefusal: signal(why), keepDraftInPlace: () => undefined }} onLoad={() => undefined} />,
    );
  expect(html()).toBe("");
  expect(html(new OtherDraft())).toMatch(/in another tab.*Load the other one.*Keep mine in its place/s);
  expect(html(new Error("it is full"))).toMatch(/not kept while it is at fault.*It is full/s);
});
