"""What one more unit of a means would bring is what the naive enumeration finds with one unit more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Action, load_components
from carnegie_solver.explanation import MEANS, explain
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.enumeration import TooLarge, best_worth
from models.random_positions import SMALL, counted_position

COMPONENTS = load_components()
Record = Callable[[str, object], None]


def best_gain(position: Position) -> int:
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    return best_worth(COMPONENTS, outlook, position, 3_000) - worth(COMPONENTS, outlook, position.decider)


def richer(position: Position, means: str) -> Position | None:
    """Give a position with one unit more, written down anew; None where the decision has none of the means."""
    player, turn = position.decider, position.turn
    assert turn is not None
    match means:
        case "MONEY":
            return position.with_decider(replace(player, money=player.money + 1))
        case "GOODS":
            return position.with_decider(replace(player, goods=player.goods + 1))
        case "MOVES":
            return replace(position, turn=replace(turn, moves=turn.moves + 1)) if turn.moves else None
        case _:
            points = replace(turn, study_points=turn.study_points + 1)
            return replace(position, turn=points) if turn.study_points else None


@pytest.mark.parametrize("action", list(Action))
def test_agrees_with_the_enumeration(action: Action, record_property: Record) -> None:
    compared = binding = 0
    for seed in range(16):
        position = counted_position(COMPONENTS, seed, action, replace(SMALL, employees=3))
        try:
            gain = best_gain(position)
            wanted: dict[str, int] = {}
            for means in MEANS:
                other = richer(position, means)
                more = 0 if other is None else best_gain(other) - gain
                wanted |= {means: more} if more else {}
        except TooLarge:
            continue
        found = explain(COMPONENTS, position, suggest(COMPONENTS, position)).bindings
        assert {one.means: one.gain for one in found} == wanted
        assert [one.gain for one in found] == sorted((one.gain for one in found), reverse=True)
        compared += 1
        binding += bool(wanted)
    record_property("compared: means that bind with the enumeration", compared)
    assert compared > 8
    assert binding or action is not Action.RESEARCH_AND_DEVELOPMENT


def test_nothing_is_said_without_a_proof() -> None:
    position = counted_position(COMPONENTS, 1, Action.CONSTRUCTION)
    hurried = suggest(COMPONENTS, position, limit=Limit(seconds=1e-9))
    assert hurried.status == "BEST_FOUND"
    assert explain(COMPONENTS, position, hurried).bindings == ()
