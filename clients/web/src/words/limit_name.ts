import { LimitReason } from "carnegie-client";

const names: Readonly<Record<LimitReason, string>> = {
  [LimitReason.UNSPECIFIED]: "",
  [LimitReason.TIME]: "the time limit",
  [LimitReason.WORK]: "the limit of work",
};

/** The limit that has ended a search, such as "the time limit"; empty for none. */
export const limitName = (limit: LimitReason): string => names[limit] ?? "a limit";
