import { Region } from "carnegie-client";

const names: Readonly<Record<Region, string>> = {
  [Region.UNSPECIFIED]: "no region",
  [Region.WEST]: "West",
  [Region.MIDWEST]: "Midwest",
  [Region.EAST]: "East",
  [Region.SOUTH]: "South",
};

/** The name of a region, such as "West". */
export const regionName = (region: Region): string => names[region];
