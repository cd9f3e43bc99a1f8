"""Research and Development: the program's plans are legal, gain what is claimed, and none is better."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from carnegie_solver.components import Action, load_components
from carnegie_solver.decisions import research
from models.comparison import check_claim, compare
from models.random_positions import FULL, Size, counted_position

SMALL = Size(employees=6, tiles=2, money=6, goods=3, pulled=5, projects=4, neutral=90, donations=4, players=2)
CHUNK = 52


@pytest.mark.parametrize("chunk", range(10))
def test_agrees_with_the_enumeration(chunk: int, record_property: Callable[[str, object], None]) -> None:
    """On 520 random small positions the gain is that of the best of all legal step sequences."""
    components = load_components()
    positions = (
        counted_position(components, seed, Action.RESEARCH_AND_DEVELOPMENT, SMALL)
        for seed in range(CHUNK * chunk, CHUNK * (chunk + 1))
    )
    compared = compare(components, research.solve, positions)
    record_property("compared: research with the enumeration of all step sequences", compared.instances)
    assert compared.with_steps > CHUNK // 4
    assert compared.too_large < CHUNK // 10


@pytest.mark.parametrize("chunk", range(4))
def test_claims_hold_on_full_positions(chunk: int, record_property: Callable[[str, object], None]) -> None:
    """On 120 positions of the game's size the plan is legal and proved, and gains to the unit what is claimed."""
    components = load_components()
    for seed in range(1000 + 30 * chunk, 1030 + 30 * chunk):
        check_claim(
            components,
            research.solve,
            counted_position(components, seed, Action.RESEARCH_AND_DEVELOPMENT, FULL),
        )
    record_property("compared: research claims with the referee, full size", 30)
