/** Steps played by the service, each with the position after it. */

import { create } from "@bufbuild/protobuf";
import { type Connection, PlayAndrewSchema, type Step, StepSchema } from "carnegie-client";
import type { Point } from "./points.js";

/** The parts of a connection that play a game. */
export type Referee = Pick<Connection, "rules" | "solo">;

/** The step by which Andrew acts. */
export const ANDREWS_STEP: Step = create(StepSchema, {
  kind: { case: "playAndrew", value: create(PlayAndrewSchema) },
});

/**
 * Play a step in the position of a point.
 *
 * Rejects with the service's error where the step is illegal there.
 */
export async function play(referee: Referee, from: Point, step: Step, componentsJson: string): Promise<Point> {
  const { round = 1, phase } = from.position;
  const place = { step, round, phase };
  if (step.kind.case === "playAndrew") {
    const answer = await referee.solo.playAndrew({ position: from.position, componentsJson });
    const { position, positionDigest: digest, deeds } = answer;
    return { position: given(position), digest, made: { ...place, change: undefined, deeds } };
  }
  const answer = await referee.rules.applyPlan({ position: from.position, steps: [step], componentsJson });
  const { position, positionDigest: digest, steps } = answer;
  return { position: given(position), digest, made: { ...place, change: steps[0]?.change, deeds: [] } };
}

/**
 * Play steps one after the other.
 *
 * @returns the points after the steps
 */
export async function playAll(
  referee: Referee,
  from: Point,
  steps: readonly Step[],
  componentsJson: string,
): Promise<Point[]> {
  const points: Point[] = [];
  let here = from;
  for (const step of steps) {
    here = await play(referee, here, step, componentsJson);
    points.push(here);
  }
  return points;
}

/** What an answer has to hold. */
export function given<Message>(message: Message | undefined): Message {
  if (message === undefined) {
    throw new Error("the service's answer is incomplete: it is not of the version of this page; load the page again");
  }
  return message;
}
