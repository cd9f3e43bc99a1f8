/** The views that links lead to, besides the start and a game. */

import type { ComponentType } from "preact";
import { BoxView } from "../box/box_view.js";
import { TableView } from "../by_hand/table_view.js";
import { ReviewView } from "../review/review_view.js";
import type { Knowledge } from "./knowledge.js";
import type { Place } from "./links.js";

export interface ViewProps {
  readonly knowledge: Knowledge;
  /** The id in the link, of a link that has one. */
  readonly id: string | undefined;
}

interface View {
  /** The heading. */
  readonly title: string;
  readonly show: ComponentType<ViewProps>;
}

/** Each view by the kind of its place. */
const views: Partial<Record<Place["kind"], View>> = {
  box: { title: "Your own box", show: BoxView },
  table: { title: "A game at the table", show: TableView },
  review: { title: "Review of a game", show: ReviewView },
};

/** The view that a place has of its own; undefined for the start, a game, and a place without one. */
export function viewOf(place: Pick<Place, "kind">): ComponentType<ViewProps> | undefined {
  return views[place.kind]?.show;
}

/** The heading of a place. */
export function titleOf(place: Place): string {
  switch (place.kind) {
    case "start":
      return "Carnegie against Andrew";
    case "game":
      return "Solo game";
    default:
      return views[place.kind]?.title ?? "No such place";
  }
}

/** The places that the header leads to, besides the start. */
export function linkedPlaces(): { readonly place: Place; readonly title: string }[] {
  const places: readonly Place[] = [{ kind: "box" }, { kind: "table" }];
  return places.flatMap((place) => {
    const view = views[place.kind];
    return view === undefined ? [] : [{ place, title: view.title }];
  });
}
