"""Positions of whole games, and what becomes of them when something is changed: sound, or its faults are named."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from carnegie_solver.faults import Fault
from carnegie_solver.rules import (
    IllegalStep,
    InvalidPosition,
    Phase,
    Position,
    Step,
    apply,
    find_faults,
    legal_steps,
    position_from_json,
    position_to_json,
)
from models.hand_positions import COMPONENTS
from models.random_games import random_game

GAMES = range(40)
EVERY = 23
"""One position in so many is kept of each game."""
MOST_STEPS_TRIED = 25

Json = dict[str, Any]
Place = tuple[Any, Any]


@cache
def moments() -> tuple[tuple[Position, Step], ...]:
    """Give positions of games with all tables, pools and aims, each with the step that was made in it."""
    return tuple(
        (before, step)
        for seed in GAMES
        for number, (before, step, _) in enumerate(random_game(seed))
        if number % EVERY == seed % EVERY
    )


@cache
def documents() -> tuple[Json, ...]:
    """Give the positions as JSON."""
    return tuple(position_to_json(COMPONENTS, position) for position, _ in moments())


def places(value: Any) -> list[Place]:
    """List every container of a document with each of its keys or indices."""
    found: list[Place] = []
    waiting = [value]
    while waiting:
        container = waiting.pop()
        keys = range(len(container)) if isinstance(container, list) else list(container)
        for key in keys:
            found.append((container, key))
            if isinstance(container[key], dict | list):
                waiting.append(container[key])
    return found


def shift(data: st.DataObject, place: Place) -> None:
    """Add something to a number, turn a truth around, or give a text the place of another text of the document."""
    container, key = place
    value = container[key]
    if isinstance(value, bool):
        container[key] = not value
    elif isinstance(value, int):
        container[key] = value + data.draw(st.sampled_from([-1, 1, 2, -2, 5, 30, -100]))


def exchange(data: st.DataObject, place: Place, document: Json) -> None:
    """Put another value of the document in a place, one of the same kind."""
    container, key = place
    others = [holder[at] for holder, at in places(document) if isinstance(holder[at], type(container[key]))]
    container[key] = copy.deepcopy(data.draw(st.sampled_from(others)))


def mutate(data: st.DataObject, document: Json) -> None:
    """Change one thing: shift a number, remove a field, double an entry, put one value in the place of another."""
    everywhere = places(document)
    container, key = place = everywhere[data.draw(st.integers(0, len(everywhere) - 1))]
    match data.draw(st.sampled_from(["shift", "remove", "double", "exchange"])):
        case "remove":
            del container[key]
        case "double" if isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        case "exchange":
            exchange(data, place, document)
        case _:
            shift(data, place)


def is_named(fault: Fault) -> bool:
    """Whether a fault says why, what was found and what is allowed."""
    return bool(fault.reason and fault.found and fault.allowed)


def read(document: Json) -> Position | None:
    """Read a document; None where it is refused, with faults that say what and where."""
    faults: tuple[Fault, ...]
    try:
        return position_from_json(COMPONENTS, document)
    except InvalidPosition as invalid:
        faults = invalid.faults
    assert faults
    assert all(is_named(fault) for fault in faults)
    return None


def made(position: Position, step: Step) -> Position | None:
    """Give the position after a step; None where it is refused, with a reason."""
    refusal: IllegalStep
    try:
        return apply(COMPONENTS, position, step)
    except IllegalStep as illegal:
        refusal = illegal
    assert refusal.reason
    assert refusal.found
    assert refusal.allowed
    return None


def check_playable(position: Position, tried: int) -> None:
    """Check that the steps that are listed can be made, that others are refused properly, and that play goes on."""
    steps = legal_steps(COMPONENTS, position)
    assert steps or position.phase is Phase.GAME_OVER
    stride = max(1, len(steps) // MOST_STEPS_TRIED)
    for step in steps[tried % stride :: stride]:
        after = apply(COMPONENTS, position, step)
        # What a player can gain is not bounded; what a document can say is.
        rest = [fault for fault in find_faults(COMPONENTS, after) if fault.reason != "OUT_OF_RANGE"]
        assert rest == [], step
        legal_steps(COMPONENTS, after)


@given(st.data())
def test_positions_of_games_have_no_faults(data: st.DataObject) -> None:
    """A position reached by legal play has no faults, is read as it was written, and lists the step that was made."""
    number = data.draw(st.integers(0, len(moments()) - 1))
    position, step = moments()[number]
    assert find_faults(COMPONENTS, position) == ()
    assert position_from_json(COMPONENTS, documents()[number]) == position
    assert step in legal_steps(COMPONENTS, position)
    check_playable(position, number)


@settings(max_examples=400)
@given(st.data())
def test_a_changed_position_is_sound_or_its_faults_are_named(data: st.DataObject) -> None:
    """Whatever is changed in a position's JSON, it is refused with its faults, or it can be played."""
    document = copy.deepcopy(data.draw(st.sampled_from(documents())))
    for _ in range(data.draw(st.sampled_from([1, 1, 1, 2, 3]))):
        if places(document):
            mutate(data, document)
    position = read(document)
    event("refused" if position is None else "sound")
    if position is not None:
        assert find_faults(COMPONENTS, position) == ()
        assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, position)) == position
        check_playable(position, len(str(document)))


@given(st.data())
def test_steps_of_other_positions_are_refused_with_a_reason(data: st.DataObject) -> None:
    """A step of another position is made or refused with a reason; nothing else is raised."""
    position, _ = data.draw(st.sampled_from(moments()))
    for other in data.draw(st.lists(st.integers(0, len(moments()) - 1), max_size=30)):
        after = made(position, moments()[other][1])
        assert after is None or find_faults(COMPONENTS, after) == ()
