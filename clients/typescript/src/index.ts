/** The client of the Carnegie move advisor: the contract's messages, and a connection that calls its services. */

export { Code, ConnectError } from "@connectrpc/connect";
export { type Connection, type ConnectionOptions, connect } from "./connection.js";
export * from "./contract/carnegie/v1/advisor_pb.js";
export * from "./contract/carnegie/v1/games_pb.js";
export * from "./contract/carnegie/v1/info_pb.js";
export * from "./contract/carnegie/v1/position_pb.js";
export * from "./contract/carnegie/v1/review_pb.js";
export * from "./contract/carnegie/v1/rules_pb.js";
export * from "./contract/carnegie/v1/solo_pb.js";
export * from "./contract/carnegie/v1/steps_pb.js";
export { positionFromJson, positionToJson, recordFromJson, recordToJson } from "./json.js";
export { type Answered, type ManyOptions, suggestMany } from "./many.js";
export { type FieldProblem, type Problem, problemOf } from "./problems.js";
export { DEFAULT_RETRIES, type RetryOptions } from "./retries.js";
