const names: ReadonlyMap<string, string> = new Map([
  ["vp", "VP gained in play"],
  ["standing_employees", "standing employees"],
  ["departments", "Departments"],
  ["tabs", "project tabs"],
  ["cities", "projects in cities"],
  ["links", "links between cities"],
  ["donations", "donations"],
  ["action_choice_tile", "Action Choice tile"],
  ["endgame_departments", "Departments that score at the end"],
  ["cards", "cards"],
  ["transport", "last spaces of the tracks"],
]);

/** The name of a line of a score sheet; one that this page does not know is shown as it comes. */
export const scoreLineName = (line: string): string => names.get(line.toLowerCase()) ?? line.replaceAll("_", " ");
