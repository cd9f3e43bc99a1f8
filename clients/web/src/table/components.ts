/** The printed game: the tables of GetComponents, as far as the picture needs them, read strictly. */

import { Action, Event, ProjectType, Region, TabSide } from "carnegie-client";
import { JsonReader } from "./json_reader.js";

/** What an income gives; of a `choice` one is taken. */
export interface Income {
  readonly money: number;
  readonly goods: number;
  readonly vp: number;
  readonly studyPoints: number;
  readonly newEmployee: number;
  readonly choice: readonly Income[];
}

export interface City {
  readonly name: string;
  readonly region: Region;
  readonly size: "SMALL" | "MEDIUM" | "MAJOR";
  /** The type that each space takes; UNSPECIFIED where it takes any. */
  readonly spaces: readonly ProjectType[];
  readonly vpPerProject: number;
  readonly linkPoints: number;
  readonly incomeMark: boolean;
}

export type TransportLevel = "CART" | "STAGECOACH" | "RAILROAD";

export interface TrackSpace {
  readonly level: TransportLevel;
  /** For each employee who comes home. */
  readonly income: Income;
  /** Once, for whoever arrives. */
  readonly arrivalBonus: Income;
  readonly singleOccupant: boolean;
}

export interface Track {
  readonly spaces: readonly TrackSpace[];
  /** Study points from each space to the next one. */
  readonly advanceCosts: readonly number[];
}

export interface DonationSpace {
  readonly id: string;
  readonly column: string;
  readonly row: number;
  readonly vpEach: number;
  readonly counts: string;
}

/** A Department: a tile of the display, or one of the five that a Company starts with. */
export interface Department {
  readonly name: string;
  readonly type: Action;
  /** Dollars under each workstation. */
  readonly deskCosts: readonly number[];
  readonly timing: "USE" | "ONGOING" | "ENDGAME";
  readonly effect: string;
  readonly permanentEmployees: number;
}

export interface GridSpace {
  /** `a1` to `d4`: column letter and row, counted from the Lobby upwards. */
  readonly label: string;
  readonly row: number;
  readonly column: number;
}

export interface CompanyBoard {
  /** The columns that the Lobby touches: the first, and how many. */
  readonly lobby: { readonly column: number; readonly span: number };
  readonly spaces: readonly GridSpace[];
  /** The Departments that are built from the start, by the label of their space. */
  readonly starting: ReadonlyMap<string, Department>;
}

export interface TabSpace {
  readonly kind: "PROJECT" | "VP" | "DONATION_LIMIT" | "BLANK";
  readonly income: Income;
  readonly vp: number;
  /** VP by which every donation's limit is raised. */
  readonly raiseBy: number;
}

export interface ProjectTab {
  readonly type: ProjectType;
  readonly side: TabSide;
  readonly spaces: readonly TabSpace[];
  /** Study points from each space to the next one. */
  readonly advanceCosts: readonly number[];
}

export interface SoloCard {
  readonly id: string;
  readonly donation: string;
  readonly mainAction: Action;
  readonly humanResourcesShift: number;
  readonly managementDepartments: readonly Action[];
  readonly constructionCities: readonly string[];
  readonly researchRegion: Region;
  readonly researchSteps: number;
}

export interface Components {
  readonly cities: readonly City[];
  readonly links: readonly (readonly [string, string])[];
  readonly tracks: ReadonlyMap<Region, Track>;
  readonly donations: readonly DonationSpace[];
  /** VP that a donation scores at most, before it is raised. */
  readonly donationLimit: number;
  readonly goodsCost: ReadonlyMap<ProjectType, number>;
  readonly departments: readonly Department[];
  /** The events of the fifth space of each row. */
  readonly endEvents: ReadonlyMap<Action, readonly Event[]>;
  readonly soloCards: readonly SoloCard[];
  /** VP of a card that was shifted by 0, 1, and so on. */
  readonly shiftVp: readonly number[];
  readonly board: CompanyBoard;
  readonly tabs: readonly ProjectTab[];
  readonly rounds: number;
  readonly employees: number;
  /** The names of the tables that are stand-ins. */
  readonly assumed: ReadonlySet<string>;
}

