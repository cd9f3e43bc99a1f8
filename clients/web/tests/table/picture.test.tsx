import { render } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import { layPlaces } from "../../src/table/places.js";
import { Table } from "../../src/table/table.js";
import type { Target } from "../../src/table/targets.js";
import { deciding } from "../../src/table/view.js";
import { components, played, playedNames } from "./played.js";

/** The drawn places: what the rectangles of a picture say of themselves. */
function drawn(html: string): readonly ReadonlyMap<string, string>[] {
  return [...html.matchAll(/<[a-z]+ [^>]*data-target="[^>]*>/g)].map(
    ([tag]) =>
      new Map(
        [...tag.matchAll(/([a-z-]+)="([^"]*)"/gi)].map(([, name = "", value = ""]) => [
          name,
          value.replaceAll("&amp;", "&"),
        ]),
      ),
  );
}

describe.each(playedNames)("the picture of %s", (name) => {
  const position = played(name);
  const { places } = layPlaces(components, position, deciding(position));

  it("draws every place exactly once, where the registry says", () => {
    const spots = drawn(render(<Table position={position} components={components} />));
    expect(spots.map((spot) => spot.get("data-target")).sort()).toEqual([...places.keys()].sort());
    for (const spot of spots) {
      const outline = places.get(spot.get("data-target") ?? "")?.outline;
      expect(["x", "y", "width", "height"].map((side) => Number(spot.get(side)))).toEqual([
        outline?.x,
        outline?.y,
        outline?.width,
        outline?.height,
      ]);
    }
  });

  it("has no buttons but what can be chosen", () => {
    const targets: readonly Target[] = [...places.keys()];
    const choices = new Set(targets.filter((_, index) => index % 5 === 0));
    const chosen = new Set([...choices].slice(0, 3));
    const spots = drawn(
      render(<Table position={position} components={components} choices={choices} chosen={chosen} />),
    );
    for (const spot of spots) {
      const of = spot.get("data-target") ?? "";
      const isChoice = choices.has(of);
      expect([of, spot.get("role"), spot.get("tabindex")]).toEqual(
        isChoice ? [of, "button", "0"] : [of, undefined, undefined],
      );
      expect([of, spot.get("aria-label") !== undefined]).toEqual([of, isChoice]);
      expect([of, spot.get("aria-pressed")]).toEqual([of, isChoice ? String(chosen.has(of)) : undefined]);
    }
  });

  it("says what the sign under a permanent employee means", () => {
    const html = render(<Table position={position} components={components} />);
    const [, description = ""] = /<svg data-panel="company".*?<desc [^>]*>(.*?)<\/desc>/s.exec(html) ?? [];
    expect(description).toContain("A grey employee over ∞ is printed on the board and stays for ever.");
    expect(html).toContain("<title>a permanent employee, printed on the board, who stays for ever</title>");
  });

  it("has a title and a description in every panel", () => {
    const html = render(<Table position={position} components={components} />);
    const panels = [...html.matchAll(/<svg data-panel="(\w+)"[^>]*>(.*?)<\/desc>/gs)];
    expect(panels).toHaveLength(position.andrew === undefined ? 7 : 8);
    for (const [all, panel] of panels) {
      expect([panel, /role="img"/.test(all), /<title id="[^"]+">[^<]+</.test(all), /<desc id=/.test(all)]).toEqual([
        panel,
        true,
        true,
        true,
      ]);
    }
  });
});

describe("the picture", () => {
  it("marks what rests on stand-ins, and no longer once it does not", () => {
    const position = played("solo-7-round-9");
    const marks = (html: string): number => html.match(/stand-in values/g)?.length ?? 0;
    expect(marks(render(<Table position={position} components={components} />))).toBe(2);
    const own = { ...components, assumed: new Set<string>() };
    expect(marks(render(<Table position={position} components={own} />))).toBe(0);
  });

  it("shows whose Company it is among several, and offers the others", () => {
    const position = played("players-4-round-8");
    const html = render(<Table position={position} components={components} />);
    expect(html).toContain(`Company of Player ${deciding(position) + 1}`);
    expect(html.match(/class="table-seat" aria-pressed="true"/g)).toHaveLength(1);
    expect(html.match(/class="table-seat" aria-pressed="false"/g)).toHaveLength(3);
  });

  it("sets no style in its text, which the page's policy would refuse", () => {
    expect(render(<Table position={played("solo-7-round-17")} components={components} />)).not.toContain("style=");
  });
});
