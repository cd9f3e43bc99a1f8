/** Whether the service was reached is told after each call, whatever came of it. */

import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { InfoService } from "carnegie-client";
import { expect, test } from "vitest";
import { ErrorInfoSchema } from "../../../typescript/src/contract/google/rpc/error_details_pb.js";
import { heardTransport } from "../../src/shell/heard_transport.js";

/** What is told of a call that ends so; undefined for an answer. */
async function toldOf(end: ConnectError | undefined): Promise<boolean[]> {
  const told: boolean[] = [];
  const transport = createRouterTransport(({ service }) => {
    service(InfoService, {
      getInfo() {
        if (end !== undefined) {
          throw end;
        }
        return { version: "1.0.0" };
      },
    });
  });
  const client = createClient(
    InfoService,
    heardTransport(transport, (reached) => told.push(reached)),
  );
  await client.getInfo({}).catch(() => {});
  return told;
}

function because(reason: string): ConnectError {
  const details = [{ desc: ErrorInfoSchema, value: create(ErrorInfoSchema, { reason, domain: "carnegie" }) }];
  return new ConnectError("away", Code.Unavailable, undefined, details);
}

test("an answer, and an error of the service, has reached it", async () => {
  expect(await toldOf(undefined)).toEqual([true]);
  expect(await toldOf(new ConnectError("no", Code.InvalidArgument))).toEqual([true]);
  expect(await toldOf(because("BUSY"))).toEqual([true]);
});

test("where nobody answers, or the service is about to stop, it was not reached", async () => {
  expect(await toldOf(new ConnectError("away", Code.Unavailable))).toEqual([false]);
  expect(await toldOf(because("SHUTTING_DOWN"))).toEqual([false]);
});

test("a call that has been given up tells nothing", async () => {
  expect(await toldOf(new ConnectError("given up", Code.Canceled))).toEqual([]);
});
