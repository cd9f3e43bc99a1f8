/** Tiles of Departments, one name for each. */

/** The tiles with so many of a Department; as they are where there are as many, else with those at the end. */
export function withTiles(tiles: string[], department: string, count: number): string[] {
  const others = tiles.filter((each) => each !== department);
  return tiles.length - others.length === count
    ? tiles
    : [...others, ...Array.from({ length: count }, () => department)];
}
