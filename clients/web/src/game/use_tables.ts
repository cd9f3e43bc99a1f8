/** The printed tables of a game: the service's own, with the person's in their places. */

import { useSignal } from "@preact/signals";
import type { ValidateComponentsResponse } from "carnegie-client";
import { useEffect } from "preact/hooks";
import { service } from "../service.js";

export interface Tables {
  /** Undefined while they are asked for. */
  readonly tables: ValidateComponentsResponse | undefined;
  /** Why they could not be told; undefined where they could. */
  readonly failure: unknown;
  /** Ask again. */
  readonly retry: () => void;
}

/** Those that have been told, by the text of the person's own. */
const known = new Map<string, ValidateComponentsResponse>();

/** The tables with a person's own in their places; undefined where the service has not told them yet. */
export const toldTables = (componentsJson: string): ValidateComponentsResponse | undefined => known.get(componentsJson);

export function useTables(componentsJson: string): Tables {
  const tables = useSignal(known.get(componentsJson));
  const failure = useSignal<unknown>(undefined);
  const attempt = useSignal(0);
  useEffect(() => {
    let wanted = true;
    const told = known.get(componentsJson);
    tables.value = told;
    failure.value = undefined;
    if (told === undefined) {
      service.rules.validateComponents({ componentsJson }).then(
        (answer) => {
          known.set(componentsJson, answer);
          if (wanted) {
            tables.value = answer;
            failure.value = undefined;
          }
        },
        (error) => {
          if (wanted) {
            failure.value = error;
          }
        },
      );
    }
    return () => {
      wanted = false;
    };
  }, [componentsJson, attempt.value]);
  return { tables: tables.value, failure: failure.value, retry: () => attempt.value++ };
}
