"""The setup's placement agrees with a naive enumeration of all its steps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from carnegie_solver.components import ProjectType
from carnegie_solver.decisions import setup_placement
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from carnegie_solver.rules.steps import PlaceHousing, ReserveDepartment
from carnegie_solver.valuation import Outlook, load_weights
from models.comparison import compare_lines
from models.hand_positions import COMPONENTS

Record = Callable[[str, object], None]


def small_game(seed: int) -> Position:
    """Set up a game with a short display and few free Housing spaces, so that every placement can be tried."""
    position = new_game(
        COMPONENTS, seed, players=1 + seed % 4, pool=list(Pool)[seed % 3], layout=list(Layout)[seed % 2]
    )
    kept = position.display[:: max(1, len(position.display) // (1 + seed % 3))][:3]
    free = [
        (city.name, number)
        for city in COMPONENTS.cities
        for number, takes in enumerate(COMPONENTS.city_spaces[COMPONENTS.city_index[city.name]])
        if takes is ProjectType.HOUSING
    ]
    taken = {(disk.city, disk.city_space) for disk in position.neutral_projects}
    disk = type(position.neutral_projects[0]) if position.neutral_projects else None
    if disk is not None:
        closed = [place for place in free if place not in taken][4:]
        disks = sorted((*position.neutral_projects, *(disk(*place) for place in closed)))
        position = replace(position, neutral_projects=tuple(disks))
    return replace(position, display=kept if seed % 5 else ())


@pytest.mark.parametrize("chunk", range(4))
def test_agrees_with_the_enumeration(chunk: int, record_property: Record) -> None:
    """On 50 games the first five placements gain what the naive enumeration says, and no two are the same."""
    positions = (small_game(seed) for seed in range(50 * chunk, 50 * (chunk + 1)) if seed % 4 != 3)
    compared = compare_lines(COMPONENTS, setup_placement.solve, positions, most=50_000)
    record_property(
        "compared: setup placement with the enumeration of all step sequences", compared.instances
    )
    assert compared.instances > 30


def test_sales_that_the_weights_pay_for(record_property: Record) -> None:
    """With a user's weights a dollar can be worth more than a goods cube; then all cubes are sold."""
    weights = load_weights({"money": [100] * 21, "goods": [60] * 21})
    positions = [small_game(seed) for seed in range(60) if seed % 4 != 3]
    compared = compare_lines(COMPONENTS, setup_placement.solve, positions, most=50_000, weights=weights)
    record_property("compared: setup placement with other weights", compared.instances)
    assert compared.instances > 20


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games(players: int) -> None:
    """On a game's own map and display a placement is complete: a Housing disk, a reserved Department, the end."""
    position = new_game(COMPONENTS, players, players=players)
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    answer = setup_placement.solve(COMPONENTS, outlook, position, UNLIMITED, 10)
    assert len(answer.choices) == 10
    for choice in answer.choices:
        kinds = [type(step) for step in choice.plan.steps]
        assert kinds.count(PlaceHousing) == kinds.count(ReserveDepartment) == 1


def test_only_in_the_placement() -> None:
    position = replace(new_game(COMPONENTS, 1), phase=Phase.SELECT_TIMELINE)
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    with pytest.raises(ValueError, match="placement"):
        setup_placement.solve(COMPONENTS, outlook, position, UNLIMITED)
