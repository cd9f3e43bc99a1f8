/** Where the cities lie on the map of the picture: by their geography, moved apart where their spaces need it. */

import { Region } from "carnegie-client";
import type { Box, Point, Size } from "./geometry.js";

export const mapSize: Size = { width: 860, height: 520 };

/** The middle of each city's card. */
export const cityPlaces: ReadonlyMap<string, Point> = new Map([
  ["Seattle", { x: 62, y: 40 }],
  ["Portland", { x: 46, y: 108 }],
  ["Helena", { x: 216, y: 56 }],
  ["Boise", { x: 134, y: 132 }],
  ["San Francisco", { x: 60, y: 260 }],
  ["Reno", { x: 132, y: 196 }],
  ["Salt Lake City", { x: 226, y: 214 }],
  ["Denver", { x: 312, y: 168 }],
  ["Los Angeles", { x: 78, y: 358 }],
  ["Phoenix", { x: 188, y: 386 }],
  ["Santa Fe", { x: 296, y: 312 }],
  ["Fargo", { x: 408, y: 50 }],
  ["Duluth", { x: 520, y: 40 }],
  ["St. Paul", { x: 470, y: 112 }],
  ["Omaha", { x: 424, y: 184 }],
  ["Chicago", { x: 576, y: 160 }],
  ["Kansas City", { x: 424, y: 258 }],
  ["St. Louis", { x: 530, y: 246 }],
  ["Cincinnati", { x: 626, y: 266 }],
  ["Albany", { x: 706, y: 94 }],
  ["Boston", { x: 806, y: 38 }],
  ["Pittsburgh", { x: 684, y: 176 }],
  ["New York", { x: 802, y: 146 }],
  ["Washington", { x: 776, y: 250 }],
  ["El Paso", { x: 292, y: 414 }],
  ["Dallas", { x: 424, y: 362 }],
  ["Memphis", { x: 522, y: 336 }],
  ["Atlanta", { x: 644, y: 358 }],
  ["Charleston", { x: 746, y: 372 }],
  ["San Antonio", { x: 378, y: 478 }],
  ["Houston", { x: 480, y: 446 }],
  ["New Orleans", { x: 596, y: 454 }],
]);

/** The outlines of the regions, each a polygon of straight sides. */
export const regionOutlines: ReadonlyMap<Region, readonly Point[]> = new Map([
  [
    Region.WEST,
    [
      { x: 14, y: 10 },
      { x: 356, y: 10 },
      { x: 362, y: 340 },
      { x: 244, y: 362 },
      { x: 244, y: 420 },
      { x: 120, y: 420 },
      { x: 22, y: 396 },
      { x: 6, y: 240 },
    ],
  ],
  [
    Region.MIDWEST,
    [
      { x: 360, y: 10 },
      { x: 636, y: 10 },
      { x: 628, y: 200 },
      { x: 668, y: 232 },
      { x: 668, y: 296 },
      { x: 366, y: 296 },
    ],
  ],
  [
    Region.EAST,
    [
      { x: 640, y: 10 },
      { x: 854, y: 10 },
      { x: 854, y: 240 },
      { x: 820, y: 300 },
      { x: 672, y: 300 },
      { x: 672, y: 230 },
      { x: 632, y: 198 },
    ],
  ],
  [
    Region.SOUTH,
    [
      { x: 366, y: 300 },
      { x: 668, y: 300 },
      { x: 668, y: 304 },
      { x: 800, y: 304 },
      { x: 800, y: 400 },
      { x: 786, y: 512 },
      { x: 330, y: 512 },
      { x: 248, y: 440 },
      { x: 248, y: 366 },
      { x: 366, y: 344 },
    ],
  ],
]);

/** Where the region's name and its Missions stand. */
export const missionPlaces: ReadonlyMap<Region, Box> = new Map([
  [Region.WEST, { x: 116, y: 264, width: 130, height: 44 }],
  [Region.MIDWEST, { x: 534, y: 64, width: 100, height: 44 }],
  [Region.EAST, { x: 647, y: 16, width: 106, height: 44 }],
  [Region.SOUTH, { x: 654, y: 446, width: 130, height: 44 }],
]);
