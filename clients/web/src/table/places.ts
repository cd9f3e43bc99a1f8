/** Where each place of the table is drawn: the one answer for arrows, ghosts and tests, by the layouts of the drawing. */

import type { Position } from "carnegie-client";
import { andrewWords } from "./andrew_words.js";
import {
  boardWidth,
  type GridLayout,
  layAndrew,
  layDisplay,
  layDonations,
  layTabs,
  layTimeline,
  layTracks,
  type RowsLayout,
} from "./board_layouts.js";
import { layCompany, layDesks } from "./company_layout.js";
import type { Components } from "./components.js";
import type { Box, Size } from "./geometry.js";
import { layMap } from "./map_layout.js";
import { projectTypeOrder } from "./order.js";
import type { PanelName } from "./panel_name.js";
import { type Target, target } from "./targets.js";
import { companySpaces, displayCounts, printedTab, tabState, trackSpace } from "./view.js";

export interface Place {
  readonly panel: PanelName;
  /** Its outline in the units of its panel. */
  readonly outline: Box;
  /** Where an arrow ends and a ghost lies: the outline, or of a tab or a track the next space. */
  readonly spot: Box;
}

export interface Places {
  readonly sizes: ReadonlyMap<PanelName, Size>;
  readonly places: ReadonlyMap<Target, Place>;
}

/** All places of a position, with the Company of a seat. */
export function layPlaces(components: Components, position: Position, seat: number): Places {
  const places = new Map<Target, Place>();
  const sizes = new Map<PanelName, Size>();
  const add = (of: Target, panel: PanelName, outline: Box, spot = outline): void => {
    places.set(of, { panel, outline, spot });
  };
  const player = position.players[seat];

  const map = layMap(components);
  sizes.set("map", map.size);
  for (const { city, spaces } of map.cities) {
    spaces.forEach((space, index) => {
      add(target.city(city.name, index), "map", space.box);
    });
  }
  for (const [region, box] of map.missions) {
    add(target.mission(region), "map", box);
  }

  const company = layCompany(components.board);
  sizes.set("company", company.size);
  const views = new Map(companySpaces(components, position, seat).map((view) => [view.space, view]));
  for (const { space, box, lying } of company.spaces) {
    add(target.space(space), "company", box);
    add(target.lying(space), "company", lying);
    const department = views.get(space)?.department;
    const desks = layDesks(box, (department?.deskCosts.length ?? 0) + (department?.permanentEmployees ?? 0));
    desks.slice(0, department?.deskCosts.length ?? 0).forEach((desk, index) => {
      add(target.workstation(space, index + 1), "company", desk);
    });
  }

  const tabs = layTabs(projectTypeOrder.map((type) => printedTab(components, player, type)));
  addRows(tabs, "tabs", target.tab, (type) => (tabState(player, type)?.pulled ?? 0) + 1);
  const tracks = layTracks(components.tracks);
  addRows(tracks, "tracks", target.track, (region) => trackSpace(player?.transport, region) + 1);
  addRows(layTimeline(), "timeline", target.row, () => undefined);

  function addRows<K>(
    layout: RowsLayout<K>,
    panel: PanelName,
    name: (key: K) => Target,
    next: (key: K) => number | undefined,
  ): void {
    sizes.set(panel, layout.size);
    for (const [key, row] of layout.rows) {
      const index = next(key);
      const last = row.spaces.at(-1);
      add(name(key), panel, row.box, index === undefined ? row.box : (row.spaces[index] ?? last ?? row.box));
    }
  }

  const addGrid = (layout: GridLayout, panel: PanelName, name: (key: string) => Target): void => {
    sizes.set(panel, layout.size);
    for (const [key, box] of layout.places) {
      add(name(key), panel, box);
    }
  };
  addGrid(layDonations(components), "donations", target.donation);
  addGrid(layDisplay([...displayCounts(components, position).keys()]), "display", target.tile);

  if (position.andrew !== undefined) {
    const size = layAndrew(andrewWords(position, boardWidth).length);
    sizes.set("andrew", size);
    add(target.andrew(), "andrew", { x: 0, y: 0, ...size });
  }
  return { sizes, places };
}
