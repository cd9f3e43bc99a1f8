/** The picture of a position: everything that lies on the table, where moves are pointed at and plans are shown. */

import type { Position } from "carnegie-client";
import { useMemo, useRef, useState } from "preact/hooks";
import "../style/table.css";
import "../style/table_picture.css";
import "../style/table_parts.css";
import "../style/table_overlay.css";
import { AndrewPanel } from "./andrew.js";
import { ChoosingContext } from "./choosing.js";
import { Company } from "./company.js";
import type { Components } from "./components.js";
import { Display } from "./display.js";
import { Donations } from "./donations.js";
import { MapLegend, TableMap } from "./map.js";
import { emptyOverlay, type Overlay } from "./overlay.js";
import { OverlayPicture } from "./overlay_picture.js";
import { PanelLinks } from "./panel_links.js";
import { layPlaces } from "./places.js";
import { Players } from "./players.js";
import { tableWords } from "./table_words.js";
import { Tabs } from "./tabs.js";
import type { Target } from "./targets.js";
import { Timeline } from "./timeline.js";
import { Tracks } from "./tracks.js";
import { alone, deciding } from "./view.js";

export interface TableProperties {
  readonly position: Position;
  readonly components: Components;
  /** What can be pointed at now. */
  readonly choices?: ReadonlySet<Target>;
  /** What has been pointed at. */
  readonly chosen?: ReadonlySet<Target>;
  /** What a plan would change. */
  readonly overlay?: Overlay;
  readonly onChoose?: (target: Target) => void;
  /** Whose Company is shown; left out, the person decides. Said, the places of any player can be pointed at. */
  readonly seat?: number;
  /** Called with the player whose Company the person wants to see. */
  readonly onSeat?: (seat: number) => void;
}

const none: ReadonlySet<Target> = new Set();

/** What belongs to one player, and can be pointed at only while it is that player's that is shown. */
const ofOnePlayer = /^(space|workstation|lying|tab|track|mission):/;

export function Table({
  position,
  components,
  choices = none,
  chosen = none,
  overlay = emptyOverlay,
  onChoose,
  seat: given,
  onSeat,
}: TableProperties) {
  const root = useRef<HTMLDivElement>(null);
  const decides = deciding(position);
  // Whose Company the person wants to see, until somebody else is to decide.
  const [wanted, setWanted] = useState({ seat: decides, while: decides });
  const seat = given ?? (wanted.while === decides ? wanted.seat : decides);
  const pointsAtAny = given !== undefined;
  const choosing = useMemo(() => {
    const shown = (targets: ReadonlySet<Target>): ReadonlySet<Target> =>
      seat === decides || pointsAtAny ? targets : new Set([...targets].filter((target) => !ofOnePlayer.test(target)));
    return { choices: shown(choices), chosen: shown(chosen), choose: (target: Target) => onChoose?.(target) };
  }, [choices, chosen, onChoose, seat, decides, pointsAtAny]);
  const places = useMemo(() => layPlaces(components, position, seat), [components, position, seat]);
  const shared = { position, components };
  return (
    <ChoosingContext.Provider value={choosing}>
      <div class="table" ref={root}>
        <PanelLinks places={places} root={root} />
        <Players
          {...shared}
          seat={seat}
          onSeat={(of) => {
            setWanted({ seat: of, while: decides });
            onSeat?.(of);
          }}
        />
        <div class="table-panels">
          <div class="table-middle">
            <TableMap {...shared} seat={seat} />
            <MapLegend solo={alone(position)} />
          </div>
          <div class="table-stack">
            <Company {...shared} seat={seat} />
          </div>
          <div class="table-stack">
            <Timeline {...shared} />
            <Display {...shared} />
          </div>
          <div class="table-stack">
            <Tabs {...shared} seat={seat} />
            <AndrewPanel {...shared} />
          </div>
          <div class="table-stack">
            <Tracks {...shared} seat={seat} />
            <Donations {...shared} />
          </div>
        </div>
        <OverlayPicture overlay={seat === decides ? overlay : emptyOverlay} places={places} root={root} />
        <details class="table-words">
          <summary>The table in words</summary>
          <TableInWords {...shared} />
        </details>
      </div>
    </ChoosingContext.Provider>
  );
}

function TableInWords({ position, components }: { readonly position: Position; readonly components: Components }) {
  const sections = useMemo(() => tableWords(components, position), [components, position]);
  return (
    <>
      {sections.map(({ title, items }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
