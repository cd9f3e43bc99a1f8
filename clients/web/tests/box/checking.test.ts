import { create } from "@bufbuild/protobuf";
import { signal } from "@preact/signals";
import { ValidateComponentsResponseSchema } from "carnegie-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Checking } from "../../src/box/checking.js";
import type { Written } from "../../src/box/draft.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Check a file in which some paths cannot be read, by a service that finds faults at others. Gives the paths told. */
async function toldPaths(unreadable: readonly string[], found: readonly string[]): Promise<string[]> {
  const answer = create(ValidateComponentsResponseSchema, { faults: found.map((path) => ({ path })) });
  const checking = new Checking({ validateComponents: async () => answer });
  const faults = unreadable.map((path) => ({ path, words: "cannot be read" }));
  const stop = checking.follow(signal<Written>({ file: "{}", faults }));
  await vi.runAllTimersAsync();
  stop();
  const state = checking.state.value;
  return state.kind === "faulty" ? state.faults.map(({ path }) => path) : [];
}

test("what stands for something that cannot be read is not told, nor what may be wrong only for that", async () => {
  const unreadable = "company_board.starting_departments[3].desk_costs";
  const found = [`${unreadable}[0]`, "company_board.starting_departments[3]", "company_board"];
  expect(await toldPaths([unreadable], found)).toEqual([unreadable]);
});

test("what is wrong beside it is told", async () => {
  const unreadable = "company_board.starting_departments[3].desk_costs";
  const beside = ["company_board.starting_departments[2]", "project_tabs"];
  expect(await toldPaths([unreadable], beside)).toEqual([unreadable, ...beside]);
});

test("a file that could not be checked is checked again where that is wanted", async () => {
  const answer = create(ValidateComponentsResponseSchema, {});
  const validateComponents = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(answer);
  const checking = new Checking({ validateComponents });
  const stop = checking.follow(signal<Written>({ file: "{}", faults: [] }));
  await vi.runAllTimersAsync();
  expect(checking.state.value.kind).toBe("failed");
  checking.checkAgain();
  expect(checking.state.value.kind).toBe("asking");
  await vi.runAllTimersAsync();
  expect(checking.state.value.kind).toBe("sound");
  checking.checkAgain();
  await vi.runAllTimersAsync();
  expect(validateComponents).toHaveBeenCalledTimes(2);
  stop();
});
