/** What is typed by hand and cannot be read: it is told with the way to its field, and never said to be saved. */

import { create } from "@bufbuild/protobuf";
import { signal } from "@preact/signals";
import { PositionSchema } from "carnegie-client";
import { render } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { setAndrewTiles } from "../../src/by_hand/edits/andrew.js";
import { setTiles } from "../../src/by_hand/edits/board.js";
import { removeSpace, setLying } from "../../src/by_hand/edits/company.js";
import type { Edit } from "../../src/by_hand/edits/edit.js";
import { setAmount } from "../../src/by_hand/edits/player.js";
import { setUses } from "../../src/by_hand/edits/round.js";
import type { HandGame } from "../../src/by_hand/hand_game.js";
import { KeptDrafts } from "../../src/by_hand/kept_drafts.js";
import { FaultList } from "../../src/by_hand/set_form.js";
import { elementId } from "../../src/by_hand/setting.js";
import { KeepingState } from "../../src/by_hand/table_bar.js";
import type { TableSession } from "../../src/by_hand/table_session.js";
import { type UnreadText, UnreadTexts, unreadFaults } from "../../src/by_hand/unread.js";
import { played } from "../table/played.js";

const draft = played("players-2-round-8");
const money = draft.players[1]?.money ?? 0;

const OF_MONEY: UnreadText = {
  text: "abc",
  id: "hand-money",
  key: "players[1].money",
  part: "Player",
  seat: 1,
  label: "Money",
  beside: money,
  onSet: (amount) => setAmount(1, "money", amount),
};

/** A table on which something may stand that cannot be read. */
function onTable(...texts: UnreadText[]) {
  const unread = new UnreadTexts();
  for (const text of texts) {
    unread.note(text, draft);
  }
  return unread;
}

describe("a text that cannot be read", () => {
  test("stays whatever else is changed, until its number is changed or what is typed can be read", () => {
    const unread = onTable(OF_MONEY);
    const standing = (position = draft) => unread.standing(position).map(({ text }) => text);
    expect(standing()).toEqual(["abc"]);
    expect(standing(setAmount(0, "money", 77)(draft))).toEqual(["abc"]);
    expect(standing(setAmount(1, "money", money + 1)(draft))).toEqual([]);
    unread.note({ ...OF_MONEY, text: "7.5" }, draft);
    expect(standing()).toEqual(["7.5"]);
    unread.forget("hand-money");
    expect(standing()).toEqual([]);
  });

  test("is told by the name of its field, whichever part is shown", () => {
    const space = draft.players[0]?.company?.spaces.find(({ lying }) => (lying ?? 0) > 0);
    const lying: UnreadText = {
      ...OF_MONEY,
      id: "hand-lying",
      key: `players[0].company:${space?.space}`,
      part: "Company",
      seat: 0,
      label: "Lying",
      beside: space?.lying ?? 0,
      onSet: (employees) => setLying(0, space?.space ?? "", employees),
    };
    const faults = unreadFaults(draft, onTable(OF_MONEY, lying).standing(draft));
    expect(faults.map(({ field, id, words }) => [field?.part, field?.seat, field?.label, id, words])).toEqual([
      ["Player", 1, "Player 2, money", "hand-money", "Found “abc”; allowed: a whole number. It does not count."],
      [
        "Company",
        0,
        `Player 1, space ${space?.space}, lying`,
        "hand-lying",
        "Found “abc”; allowed: a whole number. It does not count.",
      ],
    ]);
  });
});

describe("a text that stands beside tiles or uses", () => {
  const tile = draft.display?.departments[0] ?? "";
  const count = (position: typeof draft) => position.display?.departments.filter((each) => each === tile).length ?? 0;
  const andrew = { departments: ["Sales", "Recruiting"] };

  test.each<[string, typeof draft, (value: number) => Edit, number]>([
    ["the display", draft, (tiles) => setTiles(tile, tiles), count(draft)],
    ["Andrew", create(PositionSchema, { andrew }), (tiles) => setAndrewTiles("Sales", tiles), 1],
    [
      "the turn",
      create(PositionSchema, { turn: { uses: ["b1", "c1"].map((space) => ({ space, count: 2 })) } }),
      (uses) => setUses("b1", uses),
      2,
    ],
  ])("of %s is forgotten with their number, as all others", (_, before, onSet, beside) => {
    const unread = new UnreadTexts();
    const more = onSet(beside + 1)(before);
    unread.note({ ...OF_MONEY, id: "hand-tile", beside: beside + 1, onSet }, more);
    expect([unread.standing(more).length, unread.standing(before).length]).toEqual([1, 0]);
    unread.note({ ...OF_MONEY, id: "hand-tile", beside, onSet }, before);
    expect([unread.standing(more).length, unread.standing(before).length]).toEqual([0, 1]);
  });
});

