/** What is not saved of the own box: it is known, taken back also while the service is away, and said in true words. */

import { create } from "@bufbuild/protobuf";
import { effect } from "@preact/signals";
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
const {
  beginWith,
  beginWithSaved,
  draft,
  isContested,
  isOfSaved,
  isUnsaved,
  save,
  saveInPlace,
  shownOfText,
  takeBack,
  written,
} = await import("../../src/box/drafting.js");

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

  test("what could not be saved is taken back, too", async () => {
    beginWith(tables, "", standIns);
    const before = draft.value;
    enter("3");
    refusal = "denied";
    save();
    await takeBack(away, tables);
    expect([draft.value, ownComponentsJson.value, isUnsaved.value]).toEqual([before, "", false]);
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

  test("a form in which everything entered is taken out again begins with it", () => {
    const stop = effect(() => {
      isOfSaved.value;
      beginWithSaved(() => create(ValidateComponentsResponseSchema, tables));
    });
    const before = draft.value;
    enter("3");
    saveElsewhere(OTHER);
    ownBox.refresh();
    expect([isContested.value, draft.value?.others]).toEqual([true, {}]);
    draft.value = before;
    stop();
    expect([isContested.value, isUnsaved.value, draft.value?.others]).toEqual([false, false, { bidding: {} }]);
  });

  test("a file that is imported then overwrites nothing either", () => {
    beginWith(tables, "", standIns);
    enter("3");
    saveElsewhere(OTHER);
    ownBox.refresh();
    beginWith(tables, '{"bidding": {"note": "mine"}}', standIns);
    expect([isContested.value, save(), kept.get("carnegie.box")]).toEqual([true, false, OTHER]);
  });

  test("a form waits for tables that are not told yet, and stays where those that are saved are at fault", () => {
    expect(beginWithSaved(() => undefined)).toBe(false);
    expect(beginWithSaved(() => create(ValidateComponentsResponseSchema, { faults: [{ path: "bidding" }] }))).toBe(
      false,
    );
    expect(draft.value).toBe(undefined);
    const told = () => create(ValidateComponentsResponseSchema, tables);
    expect([beginWithSaved(told), draft.value === undefined]).toEqual([false, false]);
    saveElsewhere(OTHER);
    ownBox.refresh();
    expect([beginWithSaved(told), beginWithSaved(told)]).toEqual([true, false]);
  });

  test("the same as here, it is said to be saved before it is looked at", () => {
    beginWith(tables, "", standIns);
    enter("3");
    saveElsewhere(written.value.file);
    ownBox.refresh();
    expect([isUnsaved.value, isContested.value]).toEqual([false, false]);
  });

  describe("what the browser has not kept of this one", () => {
    beforeEach(() => {
      beginWith(tables, "", standIns);
      enter("3");
      refusal = "full";
      save();
      refusal = "";
      saveElsewhere(OTHER);
      ownBox.refresh();
    });

    test("holds on, and either may be chosen", async () => {
      const { file } = written.value;
      expect([ownComponentsJson.value, isContested.value, ownBox.refusal.value?.message]).toEqual([
        file,
        true,
        "this browser does not let the page keep the values of your box: full",
      ]);
      expect([save(), kept.get("carnegie.box")]).toEqual([false, OTHER]);
      saveInPlace();
      expect([isContested.value, isUnsaved.value, kept.get("carnegie.box")]).toEqual([false, false, file]);
    });

    test("gives way where that is wanted", async () => {
      await takeBack(away, tables);
      expect([ownComponentsJson.value, isContested.value, isUnsaved.value]).toEqual([OTHER, false, false]);
      expect(draft.value?.others).toEqual({ bidding: {} });
    });

    test("is kept where the other one then saves just that", () => {
      saveElsewhere(written.value.file);
      ownBox.refresh();
      expect([isContested.value, isUnsaved.value, ownBox.refusal.value]).toEqual([false, false, undefined]);
      enter("4");
      expect(isContested.value).toBe(false);
    });
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
  const html = (isContested: boolean, why?: Error, isChanged = false) =>
    renderToString(
      <SavingTrouble
        isContested={isContested}
        refusal={why}
        isChanged={isChanged}
        canSave
        onLoad={nothing}
        onSaveInPlace={nothing}
      />,
    );
  expect(html(true)).toMatch(/another tab.*Load the other ones.*Save mine in their place/s);
  expect(html(false, new Error("it is full"))).toMatch(/Your values are not saved\..*It is full\..*Export/s);
  expect(html(false, new Error("it is full"))).toMatch(/They hold until this page is left/);
  expect(html(false, new Error("it is full"), true)).toMatch(
    /wanted to save last hold.*not what you have entered since/,
  );
  // What is refused counts in this tab all the same, whatever another one has saved.
  expect(html(true, new Error("it is full"), true)).toMatch(/another tab.*It is full\..*wanted to save last hold/s);
  expect(html(false)).toBe("");
});

test.each([
  ["nothing", { isSaved: true, isEmpty: true }, "Nothing has been entered.", "These are stand-ins"],
  ["something saved", { isSaved: true, isEmpty: false }, "Saved.", "Stand-ins are still"],
  ["something not saved", { isSaved: false, isEmpty: false }, "It is not saved yet.", "Stand-ins are still"],
  ["everything taken out again", { isSaved: false, isEmpty: true }, "It is not saved yet.", "These are stand-ins"],
])("of %s it is said so", (_, file, sentence, heading) => {
  const sound = create(ValidateComponentsResponseSchema, { componentsJson, assumed: ["bidding"] });
  const html = renderToString(
    <CheckNote state={{ kind: "sound", file: "", tables: sound }} {...file} onCheckAgain={() => {}} />,
  );
  expect(html).toContain(sentence);
  expect(html).toContain(heading);
});
