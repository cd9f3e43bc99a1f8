/** Many questions at once. A browser has no stream of requests, so these are single calls, a few of them at a time. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { AdvisorService, SuggestRequestSchema, SuggestResponse } from "./contract/carnegie/v1/advisor_pb.js";
import { type Problem, problemOf } from "./problems.js";

/** The answer to one of many questions, or why it has none. */
export type Answered =
  | { readonly index: number; readonly answer: SuggestResponse; readonly problem?: never }
  | { readonly index: number; readonly answer?: never; readonly problem: Problem };

/** How many questions are asked. */
export interface ManyOptions {
  /** Questions under way at a time, 1 or more. Left out: 4. */
  readonly atATime?: number;
  /** Gives up the questions that have no answer yet; the iteration then ends with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Ask many questions, and have each answer as it is found, in whatever order that is.
 *
 * A question that fails is an answer with its `problem`, and does not end the others. Leaving the loop gives up the rest.
 *
 * @throws RangeError for `atATime` below 1
 */
export async function* suggestMany(
  advisor: Client<typeof AdvisorService>,
  questions: readonly MessageInitShape<typeof SuggestRequestSchema>[],
  options: ManyOptions = {},
): AsyncGenerator<Answered, void, undefined> {
  const atATime = options.atATime ?? 4;
  if (!(atATime >= 1)) {
    throw new RangeError(`atATime: found ${atATime}, allowed 1 or more`);
  }
  const ending = new AbortController();
  const signal = options.signal === undefined ? ending.signal : AbortSignal.any([options.signal, ending.signal]);
  const underWay = new Map<number, Promise<Answered>>();
  const waiting = questions.entries();
  const begin = () => {
    const next = waiting.next();
    if (!next.done) {
      const [index, question] = next.value;
      underWay.set(index, ask(advisor, index, question, signal));
    }
  };
  try {
    for (let count = 0; count < atATime; count += 1) {
      begin();
    }
    while (underWay.size > 0) {
      const answered = await Promise.race(underWay.values());
      options.signal?.throwIfAborted();
      underWay.delete(answered.index);
      begin();
      yield answered;
    }
  } finally {
    ending.abort();
  }
}

async function ask(
  advisor: Client<typeof AdvisorService>,
  index: number,
  question: MessageInitShape<typeof SuggestRequestSchema>,
  signal: AbortSignal,
): Promise<Answered> {
  try {
    return { index, answer: await advisor.suggest(question, { signal }) };
  } catch (error) {
    return { index, problem: problemOf(error) };
  }
}
