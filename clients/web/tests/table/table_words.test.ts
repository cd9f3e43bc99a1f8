import { describe, expect, it } from "vitest";
import { tableWords } from "../../src/table/table_words.js";
import { deciding } from "../../src/table/view.js";
import { components, played, playedNames } from "./played.js";

/** The items of a section by its title. */
const section = (name: string, title: string): readonly string[] =>
  tableWords(components, played(name)).find((part) => part.title === title)?.items ?? [];

describe.each(playedNames)("the words of %s", (name) => {
  const position = played(name);
  const sections = tableWords(components, position);
  const all = sections.flatMap((part) => part.items).join("\n");

  it("name every city, donation, Department to build and space of a Company", () => {
    const cities = sections.filter((part) => part.title.startsWith("Cities of the")).flatMap((part) => part.items);
    expect(cities.map((item) => item.split(",")[0]).sort()).toEqual(components.cities.map((city) => city.name).sort());
    expect(section(name, "Donations")).toHaveLength(20);
    for (const department of position.display?.departments ?? []) {
      expect(section(name, "Departments to build").some((item) => item.startsWith(`${department},`))).toBe(true);
    }
    for (const part of sections.filter(({ title }) => title.startsWith("Company"))) {
      expect(part.items).toHaveLength(17);
    }
  });

  it("tell every disk of the map", () => {
    const count = (words: string): number =>
      sections
        .filter((part) => part.title.startsWith("Cities of the"))
        .flatMap((part) => part.items)
        .join(";")
        .split(words).length - 1;
    expect(count("a neutral disk")).toBe(position.neutralProjects.length);
    expect(count("Andrew's disk")).toBe(position.andrew?.projects.length ?? 0);
    const own = position.players.reduce((sum, player) => sum + player.projects.length, 0);
    expect(count("your disk") + count("'s disk") - count("Andrew's disk")).toBe(own);
  });

  it("tell the money, goods cubes and VP of everybody", () => {
    for (const player of position.players) {
      const goods = player.goods === 1 ? "1 goods cube" : `${player.goods} goods cubes`;
      expect(all).toContain(`$${player.money}, ${goods}, ${player.vp} VP`);
    }
    expect(position.player ?? position.firstPlayer ?? 0).toBe(deciding(position));
  });

  it("are complete: nothing is undefined, nothing twice in a section", () => {
    expect(all).not.toMatch(/undefined|NaN|\[object|UNSPECIFIED/);
    for (const part of sections) {
      expect([part.title, new Set(part.items).size]).toEqual([part.title, part.items.length]);
    }
  });
});

describe("the words of a solo game in round 9", () => {
  it("say where the game stands", () => {
    expect(section("solo-7-round-9", "Round")).toEqual([
      "Round 9 of 20",
      "Using Departments: Research and Development",
      "6 study points and 1 use of Advanced Research (a4) left",
    ]);
  });

  it("say what a Department is for", () => {
    expect(section("solo-7-round-9", "Company").find((item) => item.startsWith("space a4"))).toBe(
      "space a4, Advanced Research, 1 employee standing, 1 use left, workstations: $3 taken. It is for Research and Development: mission: 7 study points; used once for each employee who stands in it",
    );
  });
});
