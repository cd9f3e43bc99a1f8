/** Everything that lies on the table, in words. */

import type { Position } from "carnegie-client";
import { actionName } from "../words/action_name.js";
import { eventName } from "../words/event_name.js";
import { listed } from "../words/listed.js";
import { phaseName } from "../words/phase_name.js";
import { projectTypeName } from "../words/project_type_name.js";
import { quantity } from "../words/quantity.js";
import { regionName } from "../words/region_name.js";
import { andrewSentences } from "./andrew_words.js";
import type { City, Components } from "./components.js";
import { departmentEffect, departmentNamed, departmentTiming } from "./department_effect.js";
import { incomeWords } from "./income_words.js";
import {
  citySpaceLabel,
  companySpaceLabel,
  donationLabel,
  missionLabel,
  rowEvents,
  rowLabel,
  tabLabel,
  tileLabel,
  trackLabel,
} from "./labels.js";
import { actionOrder, projectTypeOrder, regionOrder } from "./order.js";
import { seatName } from "./owner_words.js";
import { roundWords } from "./round_words.js";
import {
  alone,
  type CompanySpaceView,
  circleStates,
  cityDisks,
  citySpaceKey,
  companySpaces,
  displayCounts,
  printedTab,
  tabState,
} from "./view.js";

export interface WordsSection {
  readonly title: string;
  readonly items: readonly string[];
}

/** The whole table in words, section by section, with what belongs to each player. */
export function tableWords(components: Components, position: Position): readonly WordsSection[] {
  return [
    { title: "Round", items: roundWords(position, components) },
    ...position.players.flatMap((_, seat) => playerSections(components, position, seat)),
    ...(position.andrew === undefined ? [] : [{ title: "Andrew", items: andrewItems(position) }]),
    ...regionOrder.map((region) => ({
      title: `Cities of the ${regionName(region)}`,
      items: components.cities
        .filter((city) => city.region === region)
        .map((city) => cityWords(components, position, city)),
    })),
    { title: "Transport", items: regionOrder.map((region) => trackLabel(components, position, region)) },
    {
      title: "Timeline",
      items: actionOrder.map((action) => {
        const all = rowEvents(components, position, action).map((events) => listed(events.map(eventName)));
        return `${rowLabel(components, position, action)}; its events: ${all.join(", ")}`;
      }),
    },
    { title: "Donations", items: components.donations.map((donation) => donationLabel(position, donation)) },
    {
      title: "Departments to build",
      items: [...displayCounts(components, position)].map(([name, count]) => {
        const department = departmentNamed(components, name);
        return department === undefined ? `${name}, ${count}` : tileLabel(department, count);
      }),
    },
  ];
}

function playerSections(components: Components, position: Position, seat: number): readonly WordsSection[] {
  const player = position.players[seat];
  if (player === undefined) {
    return [];
  }
  const of = alone(position) ? "" : ` of ${seatName(position, seat)}`;
  const own = [
    `$${player.money ?? 0}, ${quantity(player.goods ?? 0, "goods cube")}, ${player.vp ?? 0} VP`,
    `${quantity(player.employeesInSupply ?? 0, "employee")} and ${quantity(player.disksInSupply ?? 0, "disk")} in the supply`,
    ...(player.reservedDepartment === "" ? [] : [`reserved: ${player.reservedDepartment}`]),
    ...(!alone(position) && seat === (position.firstPlayer ?? 0) ? ["the first player"] : []),
    ...(player.actionChoiceTile ? ["an unused Action Choice tile"] : []),
    ...regionOrder.map((region) => missionLabel(position, seat, region)),
  ];
  return [
    { title: seatName(position, seat), items: own },
    { title: `Company${of}`, items: companySpaces(components, position, seat).map(spaceWords) },
    { title: `Project tabs${of}`, items: projectTypeOrder.map((type) => tabWords(components, position, seat, type)) },
  ];
}

function spaceWords(view: CompanySpaceView): string {
  const { department } = view;
  if (department === undefined) {
    return companySpaceLabel(view);
  }
  const desks = department.deskCosts.map((cost, index) => {
    const there = view.standing.has(index + 1) ? "taken" : "free";
    return `$${cost} ${there}`;
  });
  const permanent = department.permanentEmployees > 0 ? ["and a permanent employee"] : [];
  const stations = desks.length === 0 ? [] : [`workstations: ${listed(desks)}`];
  return `${[companySpaceLabel(view), ...stations, ...permanent].join(", ")}. It is for ${actionName(department.type)}: ${departmentEffect(department)}; ${departmentTiming(department)}`;
}

function tabWords(
  components: Components,
  position: Position,
  seat: number,
  type: (typeof projectTypeOrder)[number],
): string {
  const player = position.players[seat];
  const printed = printedTab(components, player, type);
  if (printed === undefined) {
    return projectTypeName(type);
  }
  const states = circleStates(printed, tabState(player, type));
  const spaces = printed.spaces.map((space, index) => {
    const state = states[index] === "hidden" ? "hidden" : states[index] === "empty" ? "revealed" : states[index];
    switch (space.kind) {
      case "PROJECT":
        return `${incomeWords(space.income)} (${state})`;
      case "VP":
        return `${space.vp} VP (${state})`;
      case "DONATION_LIMIT":
        return `+${space.raiseBy} for every donation (${state})`;
      case "BLANK":
        return `nothing (${state})`;
    }
    return "";
  });
  return `${tabLabel(components, position, seat, type)}; its spaces: ${spaces.join(", ")}`;
}

/** "Chicago, major city, 3 VP for each project, 1 link point, linked with ...; space 1, Commerce, free; ...". */
function cityWords(components: Components, position: Position, city: City): string {
  const disks = cityDisks(position);
  const neighbours = components.links
    .filter((link) => link.includes(city.name))
    .map(([from, to]) => (from === city.name ? to : from));
  const about = [
    `${city.name}, ${city.size.toLowerCase()} city`,
    ...(city.vpPerProject > 0 ? [`${city.vpPerProject} VP for each project`] : []),
    ...(city.linkPoints > 0 ? [quantity(city.linkPoints, "link point")] : []),
    ...(city.incomeMark ? ["pays the transport income at once"] : []),
    ...(neighbours.length > 0 ? [`linked with ${listed(neighbours)}`] : []),
  ].join(", ");
  const spaces = city.spaces.map((_, space) =>
    citySpaceLabel(position, city, space, disks.get(citySpaceKey(city.name, space))).replace(`${city.name}, `, ""),
  );
  return [about, ...spaces].join("; ");
}

function andrewItems(position: Position): readonly string[] {
  const { andrew } = position;
  return andrew === undefined
    ? []
    : [
        `${andrew.played} of ${andrew.cards.length} cards played, the top card shifted by ${andrew.shift}, ${andrew.vp} VP`,
        ...andrewSentences(position),
        ...(andrew.toAct ? [`he is to act in: ${phaseName(position.phase)}`] : []),
      ];
}
