/** The steps that have to do with the Company and its employees, as sentences. */

import {
  type BringHome,
  type BuildDepartment,
  type BuildProject,
  type ChooseIncome,
  type Donate,
  Gain,
  type Mission,
  type MoveEmployee,
  Payroll,
  type Relocate,
  type StandUp,
  type UseDepartment,
} from "carnegie-client";
import { type CompanyNames, LOBBY, spaceName } from "./company_names.js";
import { donationName } from "./donation_name.js";
import { gainName } from "./gain_name.js";
import { listed } from "./listed.js";
import { ordinal } from "./ordinal.js";
import { projectTypeName } from "./project_type_name.js";
import { quantity } from "./quantity.js";
import { regionName } from "./region_name.js";
import { withArticle } from "./with_article.js";

export function moveEmployeeInWords(move: MoveEmployee, names: CompanyNames): string {
  const [start, ...rest] = move.path;
  const end = rest.pop();
  if (start === undefined || end === undefined) {
    return "Move an employee";
  }
  const between = rest.map((space) => spaceName(names, space));
  const route = between.length > 0 ? ` by way of ${listed(between)}` : "";
  return `Move ${who(move.standingAt)} ${spaceName(names, start)} to ${spaceName(names, end)}${route}`;
}

export const relocateInWords = (step: Relocate, names: CompanyNames): string =>
  `Relocate ${who(step.standingAt)} ${spaceName(names, step.start)} to ${spaceName(names, step.end)}`;

export function useDepartmentInWords(use: UseDepartment, names: CompanyNames): string {
  const where = `Use ${spaceName(names, use.space)}${useOf(use)}`;
  const projects = use.count > 0 ? quantity(use.count, "project") : "all projects";
  const from = use.region ? ` from ${projects} in the ${regionName(use.region)}` : "";
  return `${where}${from}${missionInWords(use.mission)}${newEmployee(use.lobby, names)}`;
}

function useOf(use: UseDepartment): string {
  switch (use.gain) {
    case Gain.SALE:
      return ` to sell ${quantity(use.count, "goods cube")}`;
    case Gain.PURCHASE:
      return ` to buy ${quantity(use.count, "goods cube")}`;
    default:
      return ` for ${gainName(use.gain)}`;
  }
}

export function buildDepartmentInWords(build: BuildDepartment, names: CompanyNames): string {
  const sentence = `Build the Department ${build.department} on the empty space ${build.space}`;
  const { fetched } = build;
  if (fetched === undefined) {
    return sentence;
  }
  return `${sentence}; fetch ${who(fetched.standingAt)} ${spaceName(names, fetched.start)} into it`;
}

export function buildProjectInWords(build: BuildProject, names: CompanyNames): string {
  const disk = `${withArticle(projectTypeName(build.type))} disk`;
  const sentence = `Use ${spaceName(names, build.space)} to build ${disk} on the ${ordinal(build.citySpace)} space of ${build.city}`;
  return `${sentence}${missionInWords(build.mission)}${lowerIncome(build.trackSpace)}${newEmployee(build.lobby, names)}`;
}

export function donateInWords(donate: Donate, names: CompanyNames): string {
  const name = donationName(donate.donation);
  const sentence =
    donate.space === "" ? `Donate to ${name}` : `Use ${spaceName(names, donate.space)} to donate to ${name}`;
  return `${sentence}${missionInWords(donate.mission)}`;
}

export function standUpInWords(step: StandUp, names: CompanyNames): string {
  const where = `${spaceName(names, step.space)} at workstation ${step.workstation}`;
  return `Stand an employee up in ${where}${payrollInWords(step.payroll)}`;
}

function payrollInWords(payroll: Payroll): string {
  switch (payroll) {
    case Payroll.BONUS:
      return ", with a bonus";
    case Payroll.CUT:
      return ", with a cut";
    default:
      return "";
  }
}

export const bringHomeInWords = (step: BringHome, names: CompanyNames): string =>
  `Bring an employee home to ${spaceName(names, step.lobby || LOBBY)}${lowerIncome(step.trackSpace)}`;

export function chooseIncomeInWords(step: ChooseIncome, names: CompanyNames): string {
  const circle = `the ${ordinal(step.circle)} circle of the ${projectTypeName(step.type)} tab`;
  return `Choose the ${ordinal(step.part)} part of the income of ${circle}${newEmployee(step.lobby, names)}`;
}

/** Which employee is meant, before the space that it leaves. */
const who = (standingAt: number | undefined): string =>
  standingAt === undefined ? "a lying employee from" : `the employee at workstation ${standingAt} of`;

function missionInWords(mission: Mission | undefined): string {
  if (mission === undefined) {
    return "";
  }
  return `; the employee at workstation ${mission.standingAt} goes on a Mission to the ${regionName(mission.region)}`;
}

const lowerIncome = (trackSpace: number | undefined): string =>
  trackSpace === undefined ? "" : `; take the income of the ${ordinal(trackSpace)} space of the track`;

const newEmployee = (lobby: string, names: CompanyNames): string =>
  lobby === "" || lobby === LOBBY ? "" : `; a new employee lies in ${spaceName(names, lobby)}`;
