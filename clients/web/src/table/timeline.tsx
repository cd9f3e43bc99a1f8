/** The timeline: four rows with their events, which spaces are used, and the row of this round. */

import { Event, type Position } from "carnegie-client";
import { actionName } from "../words/action_name.js";
import { layTimeline } from "./board_layouts.js";
import type { Components } from "./components.js";
import { rowEvents, rowLabel } from "./labels.js";
import { actionOrder } from "./order.js";
import { Panel } from "./panel.js";
import { Spot } from "./spot.js";
import { actionClasses, Words } from "./symbols.js";
import { target } from "./targets.js";
import { timelineRow } from "./view.js";

interface TimelineProperties {
  readonly position: Position;
  readonly components: Components;
}

/** An event in one word. */
const eventWord: Readonly<Record<Event, string>> = {
  [Event.UNSPECIFIED]: "",
  [Event.INCOME_WEST]: "West",
  [Event.INCOME_MIDWEST]: "Midwest",
  [Event.INCOME_EAST]: "East",
  [Event.INCOME_SOUTH]: "South",
  [Event.DONATION]: "Donate",
};

const eventClass: Readonly<Record<Event, string>> = {
  [Event.UNSPECIFIED]: "",
  [Event.INCOME_WEST]: "region-west",
  [Event.INCOME_MIDWEST]: "region-midwest",
  [Event.INCOME_EAST]: "region-east",
  [Event.INCOME_SOUTH]: "region-south",
  [Event.DONATION]: "event-donation",
};

export function Timeline({ position, components }: TimelineProperties) {
  const layout = layTimeline();
  return (
    <Panel
      name="timeline"
      heading="Timeline"
      size={layout.size}
      description="A row for each action with its events; spaces that have been used are ticked."
    >
      {actionOrder.map((action) => {
        const row = layout.rows.get(action);
        const used = timelineRow(position, action)?.used ?? 0;
        const current = position.action === action;
        return (
          row && (
            <Spot
              key={action}
              target={target.row(action)}
              label={rowLabel(components, position, action)}
              outline={row.box}
            >
              <rect class={`row${current ? " row-current" : ""}`} {...row.box} rx={6} />
              <rect
                class={`row-type ${actionClasses[action]}`}
                x={row.box.x}
                y={row.box.y}
                width={4}
                height={row.box.height}
                rx={2}
              />
              <Words x={row.box.x + 12} y={row.box.y + 14.5} text={actionName(action)} class="strong" anchor="start" />
              {current && (
                <Words
                  x={row.box.x + row.box.width - 8}
                  y={row.box.y + 14.5}
                  text="this round"
                  size={11.5}
                  class="now"
                  anchor="end"
                />
              )}
              {rowEvents(components, position, action).map((events, index) => {
                const place = row.spaces[index];
                if (place === undefined) {
                  return null;
                }
                const isUsed = index < used;
                const isCurrent = current && index === used - 1;
                const first = events[0] ?? Event.UNSPECIFIED;
                return (
                  <g key={index} class={isUsed && !isCurrent ? "event-used" : ""}>
                    <rect class={`event ${eventClass[first]}${isCurrent ? " event-current" : ""}`} {...place} rx={5} />
                    {events.map((event, line) => (
                      <Words
                        key={event}
                        x={place.x + place.width / 2}
                        y={place.y + place.height / 2 + 4 + (line - (events.length - 1) / 2) * 12.5}
                        text={eventWord[event]}
                        size={11.5}
                        class="event-word"
                        room={place.width - 4}
                      />
                    ))}
                    {isUsed && !isCurrent && (
                      <path
                        class="event-cross"
                        d={`M${place.x + 4} ${place.y + place.height - 4}L${place.x + place.width - 4} ${place.y + 4}`}
                      />
                    )}
                  </g>
                );
              })}
            </Spot>
          )
        );
      })}
    </Panel>
  );
}
