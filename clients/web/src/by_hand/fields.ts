/** The fields by which a table is set, and to which of them each fault of a position belongs. */

import type { Fault, Position } from "carnegie-client";
import { within } from "../box/faults_of.js";
import { actionOrder, projectTypeOrder, regionOrder } from "../table/order.js";
import { actionName } from "../words/action_name.js";
import { capitalized } from "../words/capitalized.js";
import { donationName } from "../words/donation_name.js";
import { projectTypeName } from "../words/project_type_name.js";
import { refusalInWords } from "../words/refusal_in_words.js";
import { regionName } from "../words/region_name.js";
import { inPath, regionField, rowField, tabField } from "./message_fields.js";

/** The parts of the form, one of them shown at a time. */
export const PARTS = [
  "Round",
  "Player",
  "Company",
  "Tabs",
  "Missions and tracks",
  "Map",
  "Timeline",
  "Display",
  "Donations",
  "Andrew",
] as const;

export type PartName = (typeof PARTS)[number];

/** A field of the form. */
export interface Field {
  /** Where it is in the position, as paths of faults name it. Several paths may have one field. */
  readonly path: string;
  /** What it is among the fields of the form. */
  readonly key: string;
  readonly part: PartName;
  /** The player whose field it is; none of what belongs to nobody or to Andrew. */
  readonly seat: number | undefined;
  /** What it is, in words. */
  readonly label: string;
}

/** The keys of fields that are not named like their paths. */
export const fieldKey = {
  space: (seat: number, space: string): string => `players[${seat}].company:${space}`,
  city: (city: string, citySpace: number): string => `city:${city}:${citySpace}`,
  donation: (id: string): string => `donation:${id}`,
  tile: (department: string): string => `tile:${department}`,
  andrewsTile: (department: string): string => `andrew.tile:${department}`,
  card: (index: number): string => `andrew.cards[${index}]`,
} as const;

type Make = (path: string, label: string, key?: string) => Field;

const maker =
  (part: PartName, seat?: number, who = ""): Make =>
  (path, label, key = path) => ({ path, key, part, seat, label: who === "" ? capitalized(label) : `${who}, ${label}` });

/** Every field of a draft. */
export function fieldsOf(draft: Position): readonly Field[] {
  return [
    ...roundFields(),
    ...draft.players.flatMap((_, seat) => playerFields(draft, seat)),
    ...boardFields(draft),
    ...andrewFields(draft),
  ];
}

function roundFields(): readonly Field[] {
  const round = maker("Round");
  return [
    round("players", "the players"),
    round("round", "the round"),
    round("phase", "the phase"),
    round("first_player", "the first player"),
    round("player", "who decides"),
    round("action", "the action"),
    round("events", "the events"),
    round("turn", "the turn"),
  ];
}

/** Whose a field is, where there are several players. */
const playerName = (draft: Position, seat: number): string => (draft.players.length === 1 ? "" : `Player ${seat + 1}`);

function playerFields(draft: Position, seat: number): readonly Field[] {
  const at = `players[${seat}]`;
  const who = playerName(draft, seat);
  const player = draft.players[seat];
  const [own, company, tabs] = [maker("Player", seat, who), maker("Company", seat, who), maker("Tabs", seat, who)];
  const [abroad, map, donations] = [
    maker("Missions and tracks", seat, who),
    maker("Map", undefined, who),
    maker("Donations", undefined, who),
  ];
  return [
    own(at, "the whole of it"),
    own(`${at}.money`, "money"),
    own(`${at}.goods`, "goods cubes"),
    own(`${at}.vp`, "VP"),
    own(`${at}.employees_in_supply`, "employees in the supply"),
    own(`${at}.disks_in_supply`, "disks in the supply"),
    own(`${at}.reserved_department`, "the reserved Department"),
    own(`${at}.action_choice_tile`, "the Action Choice tile"),
    own(`${at}.setup_moves`, "the setup moves"),
    company(`${at}.company`, "the Company"),
    ...(player?.company?.spaces ?? []).map(({ space }, index) =>
      company(`${at}.company.spaces[${index}]`, `space ${space}`, fieldKey.space(seat, space)),
    ),
    tabs(`${at}.tabs`, "the tabs"),
    ...projectTypeOrder.flatMap((type) => {
      const [tab, name] = [`${at}.tabs.${inPath(tabField(type))}`, projectTypeName(type)];
      return [
        tabs(tab, `${name} tab`),
        tabs(`${tab}.side`, `side of the ${name} tab`),
        tabs(`${tab}.pulled`, `spaces that the ${name} tab has been pulled`),
        tabs(`${tab}.built`, `disks built from the ${name} tab`),
        tabs(`${tab}.waiting`, `disks waiting on the ${name} tab`),
      ];
    }),
    ...regionOrder.flatMap((region) => [
      abroad(`${at}.missions.${regionField(region)}`, `Missions in the ${regionName(region)}`),
      abroad(`${at}.transport.${regionField(region)}`, `transport in the ${regionName(region)}`),
    ]),
    abroad(`${at}.missions`, "Missions"),
    abroad(`${at}.transport`, "transport"),
    map(`${at}.projects`, "the projects", "map"),
    ...diskFields(map, `${at}.projects`, player?.projects),
    donations(`${at}.donations`, "the donations", "donations"),
    ...(player?.donations ?? []).map((id, index) =>
      donations(`${at}.donations[${index}]`, donationName(id), fieldKey.donation(id)),
    ),
  ];
}

