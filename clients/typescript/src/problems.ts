/** Why a call failed, read from what the service says of it. */

import { type Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "./contract/google/rpc/error_details_pb.js";

/** What is wrong with one field of a request. */
export interface FieldProblem {
  /** The field, such as `position.players[0].money`. */
  readonly path: string;
  /** Why, such as `OUT_OF_RANGE`. */
  readonly reason: string;
  /** What was found, and what is allowed. */
  readonly description: string;
}

/** Why a call failed. */
export interface Problem {
  /** The status, such as `Code.InvalidArgument`. */
  readonly code: Code;
  /** A sentence. */
  readonly message: string;
  /** The reason for programs, such as `INVALID_REQUEST`; empty where none is said. */
  readonly reason: string;
  /** Every fault of the request; none where the request is not to blame. */
  readonly fields: readonly FieldProblem[];
  /** When a busy service wants to be asked again, in milliseconds. */
  readonly retryAfterMilliseconds?: number;
  /** More for programs, such as the `incident` of a fault of the service. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Read a failure, whatever was thrown: what is no answer of a service has `Code.Unknown` and the words of the error. */
export function problemOf(error: unknown): Problem {
  const failure = ConnectError.from(error);
  const [information] = failure.findDetails(ErrorInfoSchema);
  const [delay] = failure.findDetails(RetryInfoSchema);
  const wait = delay?.retryDelay;
  return {
    code: failure.code,
    message: failure.rawMessage,
    reason: information?.reason ?? "",
    fields: failure
      .findDetails(BadRequestSchema)
      .flatMap((request) => request.fieldViolations)
      .map(({ field, reason, description }) => ({ path: field, reason, description })),
    ...(wait === undefined ? {} : { retryAfterMilliseconds: Number(wait.seconds) * 1000 + wait.nanos / 1_000_000 }),
    metadata: information?.metadata ?? {},
  };
}
