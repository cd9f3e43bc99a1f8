"""A turn whose action can still be changed agrees with a naive enumeration that may change it, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, load_components
from carnegie_solver.decisions import construction, human_resources, management, research
from carnegie_solver.decisions.action_choice import WithActionChoice
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.rules import Position, apply
from carnegie_solver.rules.steps import ChangeAction
from carnegie_solver.rules.timeline import may_change_action
from models.comparison import compare_lines
from models.random_positions import SMALL, random_position

Record = Callable[[str, object], None]
SOLVE = WithActionChoice(
    {
        "HUMAN_RESOURCES": human_resources.solve,
        "MANAGEMENT": management.solve,
        "CONSTRUCTION": construction.solve,
        "RESEARCH_AND_DEVELOPMENT": research.solve,
    }
)
FEW = replace(SMALL, players=4, employees=4, money=4, goods=3)


def with_tile(components: Components, seed: int) -> Position | None:
    """Give a small position whose deciding player may still change the action; None where the seed has none."""
    position = random_position(components, seed, Action(seed % 4), FEW)
    if len(position.players) < 3 or position.player == position.first_player:
        return None
    position = position.with_decider(replace(position.decider, action_choice_tile=True))
    changes = [ChangeAction(action) for action in Action if action is not position.action]
    turns = [position, *(apply(components, position, step) for step in changes)]
    return None if any(map(not_counted, turns)) else position


@pytest.mark.parametrize("chunk", range(3))
def test_agrees_with_the_enumeration(chunk: int, record_property: Record) -> None:
    """On some 25 positions the first five lines gain what the naive enumeration over all actions says."""
    components = load_components()
    found = (with_tile(components, seed) for seed in range(70 * chunk, 70 * (chunk + 1)))
    positions = [position for position in found if position is not None]
    assert all(may_change_action(components, position) for position in positions)
    compared = compare_lines(components, SOLVE, positions, most=8_000)
    record_property("compared: Action Choice with the enumeration of all step sequences", compared.instances)
    assert compared.instances > 10
