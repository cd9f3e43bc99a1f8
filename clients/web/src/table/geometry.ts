/** Places in a picture, in the units of its view box. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const center = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Whether two rectangles share more than an edge. */
export const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** A rectangle of a size around a point. */
export const around = (point: Point, width: number, height = width): Box => ({
  x: point.x - width / 2,
  y: point.y - height / 2,
  width,
  height,
});

/** A rectangle that is smaller by a margin on each side. */
export const inset = (box: Box, margin: number): Box => ({
  x: box.x + margin,
  y: box.y + margin,
  width: box.width - 2 * margin,
  height: box.height - 2 * margin,
});

/** Parts of equal width side by side with gaps between them, from left to right. */
export function columns(box: Box, count: number, gap: number): readonly Box[] {
  const width = (box.width - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, index) => ({ ...box, x: box.x + index * (width + gap), width }));
}
