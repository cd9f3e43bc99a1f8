/** The connection sends each call where and as it was told to. */

import { expect, test } from "vitest";
import { connect } from "../src/index.js";

test("every call carries the token and goes to the named address", async () => {
  const sent: Request[] = [];
  const answer = { version: "1.2.3" };
  globalThis.fetch = async (input, init) => {
    sent.push(new Request(input, init));
    return Response.json(answer);
  };
  const info = await connect("http://advisor.test:8080", { token: "secret" }).info.getInfo({});
  expect(info.version).toBe("1.2.3");
  expect(sent.map((request) => [request.url, request.headers.get("authorization")])).toEqual([
    ["http://advisor.test:8080/carnegie.v1.InfoService/GetInfo", "Bearer secret"],
  ]);
});
