/** What Andrew did, in words. */

import { type Deed, DeedKind } from "carnegie-client";
import { codesInWords } from "./codes_in_words.js";
import { donationName } from "./donation_name.js";
import { quantity } from "./quantity.js";

const UNKNOWN = "does something that this page does not know";

/** What Andrew did or failed to do, and how far his card was shifted for it, such as "Andrew builds a project in Chicago". */
export function deedInWords(deed: Deed): string {
  const said = `Andrew ${deed.done ? done(deed) : failed(deed)}`;
  return deed.shift > 0 ? `${said}: his card is shifted by ${quantity(deed.shift, "step")}` : said;
}

function done({ kind, subject }: Deed): string {
  switch (kind) {
    case DeedKind.SELECT_TIMELINE:
      return `selects the ${codesInWords(subject)} row of the timeline`;
    case DeedKind.DONATE:
      return `donates to ${donationName(subject)}`;
    case DeedKind.HUMAN_RESOURCES:
      return "does Human Resources";
    case DeedKind.TAKE_DEPARTMENT:
      return `takes the Department ${subject}`;
    case DeedKind.BUILD_PROJECT:
      return `builds a project in ${subject}`;
    case DeedKind.ADVANCE_TRANSPORT:
      return `advances his transport disk of ${codesInWords(subject)} one space`;
    default:
      return UNKNOWN;
  }
}

function failed({ kind, subject }: Deed): string {
  switch (kind) {
    case DeedKind.DONATE:
      return `cannot donate to ${donationName(subject)}`;
    case DeedKind.TAKE_DEPARTMENT:
      return `finds no ${codesInWords(subject)} Department to take`;
    case DeedKind.BUILD_PROJECT:
      return `finds no free space in ${subject}`;
    case DeedKind.ADVANCE_TRANSPORT:
      return `cannot advance his transport disk of ${codesInWords(subject)}`;
    default:
      return UNKNOWN;
  }
}
