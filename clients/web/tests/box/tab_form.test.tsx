/** The form of a side grows to as many spaces as the service takes, and no further. */

import { render } from "preact-render-to-string";
import { expect, test } from "vitest";
import { emptySpace } from "../../src/box/draft.js";
import { TabForm } from "../../src/box/tab_form.js";

const MORE = /<button[^>]*>One space more<\/button>/;

test.each([
  [11, false],
  [12, true],
])("%i spaces", (count, isFull) => {
  const spaces = Array.from({ length: count }, () => emptySpace("BLANK"));
  const tab = { type: "HOUSING", side: "A", spaces, costs: spaces.slice(1).map(() => "1") };
  const [button = ""] = MORE.exec(render(<TabForm tab={tab} row={0} onChange={() => {}} />)) ?? [];
  expect(button).not.toBe("");
  expect(button.includes("disabled")).toBe(isFull);
});
