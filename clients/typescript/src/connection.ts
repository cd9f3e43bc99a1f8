/** The connection to a service, and its clients. */

import { type Client, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { AdvisorService } from "./contract/carnegie/v1/advisor_pb.js";
import { InfoService } from "./contract/carnegie/v1/info_pb.js";
import { RulesService } from "./contract/carnegie/v1/rules_pb.js";
import { SoloService } from "./contract/carnegie/v1/solo_pb.js";

/** How a service is reached. */
export interface ConnectionOptions {
  /** The bearer token that every call carries; left out, none. */
  readonly token?: string;
  /** The deadline of each call in milliseconds, unless the call has its own; left out, none. */
  readonly timeoutMilliseconds?: number;
}

/** The services of one address, each with its calls as methods. */
export interface Connection {
  readonly advisor: Client<typeof AdvisorService>;
  readonly rules: Client<typeof RulesService>;
  readonly solo: Client<typeof SoloService>;
  readonly info: Client<typeof InfoService>;
  /** What carries the calls, for further clients. */
  readonly transport: Transport;
}

/**
 * Connect to the browser gateway of a service.
 *
 * Nothing is sent before the first call.
 *
 * @param address its origin, such as `http://127.0.0.1:8080`
 */
export function connect(address: string, options: ConnectionOptions = {}): Connection {
  const interceptors: Interceptor[] = [];
  const { token } = options;
  if (token !== undefined) {
    interceptors.push((next) => (request) => {
      request.header.set("authorization", `Bearer ${token}`);
      return next(request);
    });
  }
  const transport = createConnectTransport({
    baseUrl: address,
    interceptors,
    ...(options.timeoutMilliseconds === undefined ? {} : { defaultTimeoutMs: options.timeoutMilliseconds }),
  });
  return {
    advisor: createClient(AdvisorService, transport),
    rules: createClient(RulesService, transport),
    solo: createClient(SoloService, transport),
    info: createClient(InfoService, transport),
    transport,
  };
}
