/** Buttons that lead to the parts of the table, with how much can be chosen in each. */

import type { RefObject } from "preact";
import { useContext } from "preact/hooks";
import { ChoosingContext } from "./choosing.js";
import { type PanelName, panelNames } from "./panel_name.js";
import type { Places } from "./places.js";
import type { Target } from "./targets.js";

const words: Readonly<Record<PanelName, string>> = {
  map: "Map",
  company: "Company",
  timeline: "Timeline",
  display: "Departments",
  tabs: "Tabs",
  andrew: "Andrew",
  tracks: "Transport",
  donations: "Donations",
};

/** How many of the choices lie in each part of the table; a part that a game does not have is left out. */
export function choicesByPanel(places: Places, choices: ReadonlySet<Target>): ReadonlyMap<PanelName, number> {
  const counts = new Map(panelNames.filter((name) => places.sizes.has(name)).map((name) => [name, 0]));
  for (const choice of choices) {
    const panel = places.places.get(choice)?.panel;
    if (panel !== undefined) {
      counts.set(panel, (counts.get(panel) ?? 0) + 1);
    }
  }
  return counts;
}

interface LinksProperties {
  readonly places: Places;
  readonly root: RefObject<HTMLDivElement | null>;
}

export function PanelLinks({ places, root }: LinksProperties) {
  const { choices } = useContext(ChoosingContext);
  const show = (panel: PanelName): void => {
    const section = root.current?.querySelector<HTMLElement>(`.table-${panel}`);
    section?.scrollIntoView({ block: "start" });
    section?.focus({ preventScroll: true });
  };
  return (
    <nav class="table-links" aria-label="Parts of the table">
      {[...choicesByPanel(places, choices)].map(([panel, count]) => (
        <button
          key={panel}
          type="button"
          class={count > 0 ? "table-link table-link-choices" : "table-link"}
          onClick={() => show(panel)}
        >
          {words[panel]}
          {count > 0 && (
            <span class="table-link-count">
              {count}
              <span class="for-screen-readers">{count === 1 ? " place to choose" : " places to choose"}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
