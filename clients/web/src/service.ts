/** The service that this page came from. */

import { createClient } from "@connectrpc/connect";
import { signal } from "@preact/signals";
import {
  AdvisorService,
  type Connection,
  connect,
  GameStoreService,
  InfoService,
  ReviewService,
  RulesService,
  SoloService,
} from "carnegie-client";
import { heardTransport } from "./shell/heard_transport.js";

/** Whether the last call reached the service. */
export const reachable = signal(true);

const transport = heardTransport(connect(location.origin).transport, (reached) => {
  reachable.value = reached;
});

export const service: Connection = {
  advisor: createClient(AdvisorService, transport),
  rules: createClient(RulesService, transport),
  solo: createClient(SoloService, transport),
  info: createClient(InfoService, transport),
  games: createClient(GameStoreService, transport),
  reviews: createClient(ReviewService, transport),
  transport,
};
