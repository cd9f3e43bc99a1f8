"""Research and Development with Department tiles: five lines each, as the enumeration of all step sequences finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from carnegie_solver.components import Action, load_components
from carnegie_solver.decisions import research
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.rules import Phase
from models.comparison import check_claim, compare_lines
from models.event_components import rewarding_tracks
from models.random_games import game_positions
from models.random_positions import Size
from models.research_positions import SMALL, SMALLER, TILES, full_research_positions, research_positions

Record = Callable[[str, object], None]
CHUNK = 70
MOST = 2_000
PAYROLL = "Payroll Management"
CROWDED = Size(
    employees=9, tiles=1, money=9, goods=1, pulled=5, projects=2, neutral=90, donations=2, players=2
)
SIZES: dict[str, tuple[Size, int]] = {
    "Advanced Research": (SMALLER, 1),
    "Advanced Design": (SMALL, 5),
    "Charitable Giving": (SMALLER, 1),
    "Telegraph Operators": (SMALL, 5),
    PAYROLL: (CROWDED, 2),
    "R&D Coordination": (SMALLER, 1),
    "Knowledge Sharing": (SMALLER, 1),
    "Archives": (SMALL, 5),
}
"""How large the positions of each tile's test are, and how many study points their turns have at most."""


@pytest.mark.parametrize("chunk", range(3))
@pytest.mark.parametrize("name", SIZES)
def test_a_tile_as_the_enumeration(name: str, chunk: int, record_property: Record) -> None:
    """On more than 200 random positions the five best lines are those of all legal step sequences."""
    components = load_components()
    size, points = SIZES[name]
    positions = research_positions(
        components,
        (name,),
        count=CHUNK,
        start=10_000 * chunk,
        size=size,
        most_points=points,
        nearly_done=size is SMALLER,
    )
    compared = compare_lines(components, research.solve, positions, most=MOST)
    record_property(f"compared: {name}", compared.instances)
    assert compared.instances >= CHUNK - 3
    # A donation is seldom worth its price; all lines are compared all the same.
    fewest = {PAYROLL: 2, "Charitable Giving": 8}
    assert compared.with_steps > fewest.get(name, CHUNK // 5)


@pytest.mark.parametrize(
    "names",
    [
        ("Charitable Giving", "Communications"),
        ("Charitable Giving", "Payroll Management", "Knowledge Sharing"),
        ("R&D Coordination", "Knowledge Sharing", "Telegraph Operators"),
        ("Archives", "Telegraph Operators", "Payroll Management"),
        TILES,
    ],
    ids="+".join,
)
def test_tiles_together(names: Sequence[str], record_property: Record) -> None:
    components = load_components()
    likely = 0.2 if len(names) == len(TILES) else 0.9
    positions = research_positions(
        components, names, count=30, size=SMALLER, likely=likely, most_points=1, nearly_done=True
    )
    compared = compare_lines(components, research.solve, positions, most=700)
    record_property("compared: R&D tiles together", compared.instances)
    assert compared.instances > 18


@pytest.mark.parametrize("seed", range(4))
def test_arrivals_that_bring_study_points(seed: int, record_property: Record) -> None:
    """With a user's tracks an advance can pay for the next ones, so the order of the advances matters."""
    components = rewarding_tracks(seed, hiring=seed % 2 == 1)
    positions = research_positions(
        components, ("Telegraph Operators", "R&D Coordination"), count=12, size=SMALLER, likely=0.4
    )
    compared = compare_lines(components, research.solve, positions, most=700)
    record_property("compared: arrivals that bring study points", compared.instances)
    assert compared.instances > 6


@pytest.mark.parametrize("seed", [5, 11])
def test_in_the_midst_of_a_turn(seed: int, record_property: Record) -> None:
    """In positions of played games, most of them within a turn, the lines are those of the enumeration."""
    positions = [
        position
        for position in game_positions(seed, 1)
        if position.phase is Phase.USE_DEPARTMENTS
        and position.turn is not None
        and position.turn.action is Action.RESEARCH_AND_DEVELOPMENT
        and not (position.andrew is not None and position.andrew.to_act)
    ]
    compared = compare_lines(load_components(), research.solve, positions[::3], most=500)
    record_property("compared: R&D turns of games", compared.instances)
    assert compared.instances > 5


@pytest.mark.parametrize("likely", [0.3, 0.6, 1.0])
def test_claims_hold_on_full_positions(likely: float, record_property: Record) -> None:
    """On 120 positions of the game's size the plan is legal and proved, and gains to the unit what is claimed."""
    components = load_components()
    for position in full_research_positions(components, likely, 40):
        assert not not_counted(position)
        check_claim(components, research.solve, position)
    record_property("compared: R&D tiles, claims with the referee, full size", 40)
