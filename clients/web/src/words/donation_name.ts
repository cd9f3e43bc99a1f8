const names: ReadonlyMap<string, string> = new Map([
  ["EDUCATION_DEPARTMENTS_HUMAN_RESOURCES", "Education for Human Resources Departments"],
  ["EDUCATION_DEPARTMENTS_MANAGEMENT", "Education for Management Departments"],
  ["EDUCATION_DEPARTMENTS_CONSTRUCTION", "Education for Construction Departments"],
  ["EDUCATION_DEPARTMENTS_RESEARCH", "Education for Research and Development Departments"],
  ["EDUCATION_DEPARTMENTS_ANY", "Education for all Departments"],
  ["HUMAN_RIGHTS_PROJECTS_PUBLIC_INFRASTRUCTURE", "Human Rights for Public Infrastructure projects"],
  ["HUMAN_RIGHTS_PROJECTS_INDUSTRY", "Human Rights for Industry projects"],
  ["HUMAN_RIGHTS_PROJECTS_HOUSING_AND_COMMERCE", "Human Rights for Housing and Commerce projects"],
  ["HUMAN_RIGHTS_RAILROADS", "Human Rights for railroads"],
  ["HUMAN_RIGHTS_DONATIONS", "Human Rights for donations"],
  ["WELFARE_FLAT", "Welfare for a fixed number of VP"],
  ["WELFARE_GOODS", "Welfare for goods cubes"],
  ["WELFARE_MONEY", "Welfare for money"],
  ["WELFARE_MONEY_AND_GOODS", "Welfare for money and goods cubes"],
  ["WELFARE_DEPARTMENTS_STAFFED", "Welfare for standing employees"],
  ["HEALTH_PROJECTS_EAST", "Health for projects in the East"],
  ["HEALTH_PROJECTS_MIDWEST", "Health for projects in the Midwest"],
  ["HEALTH_PROJECTS_SOUTH", "Health for projects in the South"],
  ["HEALTH_PROJECTS_WEST", "Health for projects in the West"],
  ["HEALTH_PROJECTS_SMALL_CITIES", "Health for projects in small cities"],
]);

/** The name of a donation by its id; an id that this page does not know is shown as it is. */
export const donationName = (donation: string): string => names.get(donation) ?? donation;
