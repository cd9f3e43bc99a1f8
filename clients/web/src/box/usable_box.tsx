/** The values of the person's own box, as far as games can have them: some that the service refuses are left out. */

import type { ValidateComponentsResponse } from "carnegie-client";
import { toldTables, useTables } from "../game/use_tables.js";
import { ownComponentsJson } from "./own_components.js";

export interface UsableBox {
  /** The text of the components that games have which are begun now; empty for the service's own. */
  readonly componentsJson: string;
  /** Whether there are values that the service refuses, so that games have its own. */
  readonly isRefused: boolean;
}

/**
 * What of the own box games can have.
 *
 * @param tables what the service has told of the text; undefined where it has not told yet
 */
export function usableBox(
  componentsJson: string,
  tables: Pick<ValidateComponentsResponse, "faults"> | undefined,
): UsableBox {
  const isRefused = componentsJson !== "" && tables !== undefined && tables.faults.length > 0;
  return { componentsJson: isRefused ? "" : componentsJson, isRefused };
}

/** The same of what is kept now, followed as the service tells of it. */
export function useUsableBox(): UsableBox {
  const componentsJson = ownComponentsJson.value;
  useTables(componentsJson);
  return usableBox(componentsJson, toldTables(componentsJson));
}

/** What is said where the service refuses the values of the box. */
export function BoxRefused({ leadsToBox }: { readonly leadsToBox: boolean }) {
  return (
    <p>
      <strong>The values that this browser has kept from your box are not accepted by the service.</strong> Games that
      you begin have the service's own until you enter them again.
      {leadsToBox && (
        <>
          {" "}
          Look at <a href="#/box">your own box</a>.
        </>
      )}
    </p>
  );
}