const diskFields = (
  make: Make,
  path: string,
  disks: readonly { readonly city: string; readonly citySpace: number }[] = [],
): readonly Field[] =>
  disks.map(({ city, citySpace }, index) =>
    make(`${path}[${index}]`, `${city}, space ${citySpace + 1}`, fieldKey.city(city, citySpace)),
  );

function boardFields(draft: Position): readonly Field[] {
  const [timeline, display, map, donations] = [
    maker("Timeline"),
    maker("Display"),
    maker("Map", undefined, "Neutral disk"),
    maker("Donations", undefined, "Neutral disk"),
  ];
  return [
    timeline("timeline", "the timeline"),
    ...actionOrder.flatMap((action) => {
      const [row, name] = [`timeline.${inPath(rowField(action))}`, actionName(action)];
      return [
        timeline(row, `${name} row`),
        timeline(`${row}.used`, `used spaces of the ${name} row`),
        timeline(`${row}.events`, `events of the ${name} row`),
      ];
    }),
    display("display", "the display"),
    ...(draft.display?.departments ?? []).map((department, index) =>
      display(`display.departments[${index}]`, department, fieldKey.tile(department)),
    ),
    map("neutral_projects", "on the map", "map"),
    ...diskFields(map, "neutral_projects", draft.neutralProjects),
    donations("neutral_donations", "on the donations", "donations"),
    ...draft.neutralDonations.map((id, index) =>
      donations(`neutral_donations[${index}]`, donationName(id), fieldKey.donation(id)),
    ),
  ];
}

function andrewFields({ andrew }: Position): readonly Field[] {
  const [own, map, donations] = [
    maker("Andrew", undefined, "Andrew"),
    maker("Map", undefined, "Andrew"),
    maker("Donations", undefined, "Andrew"),
  ];
  return andrew === undefined
    ? [maker("Round")("andrew", "Andrew", "players")]
    : [
        own("andrew", "the whole of it"),
        own("andrew.cards", "the cards"),
        ...andrew.cards.map((id, index) => own(fieldKey.card(index), `card ${index + 1}, ${id}`)),
        own("andrew.played", "cards played"),
        own("andrew.shift", "the shift"),
        own("andrew.vp", "VP"),
        own("andrew.to_act", "whether he is to act"),
        own("andrew.transport", "transport"),
        ...regionOrder.map((region) =>
          own(`andrew.transport.${regionField(region)}`, `transport in the ${regionName(region)}`),
        ),
        own("andrew.departments", "his Departments"),
        ...andrew.departments.map((department, index) =>
          own(`andrew.departments[${index}]`, department, fieldKey.andrewsTile(department)),
        ),
        map("andrew.projects", "the projects", "map"),
        ...diskFields(map, "andrew.projects", andrew.projects),
        donations("andrew.donations", "the donations", "donations"),
        ...andrew.donations.map((id, index) =>
          donations(`andrew.donations[${index}]`, donationName(id), fieldKey.donation(id)),
        ),
      ];
}

/** The field of a space of a Company on which nothing is, so that it is none of the draft's; undefined for other keys. */
export function emptySpaceField(draft: Position, key: string): Field | undefined {
  const found = /^players\[(\d+)\]\.company:(.+)$/.exec(key);
  if (found === null) {
    return undefined;
  }
  const seat = Number(found[1]);
  return maker("Company", seat, playerName(draft, seat))(`players[${seat}].company`, `space ${found[2]}`, key);
}

/** A fault with the field that it belongs to. */
export interface PlacedFault {
  readonly words: string;
  /** Undefined where no field is known for it. */
  readonly field: Field | undefined;
  /** The id of the very element, where it is known and the field has several. */
  readonly id?: string;
}

/** Give each fault to the innermost field that it is in, in the order of the faults; none is lost. */
export function placed(draft: Position, faults: readonly Fault[]): readonly PlacedFault[] {
  const fields = fieldsOf(draft);
  return faults.map((fault) => {
    const around = fields.filter(({ path }) => within(fault.path, path));
    const [innermost] = around.sort((one, other) => other.path.length - one.path.length);
    return { words: wordsOf(fault), field: innermost };
  });
}

/** "Out of range: found -1; allowed: 0 to 999". */
export const wordsOf = ({ reason, found, allowed }: Pick<Fault, "reason" | "found" | "allowed">): string =>
  refusalInWords({ reason, path: "", found, allowed });

/** The words of the faults by the key of their field. */
export function wordsByKey(faults: readonly PlacedFault[]): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const { field, words: said } of faults) {
    if (field !== undefined) {
      words.set(field.key, [...(words.get(field.key) ?? []), said]);
    }
  }
  return words;
}
