"""Components that a question brings with it are let go: nothing that is remembered keeps more than the last ones."""

from __future__ import annotations

import gc
import weakref

from carnegie_solver.components import Components, load_components
from carnegie_solver.decisions.standing_options import desk_order
from carnegie_solver.rules.donations import raised_limits
from carnegie_solver.rules.links import connected_groups
from models.component_tables import table
from models.hand_positions import COMPONENTS, hand_position

QUESTIONS = 50
REMEMBERED = 16


def ask() -> weakref.ref[Components]:
    """Ask what is remembered, of components that nobody else has; give what tells whether they are still there."""
    player = hand_position(action="HUMAN_RESOURCES").players[0]
    components = load_components({"company_board": table("company_board")})
    assert components is not COMPONENTS
    assert connected_groups(components, {0, 1}) == connected_groups(COMPONENTS, {0, 1})
    assert raised_limits(components, player) == raised_limits(COMPONENTS, player)
    for space in player.company:
        assert desk_order(components, space) == desk_order(COMPONENTS, space)
    return weakref.ref(components)


def test_what_is_remembered_of_components_keeps_only_the_last_ones() -> None:
    asked = [ask() for _ in range(QUESTIONS)]
    gc.collect()
    assert 0 < sum(components() is not None for components in asked) <= REMEMBERED
