import { Gain } from "carnegie-client";

const names: Readonly<Record<Gain, string>> = {
  [Gain.UNSPECIFIED]: "nothing",
  [Gain.MONEY]: "money",
  [Gain.GOODS]: "goods",
  [Gain.MOVES]: "employee moves",
  [Gain.STUDY_POINTS]: "study points",
  [Gain.VP]: "VP",
  [Gain.NEW_EMPLOYEE]: "a new employee",
  [Gain.RELOCATIONS]: "relocations",
  [Gain.SALE]: "a sale",
  [Gain.PURCHASE]: "a purchase",
};

/** What a use of a Department brings, such as "employee moves". */
export const gainName = (gain: Gain): string => names[gain] ?? `gain ${gain}`;
