/** What a person can choose on the table now; every place of the picture asks this. */

import { createContext } from "preact";
import type { Target } from "./targets.js";

export interface Choosing {
  readonly choices: ReadonlySet<Target>;
  readonly chosen: ReadonlySet<Target>;
  readonly choose: (target: Target) => void;
}

export const noChoices: Choosing = { choices: new Set(), chosen: new Set(), choose: () => undefined };

export const ChoosingContext = createContext<Choosing>(noChoices);
