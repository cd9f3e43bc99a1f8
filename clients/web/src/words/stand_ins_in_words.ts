/** Which printed values the project does not know and stands something in for, in words. */

const names: ReadonlyMap<string, string> = new Map([
  [
    "company_board",
    "the company board: where the spaces and the starting Departments lie, and the dollars under their workstations",
  ],
  ["project_tabs", "the project tabs: their incomes, their VP, and the study points for pulling them"],
  ["bidding", "the prices of the expansion's bidding"],
]);

/** A table of the components that is assumed, by its path, such as `company_board`. */
export const standInInWords = (path: string): string => names.get(path) ?? path.replaceAll("_", " ");
