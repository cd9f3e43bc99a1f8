"""Whatever JSON is read as a position: it is one without faults, or InvalidPosition says what is wrong with it."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnegie_solver.components import Action
from carnegie_solver.rules import (
    InvalidPosition,
    Position,
    digest,
    find_faults,
    position_from_json,
    position_to_json,
)
from models.hand_positions import COMPONENTS
from models.random_positions import random_position

DOCUMENTS: list[dict[str, Any]] = [
    position_to_json(COMPONENTS, random_position(COMPONENTS, seed, action))
    for seed in range(6)
    for action in Action
]


VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 5, 99, 2**31 - 1, -(2**31), 2**31, 2**64, -(10**30), 10**5000),
    *(0.0, 1.0, 0.5, float("nan"), float("inf"), -float("inf"), 1e308),
    *(
        "",
        " ",
        "a1",
        "lobby",
        "Sales",
        "Boston",
        "Construction",
        "WELFARE_FLAT",
        "PHASE_EVENT",
        "PHASE_SETUP_MOVES",
    ),
    *(
        "PHASE_GAME_OVER",
        "ACTION_MANAGEMENT",
        "ACTION_UNSPECIFIED",
        "TAB_SIDE_B",
        "EVENT_DONATION",
        "Payroll Management",
    ),
    *("Political Lobbying", "Charitable Giving", "Archives", "New Lobby", "\ud800", "\x00", "x" * 5000, "é"),
    *([], {}, [[]], {"": {}}, {"space": "a1"}, [1, 2], {"__class__": 1}),
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """List every container of a document with each of its keys or indices."""
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        container = stack.pop()
        keys = range(len(container)) if isinstance(container, list) else list(container)
        for key in keys:
            found.append((container, key))
            if isinstance(container[key], dict | list):
                stack.append(container[key])
    return found


def mutate(chance: random.Random, document: Any) -> None:
    """Change, drop, double or add something, anywhere in a document."""
    container, key = chance.choice(places(document))
    match chance.randrange(6):
        case 0:
            del container[key]
        case 1 if isinstance(container, list):
            container.append(copy.deepcopy(container[key]))
        case 1:
            container[
                chance.choice(["x", "money", "space", "first_player", "standing_at", key.swapcase()])
            ] = 1
        case 2:
            other, from_key = chance.choice(places(document))
            container[key] = copy.deepcopy(other[from_key])
        case _:
            container[key] = chance.choice(VALUES)


def read(data: object) -> Position | None:
    """Read a position; None where it is refused, with faults that can be printed."""
    refusal: InvalidPosition | None = None
    position: Position | None = None
    try:
        position = position_from_json(COMPONENTS, data)
    except InvalidPosition as invalid:
        refusal = invalid
    if refusal is None:
        assert position is not None
        assert find_faults(COMPONENTS, position) == ()
        assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, position)) == position
        assert digest(COMPONENTS, position)
        return position
    assert refusal.faults
    assert str(refusal)
    for fault in refusal.faults:
        assert fault.reason.replace("_", "").isupper()
        assert len(fault.found) < 400
        assert json.dumps(str(fault))
    return None


@pytest.mark.parametrize("seed", range(20))
def test_mutations(seed: int) -> None:
    """Mutations of a position's JSON never raise anything but InvalidPosition."""
    chance = random.Random(seed)
    refused = 0
    for _ in range(60):
        document = copy.deepcopy(chance.choice(DOCUMENTS))
        for _ in range(chance.choice([1, 1, 2, 5])):
            if places(document):
                mutate(chance, document)
        refused += read(document) is None
    assert refused


@pytest.mark.parametrize("number", range(len(VALUES)))
def test_a_value_instead_of_a_position(number: int) -> None:
    """No value by itself is a position."""
    value = VALUES[number]
    assert read(value) is None
    assert read({"players": value}) is None
    assert read([value]) is None


@pytest.mark.parametrize("container", range(3))
def test_deep_nesting(container: int) -> None:
    """Nesting that is too deep to be followed is a fault like any other."""
    deep: Any = {}
    for _ in range(20_000):
        deep = [[deep], {"players": deep}, {"turn": {"uses": [deep]}}][container]
    assert read({"players": [{}], "x": deep}) is None
    assert read({"players": [{"company": deep}]}) is None
    assert read(deep) is None


def test_a_great_many_items() -> None:
    """A document of a megabyte is read or refused all the same."""
    assert read({"players": [{}] * 300_000}) is None
    assert read({"players": [{}], "display": {"departments": ["Sales"] * 50_000}}) is None
    assert (
        read({"players": [{"projects": [{"city": "Reno", "type": "PROJECT_TYPE_HOUSING"}] * 10_000}]}) is None
    )
    assert (
        read({"players": [{"company": {"spaces": [{"space": "a1", "standingAt": [1] * 100_000}]}}]}) is None
    )


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
fields = st.sampled_from(
    ["round", "phase", "player", "events", "timeline", "players", "display", "turn", "andrew"]
)


@given(st.dictionaries(fields, anything, max_size=5))
def test_arbitrary_fields(data: dict[str, object]) -> None:
    """Arbitrary JSON in the fields of a position never raises anything but InvalidPosition."""
    read(data)
