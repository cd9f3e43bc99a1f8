/** The links within the page: what follows `#` in its address. */

export type Place =
  | { readonly kind: "start" }
  /** A game as it stands, or at a point of it: that after so many steps. */
  | { readonly kind: "game"; readonly id: string; readonly point?: number }
  | { readonly kind: "box" }
  /** A table that is followed by hand, a new one or a kept one. */
  | { readonly kind: "table"; readonly id?: string }
  | { readonly kind: "review"; readonly id: string }
  /** A link that leads nowhere. */
  | { readonly kind: "unknown"; readonly link: string };

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const POINT = /^(0|[1-9][0-9]{0,4})$/;

/** Where a link leads, such as `#/game/5f0c`; an empty one leads to the start. */
export function placeOf(link: string): Place {
  const parts = link.replace(/^#?\/?/, "").split("/");
  const [first = "", id = "", ...more] = parts;
  if (more.length === 0 && (first === "game" || first === "review" || first === "table") && ID.test(id)) {
    return { kind: first, id };
  }
  const [point = ""] = more;
  if (parts.length === 3 && first === "game" && ID.test(id) && POINT.test(point)) {
    return { kind: first, id, point: Number(point) };
  }
  if (parts.length === 1 && first === "") {
    return { kind: "start" };
  }
  if (parts.length === 1 && (first === "box" || first === "table")) {
    return { kind: first };
  }
  return { kind: "unknown", link };
}

/** The link that leads to a place. */
export function linkTo(place: Place): string {
  switch (place.kind) {
    case "start":
      return "#/";
    case "table":
      return place.id === undefined ? "#/table" : `#/table/${place.id}`;
    case "game":
      return place.point === undefined ? `#/game/${place.id}` : `#/game/${place.id}/${place.point}`;
    case "review":
      return `#/review/${place.id}`;
    case "unknown":
      return place.link;
    default:
      return `#/${place.kind}`;
  }
}
