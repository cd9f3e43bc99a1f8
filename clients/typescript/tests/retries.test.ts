/** Calls are made again where that helps, and only there. */

import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { InfoService } from "../src/contract/carnegie/v1/info_pb.js";
import { RetryInfoSchema } from "../src/contract/google/rpc/error_details_pb.js";
import { DEFAULT_RETRIES, type RetryOptions, retries } from "../src/retries.js";

const QUICK: RetryOptions = { ...DEFAULT_RETRIES, firstDelayMilliseconds: 1 };

/** How often a call is made that fails so each time, or only the first `failing` times. */
async function attempts(
  failure: ConnectError,
  options = QUICK,
  failing = Number.POSITIVE_INFINITY,
  signal?: AbortSignal,
) {
  let made = 0;
  const transport = createRouterTransport(
    ({ service }) => {
      service(InfoService, {
        getInfo() {
          made += 1;
          if (made <= failing) {
            throw failure;
          }
          return { version: "there" };
        },
      });
    },
    { transport: { interceptors: [retries(options)] } },
  );
  const outcome = await createClient(InfoService, transport)
    .getInfo({}, signal === undefined ? {} : { signal })
    .then((info) => info.version)
    .catch((error: unknown) => ConnectError.from(error).code);
  return { made, outcome };
}

function busy(seconds?: bigint): ConnectError {
  const details = seconds === undefined ? [] : [{ desc: RetryInfoSchema, value: { retryDelay: { seconds } } }];
  return new ConnectError("busy", Code.ResourceExhausted, undefined, details);
}

test("a lost call is made again until it is answered", async () => {
  expect(await attempts(new ConnectError("lost", Code.Unavailable), QUICK, 2)).toEqual({ made: 3, outcome: "there" });
});

test("the attempts have an end, and its error is told", async () => {
  const lost = new ConnectError("lost", Code.Unavailable);
  expect(await attempts(lost)).toEqual({ made: 4, outcome: Code.Unavailable });
});

test("a call that is at fault is made once", async () => {
  for (const code of [
    Code.InvalidArgument,
    Code.FailedPrecondition,
    Code.Internal,
    Code.Aborted,
    Code.DeadlineExceeded,
  ]) {
    expect(await attempts(new ConnectError("no", code))).toEqual({ made: 1, outcome: code });
  }
});

test("a busy service is asked again only when it says when, and not when that is too late", async () => {
  expect(await attempts(busy(0n), QUICK, 1)).toEqual({ made: 2, outcome: "there" });
  expect(await attempts(busy())).toEqual({ made: 1, outcome: Code.ResourceExhausted });
  expect(await attempts(busy(11n))).toEqual({ made: 1, outcome: Code.ResourceExhausted });
});

test("who gives up does not wait for the next attempt", async () => {
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 20);
  const patient = { ...QUICK, firstDelayMilliseconds: 60_000 };
  const lost = new ConnectError("lost", Code.Unavailable);
  expect(await attempts(lost, patient, 9, leaving.signal)).toEqual({ made: 1, outcome: Code.Canceled });
});
