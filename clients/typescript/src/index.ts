/** The client of the Carnegie move advisor: the contract's messages, and a connection that calls its services. */

export { type Connection, type ConnectionOptions, connect } from "./connection.js";
export * from "./contract/carnegie/v1/advisor_pb.js";
export * from "./contract/carnegie/v1/games_pb.js";
export * from "./contract/carnegie/v1/info_pb.js";
export * from "./contract/carnegie/v1/position_pb.js";
export * from "./contract/carnegie/v1/rules_pb.js";
export * from "./contract/carnegie/v1/solo_pb.js";
export * from "./contract/carnegie/v1/steps_pb.js";