describe("the name of what cannot be read", () => {
  const nameOf = (text: Partial<UnreadText>) => unreadFaults(draft, [{ ...OF_MONEY, ...text }])[0]?.field?.label;

  test("says whose space it is also where nothing lies there", () => {
    const text = { ...OF_MONEY, id: "hand-lying", key: "players[0].company:b1", seat: 0, label: "Lying" };
    const index = draft.players[0]?.company?.spaces.findIndex(({ space }) => space === "b1") ?? 0;
    const [fault] = unreadFaults(removeSpace(0, index)(draft), [{ ...text, part: "Company" }]);
    expect([fault?.field?.label, fault?.field?.part, fault?.field?.seat]).toEqual([
      "Player 1, space b1, lying",
      "Company",
      0,
    ]);
  });

  test("does not repeat itself where the field is all of it", () => {
    expect(nameOf({ id: "hand-players-1-money", label: "Money in dollars" })).toBe("Player 2, money");
    const key = "players[1].tabs.housing.pulled";
    const text = { key, id: elementId(key), part: "Tabs", label: "Spaces that it has been pulled" } as const;
    expect(nameOf(text)).toBe("Player 2, spaces that the Housing tab has been pulled");
  });
});

test("of a table at fault it is not said that what was there before is saved", () => {
  const unread = unreadFaults(draft, onTable(OF_MONEY).standing(draft));
  for (const [kind, words] of [
    ["faulty", "cannot be read. What was there before counts. "],
    ["failed", "cannot be read. What was there before counts. "],
    ["sound", "cannot be read. What was there before counts, and is what is saved. "],
  ] as const) {
    const game = { checked: signal({ kind, failure: new Error("away") }) } as unknown as HandGame;
    const html = render(<FaultList game={game} faults={[]} unread={unread} onGo={() => {}} />);
    expect(html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")).toContain(words);
  }
});

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");

test.each([
  [[], "Without fault."],
  [[OF_MONEY], "1 entry cannot be read. What was there before counts, and is what is saved."],
])("the summary of a table that is sound but for %o", (texts, words) => {
  const game = { checked: signal({ kind: "sound" }) } as unknown as HandGame;
  const unread = unreadFaults(draft, onTable(...texts).standing(draft));
  const said = plain(render(<FaultList game={game} faults={[]} unread={unread} onGo={() => {}} />));
  expect(said).toContain(words);
  expect(said.includes("Without fault.")).toBe(texts.length === 0);
  expect(said.includes("Player 2, money: Found “abc”")).toBe(texts.length > 0);
});

describe("of what is kept it is said", () => {
  const said = (kind: string, how: { saving?: string; version?: number; unread?: number; why?: Error }) => {
    const { saving = "saved", version = 1, unread = 0, why } = how;
    const session = {
      game: { checked: signal({ kind }), unreadHere: signal(Array.from({ length: unread }, () => OF_MONEY)) },
      saving: { state: signal({ kind: saving }), kept: signal({ version }) },
      store: { place: "service" },
      draftRefusal: signal(why),
    };
    return plain(render(<KeepingState session={session as unknown as TableSession} />));
  };

  test.each([
    ["sound", {}, "Saved"],
    ["sound", { unread: 1 }, "Saved, but for what cannot be read"],
    ["sound", { version: 0 }, "Saving …"],
    ["sound", { version: 0, saving: "refused" }, "Not saved"],
    ["sound", { version: 0, saving: "waiting" }, "Not saved"],
    ["asking", {}, "Saving …"],
    ["faulty", {}, "Kept in this browser until it is without fault"],
    ["faulty", { why: new Error("denied") }, "Not saved"],
  ])("of a table that is %s, with %o", (kind, how, words) => {
    expect(said(kind, how)).toBe(words);
  });
});

const full = () => {
  throw new DOMException("Full", "QuotaExceededError");
};

test.each([
  ["open", { getItem: () => null, setItem: () => undefined }, undefined],
  ["full", { getItem: () => null, setItem: full }, "this browser has no more room for tables at fault; it says: Full"],
  ["missing", undefined, "this browser does not let the page keep tables at fault: it has no place for it"],
])("a place for tables at fault that is %s", (_, store, why) => {
  const kept = { title: "", version: 0, componentsJson: "", draft };
  expect(new KeptDrafts(store).keep("a", kept)?.message).toBe(why);
});
