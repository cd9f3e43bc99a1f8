/** What is not saved of the own box: it is known, taken back also while the service is away, and said in true words. */

import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, ValidateComponentsResponseSchema } from "carnegie-client";
import { renderToString } from "preact-render-to-string";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { componentsJson } from "../table/played.js";

const kept = new Map<string, string>();
/** What the browser says instead of keeping anything; empty where it keeps. */
let refusal = "";
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (refusal !== "") {
      throw new DOMException(refusal, "SecurityError");
    }
    kept.set(key, value);
  },
});
const { CheckNote } = await import("../../src/box/check_note.js");
const { SavingTrouble } = await import("../../src/box/saving_trouble.js");
const { ownBox, ownComponentsJson } = await import("../../src/box/own_components.js");
const { beginWith, draft, isContested, isOfSaved, isUnsaved, save, saveInPlace, shownOfText, takeBack, written } =
  await import("../../src/box/drafting.js");

const tables = { componentsJson };
const standIns = shownOfText(tables);

/** A service that is away. */
const away = {
  validateComponents: async () => {
    throw new ConnectError("Failed to fetch", Code.Unavailable);
  },
};

/** Enter how many columns the Lobby goes over. */
function enter(lobbySpan: string): void {
  const now = draft.value;
  if (now !== undefined) {
    draft.value = { ...now, ownBoard: true, board: { ...now.board, lobbySpan } };
  }
}

/** Another tab of the same browser saves a file. */
const saveElsewhere = (file: string) => kept.set("carnegie.box", file);

beforeEach(() => {
  refusal = "";
  ownBox.keep("");
  draft.value = undefined;
});

describe("what has been entered", () => {
  test("is not saved until it is, whether it is at fault or not", () => {
    expect(isUnsaved.value).toBe(false);
    beginWith(tables, "", standIns);
    expect(isUnsaved.value).toBe(false);
    enter("3");
    expect(isUnsaved.value).toBe(true);
    saveInPlace();
    expect(isUnsaved.value).toBe(false);
    enter("wide");
    expect(isUnsaved.value).toBe(true);
  });

  test("is at fault and unsaved also where the file would be the saved one", () => {
    beginWith(tables, "", standIns);
    enter("0");
    saveInPlace();
    enter("wide");
    expect([written.value.file === ownComponentsJson.value, isUnsaved.value]).toEqual([true, true]);
  });

  test("is taken back while the service is away, as long as the tables are known", async () => {
    beginWith(tables, "", standIns);
    const before = draft.value;
    enter("3");
    await takeBack(away, tables);
    expect([draft.value, isUnsaved.value]).toEqual([before, false]);
  });

  test("stays where it cannot be taken back, which is told", async () => {
    beginWith(tables, "", standIns);
    enter("3");
    await expect(takeBack(away)).rejects.toThrow("Failed to fetch");
    expect(draft.value?.board.lobbySpan).toBe("3");
  });
});

describe("where the browser keeps nothing", () => {
  test("what is saved holds, is said not to be saved, and is asked about, until it is kept", () => {
    beginWith(tables, "", standIns);
    enter("3");
    refusal = "denied";
    save();
    expect(ownComponentsJson.value).toBe(written.value.file);
    expect([isUnsaved.value, ownBox.refusal.value?.message]).toEqual([
      true,
      "this browser does not let the page keep the values of your box: denied",
    ]);
    refusal = "";
    save();
    expect([isUnsaved.value, ownBox.refusal.value, kept.get("carnegie.box")]).toEqual([
      false,
      undefined,
      written.value.file,
    ]);
  });

  test("nothing entered is nothing that could be lost", () => {
    refusal = "denied";
    beginWith(tables, "", standIns);
    save();
    expect(isUnsaved.value).toBe(false);
  });
});

describe("where another tab has saved", () => {
  const OTHER = '{"bidding": {}}';

  test("nothing is overwritten, and either may be kept", () => {
    beginWith(tables, "", standIns);
    enter("3");
    saveElsewhere(OTHER);
    expect([save(), isContested.value, kept.get("carnegie.box")]).toEqual([false, true, OTHER]);
    expect([ownComponentsJson.value, draft.value?.board.lobbySpan, isUnsaved.value]).toEqual([OTHER, "3", true]);
    saveInPlace();
    expect([isContested.value, isUnsaved.value, kept.get("carnegie.box")]).toEqual([false, false, written.value.file]);
  });

  test("what it has saved is taken back to", async () => {
    beginWith(tables, "", standIns);
    enter("3");
    saveElsewhere(OTHER);
    ownBox.refresh();
    expect(isContested.value).toBe(true);
    await takeBack(away, tables);
    expect([isContested.value, kept.get("carnegie.box"), draft.value?.others]).toEqual([false, OTHER, { bidding: {} }]);
  });

  test("a form in which nothing has been entered begins with it", () => {
    beginWith(tables, "", standIns);
    expect(isOfSaved.value).toBe(true);
    saveElsewhere(OTHER);
    ownBox.refresh();
    expect([isOfSaved.value, isContested.value, isUnsaved.value]).toEqual([false, false, false]);
  });

  test("the same as here, nothing is in the way", () => {
    beginWith(tables, "", standIns);
    enter("3");
    saveElsewhere(written.value.file);
    expect([save(), isContested.value, isUnsaved.value]).toEqual([true, false, false]);
  });
});

test("what keeps values from being saved is said with both ways out, or with why", () => {
  const nothing = () => {};
  const html = (isContested: boolean, why?: Error) =>
    renderToString(
      <SavingTrouble isContested={isContested} refusal={why} canSave onLoad={nothing} onSaveInPlace={nothing} />,
    );
  expect(html(true)).toMatch(/another tab.*Load the other ones.*Save mine in their place/s);
  expect(html(false, new Error("it is full"))).toMatch(/Your values are not saved\..*It is full\..*Export/s);
  expect(html(false)).toBe("");
});

test.each([
  ["nothing", { isSaved: true, isEmpty: true }, "Nothing has been entered.", "These are stand-ins"],
  ["something saved", { isSaved: true, isEmpty: false }, "Saved.", "Stand-ins are still"],
  ["something not saved", { isSaved: false, isEmpty: false }, "It is not saved yet.", "Stand-ins are still"],
  ["everything taken out again", { isSaved: false, isEmpty: true }, "It is not saved yet.", "These are stand-ins"],
])("of %s it is said so", (_, file, sentence, heading) => {
  const sound = create(ValidateComponentsResponseSchema, { componentsJson, assumed: ["bidding"] });
  const html = renderToString(<CheckNote state={{ kind: "sound", file: "", tables: sound }} {...file} />);
  expect(html).toContain(sentence);
  expect(html).toContain(heading);
});
