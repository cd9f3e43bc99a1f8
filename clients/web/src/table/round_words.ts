import { Action, Phase, type Position } from "carnegie-client";
import { actionName } from "../words/action_name.js";
import { eventName } from "../words/event_name.js";
import { listed } from "../words/listed.js";
import { phaseName } from "../words/phase_name.js";
import { turnLeftInWords } from "../words/turn_left_in_words.js";
import type { Components } from "./components.js";
import { seatName } from "./owner_words.js";
import { alone, deciding } from "./view.js";

/** Where the game stands, in short parts: the round, the phase, the action, who decides. */
export function roundWords(position: Position, components: Components): readonly string[] {
  const { phase, action, events } = position;
  const name = phaseName(phase);
  const doing = action !== Action.UNSPECIFIED && phase === Phase.USE_DEPARTMENTS ? `: ${actionName(action)}` : "";
  const event = phase === Phase.EVENT && events.length > 0 ? `: ${listed(events.map(eventName), "then")}` : "";
  const left = turnLeftInWords(position);
  const who = position.andrew?.toAct
    ? ["Andrew is to act"]
    : alone(position) || phase === Phase.GAME_OVER
      ? []
      : [`${seatName(position, deciding(position))} decides`];
  return [
    `Round ${position.round ?? 1} of ${components.rounds}`,
    `${name}${doing}${event}`,
    ...who,
    ...(left === "" ? [] : [left]),
  ];
}
