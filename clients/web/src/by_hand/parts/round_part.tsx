/** The fields of the round, and of what is left of the turn. */

import { Event } from "carnegie-client";
import { FaultWords, Group, NumberField, SelectField } from "../controls.js";
import { setAction, setAwaitedEvent, setFirstPlayer, setPhase, setPlayer, setRound } from "../edits/round.js";
import { ACTIONS, EVENTS, PHASES, seats } from "../names.js";
import { elementId, useSetting } from "../setting.js";
import { TurnFields } from "./turn_fields.js";

export function RoundPart() {
  const { draft, edit } = useSetting();
  const { events } = draft;
  return (
    <>
      <NumberField at="round" label="Round" value={draft.round ?? 1} onSet={setRound} />
      <SelectField at="phase" label="Phase" value={draft.phase} options={PHASES} onSet={setPhase} />
      <SelectField at="action" label="The round's action" value={draft.action} options={ACTIONS} onSet={setAction} />
      {draft.players.length === 1 ? (
        <>
          <FaultWords at="players" />
          <FaultWords at="first_player" />
          <FaultWords at="player" />
        </>
      ) : (
        <Group at="players" legend="Players">
          <SelectField
            at="first_player"
            label="First player"
            value={draft.firstPlayer ?? 0}
            options={seats(draft)}
            onSet={setFirstPlayer}
          />
          <SelectField
            at="player"
            label="Who decides"
            value={draft.player ?? draft.firstPlayer ?? 0}
            options={seats(draft)}
            onSet={setPlayer}
          />
        </Group>
      )}
      <Group at="events" legend="Events still to be resolved">
        {events.map((event, index) => (
          <SelectField
            key={index}
            at="events"
            id={elementId(`events-${index}`)}
            isInGroup
            label={index === 0 ? "The current one" : `Then, number ${index + 1}`}
            value={event}
            options={[[Event.UNSPECIFIED, "(take it away)"], ...EVENTS]}
            onSet={(chosen) => setAwaitedEvent(index, chosen === Event.UNSPECIFIED ? undefined : chosen)}
          />
        ))}
        <button type="button" onClick={() => edit(setAwaitedEvent(events.length, Event.DONATION))}>
          Add an event
        </button>
      </Group>
      <TurnFields />
    </>
  );
}
