"""The timeline: selecting a row, which gives the round its action and its events [public]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event
from carnegie_solver.rules.position import Phase, Position
from carnegie_solver.rules.setup_values import SPACES_PER_ROW
from carnegie_solver.rules.steps import ChangeAction, IllegalStep, SelectTimeline
from carnegie_solver.rules.turn import begin_event, begin_turn


def event_row(position: Position, row: Action) -> Action | None:
    """Give the row whose next unused space brings the event when a row is selected; None when all are used up.

    The row itself, or the next one below it that is not used up; the topmost follows the lowest [public].
    """
    for distance in range(len(Action)):
        candidate = Action((row + distance) % len(Action))
        if position.timeline[candidate].used < SPACES_PER_ROW:
            return candidate
    return None


def events_of(components: Components, position: Position, row: Action) -> tuple[Event, ...]:
    """Give the events of a row's next unused space."""
    used = position.timeline[row].used
    events = position.timeline[row].events
    return (events[used],) if used < len(events) else components.last_events[row]


def select_timeline(components: Components, position: Position, step: SelectTimeline) -> Position:
    """Select a row: its action is what everybody does, the next unused space brings the events [public]."""
    if position.phase is not Phase.SELECT_TIMELINE:
        raise IllegalStep(step, "WRONG_PHASE", "", position.phase.name, "SELECT_TIMELINE")
    return select(components, position, step.row)


def select(components: Components, position: Position, action: Action) -> Position:
    """Give the position after a row has been selected, by whomever."""
    row = event_row(position, action)
    assert row is not None, "a round without an unused space of the timeline"
    events = events_of(components, position, row)
    used = replace(position.timeline[row], used=position.timeline[row].used + 1)
    timeline = (*position.timeline[:row], used, *position.timeline[row + 1 :])
    return begin_event(components, replace(position, action=action, timeline=timeline, events=events))


def legal_selections(position: Position) -> Iterator[SelectTimeline]:
    """Give every row: a used-up one brings the event of a row below it."""
    if position.phase is Phase.SELECT_TIMELINE:
        yield from map(SelectTimeline, Action)


def has_action_choice(position: Position) -> bool:
    """Whether the deciding player, not being the first, uses Departments with an Action Choice tile [public]."""
    other = position.player != position.first_player
    return position.phase is Phase.USE_DEPARTMENTS and other and position.decider.action_choice_tile


def may_change_action(components: Components, position: Position) -> bool:
    """Whether the deciding player may still use an Action Choice tile: before anything else in the turn [public].

    Sales of goods cubes are not part of the turn: they may be made at any time.
    """
    if position.action is None or position.turn is None or not has_action_choice(position):
        return False
    return position.turn == begin_turn(components, position.decider, position.action)


def with_acted(before: Position, after: Position) -> Position:
    """Give the position after a step, with the turn of whoever could have changed the action marked as begun.

    After a use by a Mission the turn looks as if it began with one employee less, so what is left does not tell.
    """
    if not has_action_choice(before) or after.turn is None or after.turn == before.turn:
        return after
    if after.player != before.player or not has_action_choice(after):
        return after
    return replace(after, turn=replace(after.turn, acted=True))


def change_action(components: Components, position: Position, step: ChangeAction) -> Position:
    """Give up the Action Choice tile to do another action than the chosen one [public]."""
    if not may_change_action(components, position):
        found = "no Action Choice tile that can be used now"
        raise IllegalStep(
            step, "NO_ACTION_CHOICE", "", found, "one, before anything else, not by the first player"
        )
    if step.action is position.action:
        raise IllegalStep(step, "SAME_ACTION", "action", step.action.name, "another action than the round's")
    player = replace(position.decider, action_choice_tile=False)
    turn = begin_turn(components, player, step.action)
    return replace(position.with_decider(player), turn=turn)


def legal_action_changes(components: Components, position: Position) -> Iterator[ChangeAction]:
    """Give every other action, where the deciding player may do one."""
    if may_change_action(components, position):
        yield from (ChangeAction(action) for action in Action if action is not position.action)
