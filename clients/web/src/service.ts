/** The service that this page came from. */

import { createClient } from "@connectrpc/connect";
import { signal } from "@preact/signals";
import {
  AdvisorService,
  type Connection,
  connect,
  GameStoreService,
  InfoService,
  RulesService,
  SoloService,
} from "carnegie-client";
import { heardTransport } from "./shell/heard_transport.js";

/** Whether the last call reached the service. */
export const reachable = signal(true);

const { transport } = connect(location.origin);
const heard = heardTransport(transport, (reached) => {
  reachable.value = reached;
});

export const service: Connection & { readonly games: ReturnType<typeof gamesClient> } = {
  advisor: createClient(AdvisorService, heard),
  rules: createClient(RulesService, heard),
  solo: createClient(SoloService, heard),
  info: createClient(InfoService, heard),
  games: gamesClient(),
  transport: heard,
};

function gamesClient() {
  return createClient(GameStoreService, heard);
}
