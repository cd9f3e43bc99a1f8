import { type FieldProblem, type Problem, problemOf } from "carnegie-client";
import { asSentence } from "./as_sentence.js";
import { codesInWords } from "./codes_in_words.js";
import { plainText } from "./plain_text.js";
import { quantity } from "./quantity.js";
import { reasonInWords } from "./refusal_in_words.js";

/** Why a call failed, for a person: a sentence, and what is wrong field by field. */
export interface ProblemInWords {
  readonly sentence: string;
  readonly details: readonly string[];
}

/** What is said where no answer comes, or one breaks off, by the connection or by browsers, each in its own words. */
const UNREACHED = new Set([
  "",
  "the service cannot be reached",
  "Failed to fetch",
  "network error",
  "NetworkError when attempting to fetch resource.",
  "Error in input stream",
  "Load failed",
  "The network connection was lost.",
]);

/** What is wrong with a recorded game as a whole, of which its digests tell a person nothing. */
const OF_A_RECORD: ReadonlyMap<string, string> = new Map([
  ["OTHER_COMPONENTS", "It was played with other values of the box: enter them under “Your own box”."],
]);

/** Say why a call failed, whatever was thrown. */
export function problemInWords(error: unknown): ProblemInWords {
  const problem = problemOf(error);
  const { violations_left_out: leftOut } = problem.metadata;
  const more = leftOut === undefined ? [] : [`and ${leftOut} more`];
  const details = [...problem.fields.map(fieldInWords), ...more];
  // What was found may come from a file.
  return { sentence: asSentence(plainText(sentenceOf(problem))), details: details.map(plainText) };
}

/** Whether a call failed because the service is away, which it says no more once it is back. */
export function isOfAbsence(error: unknown): boolean {
  const { reason, message } = problemOf(error);
  return reason === "SHUTTING_DOWN" || (reason === "" && UNREACHED.has(message));
}

/** The same as one text. */
export function problemAsText(error: unknown): string {
  const { sentence, details } = problemInWords(error);
  return [sentence, ...details].join(" ");
}

function sentenceOf(problem: Problem): string {
  const { reason, message, retryAfterMilliseconds } = problem;
  const { incident } = problem.metadata;
  const wait = retryAfterMilliseconds === undefined ? "in a moment" : `in ${seconds(retryAfterMilliseconds)}`;
  switch (reason) {
    case "ILLEGAL_STEP":
      return "The rules forbid this step.";
    case "INVALID_REQUEST":
      return problem.fields.length > 0 ? `The service found ${quantity(problem.fields.length, "fault")}.` : message;
    case "WAITS_FOR_ANDREW":
      return "The game waits for Andrew, not for you: have him act first.";
    case "NOT_ANDREWS_TURN":
      return "The game does not wait for Andrew.";
    case "NO_ANSWER_IN_TIME":
      return "No answer was found in time: allow more time.";
    case "BUSY":
    case "RATE_LIMITED":
    case "TOO_MANY_CALLS":
      return `The service is busy: try again ${wait}.`;
    case "WORKER_LOST":
      return "The service lost its work on this: try once more.";
    case "INTERNAL_ERROR":
      return `This is a fault of the service${incident === undefined ? "" : `, incident ${incident}`}: please report it.`;
    case "SHUTTING_DOWN":
      return "The service is about to stop: try again once it is back.";
    case "":
      return UNREACHED.has(message) ? "The service cannot be reached: try again once it is back." : message;
    default:
      return message;
  }
}

const fieldInWords = ({ path, reason, description }: FieldProblem): string =>
  OF_A_RECORD.get(reason) ??
  `${reasonInWords(reason)}${path === "" ? "" : ` at ${path}`}: ${codesInWords(description)}.`;

const seconds = (milliseconds: number): string => quantity(Math.max(1, Math.ceil(milliseconds / 1000)), "second");