/** The tables are not of the form that this page knows. */
export class ComponentsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The components of the service cannot be read. ${faults.join(". ")}.`);
    this.name = "ComponentsError";
  }
}

export const regions: ReadonlyMap<string, Region> = new Map([
  ["WEST", Region.WEST],
  ["MIDWEST", Region.MIDWEST],
  ["EAST", Region.EAST],
  ["SOUTH", Region.SOUTH],
]);

export const projectTypes: ReadonlyMap<string, ProjectType> = new Map([
  ["HOUSING", ProjectType.HOUSING],
  ["COMMERCE", ProjectType.COMMERCE],
  ["INDUSTRY", ProjectType.INDUSTRY],
  ["PUBLIC_INFRASTRUCTURE", ProjectType.PUBLIC_INFRASTRUCTURE],
]);

export const actions: ReadonlyMap<string, Action> = new Map([
  ["HUMAN_RESOURCES", Action.HUMAN_RESOURCES],
  ["MANAGEMENT", Action.MANAGEMENT],
  ["CONSTRUCTION", Action.CONSTRUCTION],
  ["RESEARCH_AND_DEVELOPMENT", Action.RESEARCH_AND_DEVELOPMENT],
]);

const events: ReadonlyMap<string, Event> = new Map([
  ["WEST", Event.INCOME_WEST],
  ["MIDWEST", Event.INCOME_MIDWEST],
  ["EAST", Event.INCOME_EAST],
  ["SOUTH", Event.INCOME_SOUTH],
  ["DONATION", Event.DONATION],
]);

const sides: ReadonlyMap<string, TabSide> = new Map([
  ["A", TabSide.A],
  ["B", TabSide.B],
]);

/** Names that stand for themselves. */
const names = <T extends string>(...values: readonly T[]): ReadonlyMap<string, T> =>
  new Map(values.map((value) => [value, value]));

const citySpaceTypes: ReadonlyMap<string, ProjectType> = new Map([...projectTypes, ["ANY", ProjectType.UNSPECIFIED]]);
const sizes = names("SMALL", "MEDIUM", "MAJOR");
const levels = names("CART", "STAGECOACH", "RAILROAD");
const timings = names("USE", "ONGOING", "ENDGAME");
const spaceKinds = names("PROJECT", "VP", "DONATION_LIMIT", "BLANK");

function readIncome(row: JsonReader, name: string): Income {
  const income = row.field(name);
  const given = row.has(name);
  const amount = (of: string): number => (given ? income.amountOrZero(of) : 0);
  return {
    money: amount("money"),
    goods: amount("goods"),
    vp: amount("vp"),
    studyPoints: amount("study_points"),
    newEmployee: amount("new_employee"),
    choice: given && income.has("choice") ? income.field("choice").list().map(plainIncome) : [],
  };
}

const plainIncome = (income: JsonReader): Income => ({
  money: income.amountOrZero("money"),
  goods: income.amountOrZero("goods"),
  vp: income.amountOrZero("vp"),
  studyPoints: income.amountOrZero("study_points"),
  newEmployee: income.amountOrZero("new_employee"),
  choice: [],
});

const amounts = (row: JsonReader): readonly number[] => row.list().map((item) => item.amount());

const readCity = (row: JsonReader): City => ({
  name: row.field("name").text(),
  region: row.field("region").named(regions),
  size: row.field("size").named(sizes),
  spaces: row
    .field("spaces")
    .list()
    .map((space) => space.named(citySpaceTypes)),
  vpPerProject: row.field("vp_per_project").amount(),
  linkPoints: row.field("link_points").amount(),
  incomeMark: row.field("income_mark").flag(),
});

function readLink(row: JsonReader): readonly [string, string] {
  const [from = "", to = ""] = row.list().map((city) => city.text());
  return [from, to];
}

const readTrack = (row: JsonReader): Track => ({
  spaces: row
    .field("spaces")
    .list()
    .map((space) => ({
      level: space.field("level").named(levels),
      income: readIncome(space, "income"),
      arrivalBonus: readIncome(space, "arrival_bonus"),
      singleOccupant: space.has("single_occupant") && space.field("single_occupant").flag(),
    })),
  advanceCosts: amounts(row.field("advance_costs")),
});

const readTile = (row: JsonReader): Department => ({
  name: row.field("name").text(),
  type: row.field("type").named(actions),
  deskCosts: amounts(row.field("desk_costs")),
  timing: row.field("timing").named(timings),
  effect: row.field("effect").text(),
  permanentEmployees: 0,
});

/** The label of a space, such as `b1`. */
const spaceLabel = (column: number, row: number): string => `${String.fromCharCode("a".charCodeAt(0) + column)}${row}`;

function readSpace(row: JsonReader): GridSpace {
  const [level, column] = [row.field("row").amount(), row.field("column").amount()];
  return { label: spaceLabel(column, level), row: level, column };
}

const readBoard = (board: JsonReader): CompanyBoard => ({
  lobby: {
    column: board.field("lobby").field("column").amount(),
    span: board.field("lobby").field("column_span").amount(),
  },
  spaces: board.field("spaces").list().map(readSpace),
  starting: new Map(
    board
      .field("starting_departments")
      .list()
      .map((row) => [
        readSpace(row).label,
        {
          name: row.field("name").text(),
          type: row.field("type").named(actions),
          deskCosts: amounts(row.field("desk_costs")),
          timing: "USE",
          effect: row.has("effect") ? row.field("effect").text() : "",
          permanentEmployees: row.field("permanent_employees").amount(),
        },
      ]),
  ),
});

const readTab = (row: JsonReader): ProjectTab => ({
  type: row.field("type").named(projectTypes),
  side: row.field("side").named(sides),
  spaces: row
    .field("spaces")
    .list()
    .map((space) => ({
      kind: space.field("kind").named(spaceKinds),
      income: readIncome(space, "income"),
      vp: space.amountOrZero("vp"),
      raiseBy: space.amountOrZero("raise_by"),
    })),
  advanceCosts: amounts(row.field("advance_costs")),
});

const readCard = (row: JsonReader): SoloCard => ({
  id: row.field("id").text(),
  donation: row.field("donation").text(),
  mainAction: row.field("main_action").named(actions),
  humanResourcesShift: row.field("human_resources_shift").amount(),
  managementDepartments: row
    .field("management_departments")
    .list()
    .map((type) => type.named(actions)),
  constructionCities: row
    .field("construction_cities")
    .list()
    .map((city) => city.text()),
  researchRegion: row.field("research_region").named(regions),
  researchSteps: row.field("research_steps").amount(),
});

/** The fields of an object whose names all stand for a value of a table; each value of the table has to be there. */
function keyed<K, V>(entries: JsonReader, keys: ReadonlyMap<string, K>, read: (value: JsonReader) => V): Map<K, V> {
  return new Map([...keys].map(([name, key]) => [key, read(entries.field(name))]));
}

/** The tables of a JSON text. Throws ComponentsError with everything that is missing or of another form. */
export function parseComponents(componentsJson: string): Components {
  const text = JsonReader.of(componentsJson);
  const rows = (table: string): JsonReader => text.field(table).field("rows");
  const components: Components = {
    cities: rows("cities").list().map(readCity),
    links: rows("map_links").list().map(readLink),
    tracks: keyed(rows("transport_tracks"), regions, readTrack),
    donations: rows("donations")
      .list()
      .map((row) => ({
        id: row.field("id").text(),
        column: row.field("column").text(),
        row: row.field("row").amount(),
        vpEach: row.field("vp_each").amount(),
        counts: row.field("counts").text(),
      })),
    donationLimit: text.field("donations").field("limit").amount(),
    goodsCost: keyed(rows("project_goods_cost"), projectTypes, (cost) => cost.amount()),
    departments: rows("departments").list().map(readTile),
    endEvents: new Map(
      text
        .field("timeline_tiles")
        .field("end_tile")
        .list()
        .map((row) => [
          row.field("row").named(actions),
          row
            .field("events")
            .list()
            .map((event) => event.named(events)),
        ]),
    ),
    soloCards: rows("solo_cards").list().map(readCard),
    shiftVp: amounts(text.field("solo_cards").field("shift_vp")),
    board: readBoard(text.field("company_board")),
    tabs: rows("project_tabs").list().map(readTab),
    rounds: text.field("setup").field("rounds").amount(),
    employees: text.field("setup").field("employees").field("total").amount(),
    assumed: new Set(
      text
        .entries()
        .filter(([, table]) => table.field("source").text() === "assumed")
        .map(([name]) => name),
    ),
  };
  if (text.faults.length > 0) {
    throw new ComponentsError(text.faults);
  }
  return components;
}
