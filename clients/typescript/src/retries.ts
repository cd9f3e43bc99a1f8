/** Calls that are made again: those that a service could not take, or that were lost with a connection. */

import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { problemOf } from "./problems.js";

/** When a call is made again. */
export interface RetryOptions {
  /** How often a call is made at most, 1 or more. */
  readonly attempts: number;
  /** The wait before the second attempt in milliseconds; it doubles each time, and what is waited is drawn from half of it up. */
  readonly firstDelayMilliseconds: number;
  /** The longest wait that a busy service may ask for, in milliseconds; one that asks for more has its error told. */
  readonly longestDelayMilliseconds: number;
}

export const DEFAULT_RETRIES: RetryOptions = {
  attempts: 4,
  firstDelayMilliseconds: 100,
  longestDelayMilliseconds: 10_000,
};

const LOST = new Set([Code.Unavailable, Code.ResourceExhausted]);

/**
 * Make calls again that ended UNAVAILABLE, or RESOURCE_EXHAUSTED with the time to come back.
 *
 * Every call of the contract may be made twice: none of them changes anything but SaveGame, which takes a repetition for what
 * it is, and DeleteGame, of which the repetition finds no game any more. A stream is not begun again.
 */
export function retries(options: RetryOptions): Interceptor {
  return (next) => async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await next(request);
      } catch (error) {
        const delay = delayAfter(error, attempt, options);
        if (request.stream || delay === undefined || request.signal.aborted) {
          throw error;
        }
        await pause(delay, request.signal);
      }
    }
  };
}

/** How long to wait before the next attempt, in milliseconds; undefined where there is none. */
function delayAfter(error: unknown, attempt: number, options: RetryOptions): number | undefined {
  const problem = problemOf(error);
  if (attempt >= options.attempts || !LOST.has(problem.code)) {
    return undefined;
  }
  const asked = problem.retryAfterMilliseconds;
  if (problem.code === Code.ResourceExhausted && asked === undefined) {
    return undefined;
  }
  if (asked !== undefined && asked > options.longestDelayMilliseconds) {
    return undefined;
  }
  const doubled = options.firstDelayMilliseconds * 2 ** (attempt - 1);
  return (asked ?? 0) + doubled * (0.5 + Math.random() / 2);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(ConnectError.from(signal.reason, Code.Canceled));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
