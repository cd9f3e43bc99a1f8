import type { DonationSpace } from "./components.js";

const words: ReadonlyMap<string, string> = new Map([
  ["HUMAN_RESOURCES", "Human Resources"],
  ["MANAGEMENT", "Management"],
  ["CONSTRUCTION", "Construction"],
  ["RESEARCH_AND_DEVELOPMENT", "Research and Development"],
  ["PUBLIC_INFRASTRUCTURE", "Public Infrastructure"],
  ["INDUSTRY", "Industry"],
  ["HOUSING", "Housing"],
  ["COMMERCE", "Commerce"],
  ["RAILROAD", "railroad"],
  ["EAST", "the East"],
  ["MIDWEST", "the Midwest"],
  ["SOUTH", "the South"],
  ["WEST", "the West"],
]);

/** The name of a column of donations, such as "Human rights". */
export function donationColumn(column: string): string {
  const lower = column.replaceAll("_", " ").toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** What a donation scores, such as "3 VP for each of: built Departments of type Management". */
export function donationWords(donation: DonationSpace): string {
  const counts = donation.counts.replaceAll(/[A-Z][A-Z_]{3,}/g, (name) => words.get(name) ?? name);
  return donation.counts.startsWith("a flat") ? counts : `${donation.vpEach} VP each: ${counts}`;
}

/** What a donation counts in a few words, by its id. */
const short: ReadonlyMap<string, string> = new Map([
  ["EDUCATION_DEPARTMENTS_HUMAN_RESOURCES", "Human Resources Depts"],
  ["EDUCATION_DEPARTMENTS_MANAGEMENT", "Management Depts"],
  ["EDUCATION_DEPARTMENTS_CONSTRUCTION", "Construction Depts"],
  ["EDUCATION_DEPARTMENTS_RESEARCH", "Research Depts"],
  ["EDUCATION_DEPARTMENTS_ANY", "any Depts"],
  ["HUMAN_RIGHTS_PROJECTS_PUBLIC_INFRASTRUCTURE", "Public Infrastr."],
  ["HUMAN_RIGHTS_PROJECTS_INDUSTRY", "Industry"],
  ["HUMAN_RIGHTS_PROJECTS_HOUSING_AND_COMMERCE", "Housing, Commerce"],
  ["HUMAN_RIGHTS_RAILROADS", "railroad regions"],
  ["HUMAN_RIGHTS_DONATIONS", "own donations"],
  ["WELFARE_FLAT", "flat"],
  ["WELFARE_GOODS", "goods cubes paid"],
  ["WELFARE_MONEY", "$5 paid"],
  ["WELFARE_MONEY_AND_GOODS", "$5 and 1 goods"],
  ["WELFARE_DEPARTMENTS_STAFFED", "standing employees"],
  ["HEALTH_PROJECTS_EAST", "projects East"],
  ["HEALTH_PROJECTS_MIDWEST", "projects Midwest"],
  ["HEALTH_PROJECTS_SOUTH", "projects South"],
  ["HEALTH_PROJECTS_WEST", "projects West"],
  ["HEALTH_PROJECTS_SMALL_CITIES", "small cities"],
]);

/** What a donation counts, as it is printed on its space. */
export const donationShort = (donation: DonationSpace): string => short.get(donation.id) ?? donation.counts;
