import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const sheet = (name: string): string => readFileSync(new URL(`../../src/style/${name}`, import.meta.url), "utf8");

/** The custom properties of two sheets, in light or with those of dark over them. */
function colours(scheme: "light" | "dark"): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of [sheet("tokens.css"), sheet("table.css")]) {
    const at = text.indexOf("@media (prefers-color-scheme: dark)");
    const end = text.indexOf("\n}\n", at);
    for (const part of scheme === "dark" ? [text.slice(0, at), text.slice(at, end)] : [text.slice(0, at)]) {
      for (const [, name = "", value = ""] of part.matchAll(/(--[a-z0-9-]+): ([^;]+);/g)) {
        found.set(name, value);
      }
    }
  }
  return found;
}

/** The relative luminance of a colour of six hexadecimal digits, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each(["light", "dark"] as const)("the colours of the table in %s", (scheme) => {
  const all = colours(scheme);
  const colour = (name: string): string => {
    const value = all.get(`--${name}`) ?? "";
    const other = /^var\(--([a-z0-9-]+)\)$/.exec(value)?.[1];
    return other === undefined ? value : colour(other);
  };
  const contrast = (one: string, other: string): number => {
    const [low = 0, high = 0] = [luminance(colour(one)), luminance(colour(other))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const grounds = ["paper", "card", "room", "room-empty", "lobby", "desk", "now", "west", "midwest", "east", "south"];

  it.each(grounds)("have words of 4.5 to 1 on %s", (ground) => {
    expect(contrast("ink", ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds.filter((ground) => ground !== "lobby" && ground !== "desk"))(
    "have soft words of 4.5 to 1 on %s",
    (ground) => {
      expect(contrast("soft", ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ...["housing", "commerce", "industry", "public", "people", "management", "construction", "research"],
    ...["player-1", "player-2", "player-3", "player-4", "plan", "choice"],
  ])("have letters of 4.5 to 1 on %s", (ground) => {
    expect(contrast("on-colour", ground)).toBeGreaterThanOrEqual(4.5);
  });

  it("have letters of 4.5 to 1 on Andrew's disks", () => {
    expect(contrast("on-andrew", "andrew")).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["choice", "chosen", "plan", "employee"])("have outlines of 3 to 1 in %s", (line) => {
    for (const ground of ["paper", "card", "room", "room-empty"]) {
      expect([ground, contrast(line, ground)]).toEqual([ground, expect.closeTo(Math.max(3, contrast(line, ground)))]);
    }
  });
});
