import { Event } from "carnegie-client";

const names: Readonly<Record<Event, string>> = {
  [Event.UNSPECIFIED]: "no event",
  [Event.INCOME_WEST]: "income of the West",
  [Event.INCOME_MIDWEST]: "income of the Midwest",
  [Event.INCOME_EAST]: "income of the East",
  [Event.INCOME_SOUTH]: "income of the South",
  [Event.DONATION]: "donation",
};

/** The name of an event of the timeline, such as "income of the West". */
export const eventName = (event: Event): string => names[event];
