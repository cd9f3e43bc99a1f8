/** The connection to a service, and its clients. */

import { type Client, Code, ConnectError, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { AdvisorService } from "./contract/carnegie/v1/advisor_pb.js";
import { GameStoreService } from "./contract/carnegie/v1/games_pb.js";
import { InfoService } from "./contract/carnegie/v1/info_pb.js";
import { ReviewService } from "./contract/carnegie/v1/review_pb.js";
import { RulesService } from "./contract/carnegie/v1/rules_pb.js";
import { SoloService } from "./contract/carnegie/v1/solo_pb.js";
import { DEFAULT_RETRIES, type RetryOptions, retries } from "./retries.js";

/** How a service is reached. */
export interface ConnectionOptions {
  /** The bearer token that every call carries; left out, none. */
  readonly token?: string;
  /** The deadline of each call in milliseconds, unless the call has its own; left out, none. */
  readonly timeoutMilliseconds?: number;
  /** When a call is made again; false, never. Left out: up to three times, see `DEFAULT_RETRIES`. */
  readonly retry?: Partial<RetryOptions> | false;
}

/** The services of one address, each with its calls as methods. */
export interface Connection {
  readonly advisor: Client<typeof AdvisorService>;
  readonly rules: Client<typeof RulesService>;
  readonly solo: Client<typeof SoloService>;
  readonly games: Client<typeof GameStoreService>;
  readonly reviews: Client<typeof ReviewService>;
  readonly info: Client<typeof InfoService>;
  /** What carries the calls, for further clients. */
  readonly transport: Transport;
}

/**
 * Connect to the browser gateway of a service.
 *
 * Nothing is sent before the first call. A call that fails rejects with a `ConnectError`, which `problemOf` reads.
 *
 * @param address its origin, such as `http://127.0.0.1:8080`
 * @throws TypeError for an address that is none of http or https, and for a token that no header can hold
 */
export function connect(address: string, options: ConnectionOptions = {}): Connection {
  const transport = createConnectTransport({
    baseUrl: checked(address),
    interceptors: interceptorsFor(options),
    fetch: reach,
    ...(options.timeoutMilliseconds === undefined ? {} : { defaultTimeoutMs: options.timeoutMilliseconds }),
  });
  return {
    advisor: createClient(AdvisorService, transport),
    rules: createClient(RulesService, transport),
    solo: createClient(SoloService, transport),
    games: createClient(GameStoreService, transport),
    reviews: createClient(ReviewService, transport),
    info: createClient(InfoService, transport),
    transport,
  };
}

function checked(address: string): string {
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`address: found ${JSON.stringify(address)}, allowed an address with http:// or https://`);
  }
  return address;
}

function interceptorsFor(options: ConnectionOptions): Interceptor[] {
  const interceptors: Interceptor[] = [];
  if (options.retry !== false) {
    interceptors.push(retries({ ...DEFAULT_RETRIES, ...options.retry }));
  }
  const { token } = options;
  if (token !== undefined) {
    // Said now, where the caller sees it, and not by each call.
    new Headers().set("authorization", `Bearer ${token}`);
    interceptors.push((next) => (request) => {
      request.header.set("authorization", `Bearer ${token}`);
      return next(request);
    });
  }
  return interceptors;
}

/** Fetch, with the status UNAVAILABLE where nobody answers. */
const reach: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (error instanceof TypeError) {
      throw new ConnectError("the service cannot be reached", Code.Unavailable, undefined, undefined, error);
    }
    throw error;
  }
};
