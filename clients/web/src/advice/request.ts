import { durationFromMs } from "@bufbuild/protobuf/wkt";
import type { Position } from "carnegie-client";
import type { Asking } from "./answer.js";
import type { Avoided } from "./pattern_of.js";
import type { Settings } from "./settings.js";

/**
 * The work that a suggestion and a judgement may take, in the service's units, as `carnegie play` has it: they are the same
 * each time and on every machine, unless the time for them ends first. It is more than nearly every decision takes.
 */
const SUGGESTION_WORK = 1;

/** The question about a position, as the settings have it. */
export function requestOf(
  asking: Asking,
  position: Position,
  componentsJson: string,
  settings: Settings,
  avoided: readonly Avoided[],
) {
  const { suggestionSeconds, analysisSeconds, lines, explains } = settings;
  const seconds = asking === "analysis" ? analysisSeconds.value : suggestionSeconds.value;
  return {
    position,
    componentsJson,
    timeLimit: durationFromMs(seconds * 1000),
    ...(asking === "analysis" ? {} : { workLimit: SUGGESTION_WORK }),
    maxLines: lines.value,
    explain: explains.value,
    avoid: avoided.map(({ pattern }) => pattern),
  };
}

export type Request = ReturnType<typeof requestOf>;
