/** The form shows every field of a table, with what is wrong at each; and every place of the picture leads to one. */

import { create } from "@bufbuild/protobuf";
import { type Position, PositionSchema, Region } from "carnegie-client";
import { render } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { ownersAt } from "../../src/by_hand/edits/disks.js";
import { fieldsOf, PARTS, type PartName } from "../../src/by_hand/fields.js";
import { deedOf, settable } from "../../src/by_hand/opened.js";
import { SetForm } from "../../src/by_hand/set_form.js";
import { elementId, SettingContext } from "../../src/by_hand/setting.js";
import { UnreadTexts } from "../../src/by_hand/unread.js";
import { regionOrder } from "../../src/table/order.js";
import { target } from "../../src/table/targets.js";
import { components, played } from "../table/played.js";

const nothing = () => undefined;

/** The form of a part as HTML, of the map with all its regions. */
function html(draft: Position, part: PartName, seat: number, faults: ReadonlyMap<string, readonly string[]>): string {
  const unread = new UnreadTexts();
  const setting = { draft, known: draft, isKnown: true, components, part, seat, unread, edit: nothing, faults };
  const of = (region: Region) =>
    render(
      <SettingContext.Provider value={setting}>
        <SetForm part={part} onPart={nothing} onSeat={nothing} region={region} onRegion={nothing} />
      </SettingContext.Provider>,
    );
  return part === "Map" ? regionOrder.map(of).join("") : of(Region.WEST);
}

const FAULTY = create(PositionSchema, {
  players: [
    {
      company: { spaces: [{ space: "z9" }, { space: "a1", department: "No such", standingAt: [7] }, { space: "a1" }] },
      projects: [{ city: "Nowhere", citySpace: 3 }],
      donations: ["NO_SUCH", "NO_SUCH"],
      reservedDepartment: "No such",
    },
  ],
  display: { departments: ["No such"] },
  andrew: { cards: ["no such"], departments: ["No such"], projects: [{ city: "Nowhere", citySpace: 4 }] },
});

describe.each([
  ["two players", played("players-2-round-8")],
  ["four players", played("players-4-round-8")],
  ["a solo game", played("solo-7-round-9")],
  ["a table on which nothing is right", FAULTY],
])("the form for %s", (_, draft) => {
  const fields = fieldsOf(draft);
  const keys = [...new Set(fields.map(({ key }) => key))];
  const faults = new Map(keys.map((key) => [key, [`wrong with ${elementId(key)} here`]]));

  test("tells what is wrong at every field", () => {
    const parts = new Map(
      PARTS.flatMap((part) => draft.players.map((_, seat) => [`${part} ${seat}`, html(draft, part, seat, faults)])),
    );
    const untold = fields.filter(
      ({ key, part, seat = 0 }) => !parts.get(`${part} ${seat}`)?.includes(`wrong with ${elementId(key)} here`),
    );
    expect(untold).toEqual([]);
  });

  test("has no id twice", () => {
    for (const part of PARTS.filter((each) => each !== "Map")) {
      const ids = [...html(draft, part, 0, faults).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

describe("a place of the picture", () => {
  const draft = played("solo-7-round-9");

  test("always leads to a field that the form shows, or changes the table", () => {
    for (const at of settable(components, draft, 0)) {
      const deed = deedOf(at, draft, 0);
      if (deed?.kind === "edit") {
        expect(deed.edit(draft)).not.toEqual(draft);
      } else {
        expect(html(draft, deed?.part ?? "Round", 0, new Map())).toContain(`id="${elementId(deed?.key ?? at)}`);
      }
    }
  });

  test("that is a workstation has somebody stand there, or go", () => {
    const space = draft.players[0]?.company?.spaces.find(({ standingAt }) => standingAt.length > 0);
    const at = target.workstation(space?.space ?? "", space?.standingAt[0] ?? 0);
    const deed = deedOf(at, draft, 0);
    const after = deed?.kind === "edit" ? deed.edit(draft) : draft;
    const left = after.players[0]?.company?.spaces.find((each) => each.space === space?.space);
    expect(left?.standingAt ?? []).toEqual(space?.standingAt.slice(1));
    const back = deedOf(at, after, 0);
    expect(back?.kind === "edit" && back.edit(after).players[0]?.company?.spaces.length).toBe(
      draft.players[0]?.company?.spaces.length,
    );
  });

  test("that is not known does nothing", () => {
    expect(deedOf("moon:1", draft, 0)).toBeUndefined();
    expect(ownersAt(draft, "Nowhere", 0)).toEqual([]);
  });
});
