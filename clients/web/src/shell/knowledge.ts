/** What the page knows of its service: what it can do, and where games are kept. */

import { signal } from "@preact/signals";
import type { GetInfoResponse } from "carnegie-client";
import { BrowserStore, browserDatabase } from "../game/browser_store.js";
import { ServiceStore } from "../game/service_store.js";
import type { GameStore } from "../game/store.js";
import { service } from "../service.js";

export interface Knowledge {
  readonly info: GetInfoResponse;
  readonly store: GameStore;
}

/** Undefined until the service has told. */
export const knowledge = signal<Knowledge | undefined>(undefined);

/** Why the service has not told; undefined where it has, or is still asked. */
export const ignorance = signal<unknown>(undefined);

/** Ask the service, unless it has told already. */
export async function learn(): Promise<void> {
  if (knowledge.peek() !== undefined) {
    return;
  }
  try {
    const info = await service.info.getInfo({});
    const store = info.keepsGames ? new ServiceStore(service.games) : new BrowserStore(browserDatabase);
    knowledge.value = { info, store };
    ignorance.value = undefined;
  } catch (error) {
    ignorance.value = error;
  }
}
