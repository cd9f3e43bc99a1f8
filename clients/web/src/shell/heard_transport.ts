/** A transport that tells after each call whether the service was reached. */

import type { Transport } from "@connectrpc/connect";
import { Code, problemOf } from "carnegie-client";

/**
 * Listen to a transport.
 *
 * @param told called after each call, with whether the service has answered at all; an error of the service is an answer
 */
export function heardTransport(transport: Transport, told: (reached: boolean) => void): Transport {
  async function heard<Answer>(call: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await call;
      told(true);
      return answer;
    } catch (error) {
      const { code, reason } = problemOf(error);
      if (code !== Code.Canceled) {
        // A service that is about to stop says so with a reason, and is as good as away.
        told(code !== Code.Unavailable || (reason !== "" && reason !== "SHUTTING_DOWN"));
      }
      throw error;
    }
  }
  return {
    unary: (...call) => heard(transport.unary(...call)),
    stream: (...call) => heard(transport.stream(...call)),
  };
}
