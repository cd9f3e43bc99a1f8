/** What is not saved of the own box: it is known, taken back also while the service is away, and said in true words. */

import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, ValidateComponentsResponseSchema } from "carnegie-client";
import { renderToString } from "preact-render-to-string";
import { beforeEach, describe, expect, test } from "vitest";
import { CheckNote } from "../../src/box/check_note.js";
import { beginWith, draft, isUnsaved, takeBack, written } from "../../src/box/drafting.js";
import { ownComponentsJson } from "../../src/box/own_components.js";
import { componentsJson } from "../table/played.js";

const tables = { componentsJson };

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

beforeEach(() => {
  ownComponentsJson.value = "";
  draft.value = undefined;
});

describe("what has been entered", () => {
  test("is not saved until it is, whether it is at fault or not", () => {
    expect(isUnsaved.value).toBe(false);
    beginWith(tables, "");
    expect(isUnsaved.value).toBe(false);
    enter("3");
    expect(isUnsaved.value).toBe(true);
    ownComponentsJson.value = written.value.file;
    expect(isUnsaved.value).toBe(false);
    enter("wide");
    expect(isUnsaved.value).toBe(true);
  });

  test("is at fault and unsaved also where the file would be the saved one", () => {
    beginWith(tables, "");
    enter("0");
    ownComponentsJson.value = written.value.file;
    enter("wide");
    expect([written.value.file === ownComponentsJson.value, isUnsaved.value]).toEqual([true, true]);
  });

  test("is taken back while the service is away, as long as the tables are known", async () => {
    beginWith(tables, "");
    const before = draft.value;
    enter("3");
    await takeBack(away, tables);
    expect([draft.value, isUnsaved.value]).toEqual([before, false]);
  });

  test("stays where it cannot be taken back, which is told", async () => {
    beginWith(tables, "");
    enter("3");
    await expect(takeBack(away)).rejects.toThrow("Failed to fetch");
    expect(draft.value?.board.lobbySpan).toBe("3");
  });
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
