/** What a plan would change, drawn over all panels of the table: arrows between places, and ghosts on them. */

import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { shapeArrow } from "./arrow_path.js";
import { type Box, center, type Point, type Size } from "./geometry.js";
import type { Ghost, Overlay } from "./overlay.js";
import { overlayWords } from "./overlay_words.js";
import { panelMargin } from "./panel.js";
import type { PanelName } from "./panel_name.js";
import type { Place, Places } from "./places.js";
import { Lying, Standing, Words } from "./symbols.js";
import type { Target } from "./targets.js";

/** Where a panel lies within the table: its corner, its scale, and what of it can be seen, in CSS pixels. */
interface PanelFrame {
  readonly corner: Point;
  readonly scale: number;
  readonly seen: Box;
}

type Frames = ReadonlyMap<PanelName, PanelFrame>;

/** Where the panels lie at this moment. */
function measure(root: HTMLElement, sizes: Places["sizes"]): Frames {
  const origin = root.getBoundingClientRect();
  const frames = new Map<PanelName, PanelFrame>();
  for (const [panel, size] of sizes) {
    const svg = root.querySelector(`[data-panel="${panel}"]`);
    const scroller = svg?.parentElement?.getBoundingClientRect();
    const rectangle = svg?.getBoundingClientRect();
    // On a narrow screen another part of the game may be shown: then nothing of the table has a place.
    if (scroller && rectangle && rectangle.width > 0) {
      const scale = rectangle.width / (size.width + 2 * panelMargin);
      frames.set(panel, {
        corner: {
          x: rectangle.left - origin.left + panelMargin * scale,
          y: rectangle.top - origin.top + panelMargin * scale,
        },
        scale,
        seen: {
          x: scroller.left - origin.left,
          y: scroller.top - origin.top,
          width: scroller.width,
          height: scroller.height,
        },
      });
    }
  }
  return frames;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** A place within the table; one that has been scrolled out of sight is at the edge of its panel. */
function locate(place: Place, frame: PanelFrame): Box {
  const { spot } = place;
  const { corner, scale, seen } = frame;
  const [width, height] = [spot.width * scale, spot.height * scale];
  return {
    x: clamp(corner.x + spot.x * scale, seen.x - width / 2, seen.x + seen.width - width / 2),
    y: corner.y + spot.y * scale,
    width,
    height,
  };
}

interface OverlayProperties {
  readonly overlay: Overlay;
  readonly places: Places;
  readonly root: RefObject<HTMLDivElement | null>;
}

export function OverlayPicture({ overlay, places, root }: OverlayProperties) {
  const [frames, setFrames] = useState<Frames>(new Map());
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const empty = overlay.arrows.length === 0 && overlay.ghosts.length === 0;

  useLayoutEffect(() => {
    const element = root.current;
    if (element === null || empty) {
      return undefined;
    }
    showFirst(element, overlay, places);
    const update = (): void => {
      setFrames(measure(element, places.sizes));
      setSize({ width: element.clientWidth, height: element.scrollHeight });
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    for (const panel of element.querySelectorAll("[data-panel]")) {
      observer.observe(panel);
    }
    element.addEventListener("scroll", update, true);
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update, true);
    };
  }, [overlay, places, root, empty]);

  if (empty) {
    return null;
  }
  const boxOf = (of: Target): Box | undefined => {
    const place = places.places.get(of);
    const frame = place && frames.get(place.panel);
    return place && frame && locate(place, frame);
  };
  return (
    <svg
      class="table-overlay"
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={overlayWords(overlay)}
    >
      {overlay.ghosts.map((ghost, index) => {
        const box = boxOf(ghost.at);
        const before = overlay.ghosts.slice(0, index).filter((other) => other.at === ghost.at).length;
        return box && <GhostPicture key={`${ghost.at} ${before}`} ghost={ghost} box={box} before={before} />;
      })}
      {overlay.arrows.map(({ from, to, count }) => {
        const [start, end] = [boxOf(from), boxOf(to)];
        if (start === undefined || end === undefined) {
          return null;
        }
        const shape = shapeArrow(center(start), center(end));
        return (
          <g key={`${from} ${to}`} class="arrow">
            <path class="arrow-halo" d={shape.shaft} />
            <path class="arrow-shaft" d={shape.shaft} />
            <path class="arrow-head" d={shape.head} />
            {count > 1 && (
              <g transform={`translate(${shape.middle.x} ${shape.middle.y})`}>
                <circle class="arrow-badge" r={10} />
                <text class="arrow-count" y={4.5}>
                  {count}
                </text>
              </g>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Bring the first place of the map that the overlay speaks of into sight, where the map is wider than its frame. */
function showFirst(root: HTMLElement, overlay: Overlay, places: Places): void {
  const targets = [...overlay.ghosts.map((ghost) => ghost.at), ...overlay.arrows.flatMap(({ from, to }) => [from, to])];
  const place = targets.map((of) => places.places.get(of)).find((found) => found?.panel === "map");
  const svg = root.querySelector('[data-panel="map"]');
  const scroller = svg?.parentElement;
  const width = places.sizes.get("map")?.width;
  if (place && svg && scroller && width && scroller.scrollWidth > scroller.clientWidth + 1) {
    const x = (center(place.outline).x / width) * scroller.scrollWidth;
    if (x < scroller.scrollLeft + 30 || x > scroller.scrollLeft + scroller.clientWidth - 30) {
      scroller.scrollLeft = x - scroller.clientWidth / 2;
    }
  }
}

/** A thing that would lie somewhere; others that would lie there too are drawn beside it. */
function GhostPicture({ ghost, box, before }: { readonly ghost: Ghost; readonly box: Box; readonly before: number }) {
  const middle = center(box);
  const x = middle.x + before * 16;
  const { y } = middle;
  return (
    <g class="ghost">
      <title>{ghost.label}</title>
      {ghost.kind === "disk" && (
        <>
          <circle class="ghost-ring" cx={x} cy={y} r={13} />
          <circle class="ghost-body" cx={x} cy={y} r={10} />
        </>
      )}
      {ghost.kind === "marker" && <path class="ghost-marker" d={`M${x} ${y + 12}l-9 -14a10 10 0 1 1 18 0Z`} />}
      {ghost.kind === "employee" &&
        (ghost.at.startsWith("lying") ? (
          <Lying x={x} y={y} />
        ) : (
          <Standing x={x} y={y - (ghost.at.startsWith("workstation") ? 6 : 0)} />
        ))}
      {ghost.kind === "department" && (
        <>
          <rect class="ghost-room" x={box.x + 2} y={box.y + 2} width={box.width - 4} height={box.height - 4} rx={6} />
          <Words x={middle.x} y={y + 4} text={ghost.label} size={12} class="strong" room={box.width - 8} />
        </>
      )}
    </g>
  );
}
