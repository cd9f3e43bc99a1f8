import { durationFromMs } from "@bufbuild/protobuf/wkt";
import type { Position } from "carnegie-client";
import type { Asking } from "./answer.js";
import type { Avoided } from "./pattern_of.js";
import type { Settings } from "./settings.js";

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
    maxLines: lines.value,
    explain: explains.value,
    avoid: avoided.map(({ pattern }) => pattern),
  };
}

export type Request = ReturnType<typeof requestOf>;
