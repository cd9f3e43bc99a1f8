"""Human Resources with tiles at work: the gains are the best there are, line by line, and every claim holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from carnegie_solver.components import load_components
from carnegie_solver.decisions import human_resources
from carnegie_solver.decisions.answer import Solve
from carnegie_solver.decisions.moving import program
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook, load_weights
from models.comparison import check_claim, compare_lines, refereed_gain
from models.moving_positions import STAFFED, TINY, USED, moving_position, small_board, standing_position
from models.random_positions import FULL

MANY_STEPS = ("Training and Partnerships", "Recruiting", "Local Partners", "Human Resources Administration")
COMBINED = (
    ("Safety and Quality", "Training and Partnerships"),
    ("Safety and Quality", "Local Partners"),
    ("New Lobby", "Recruiting"),
    ("Human Resources Administration", "Payroll Management"),
    ("Human Resources Administration", "Safety and Quality"),
    ("Payroll Management", "Local Partners"),
    ("Payroll Management", "Corporate Communications"),
)
EACH = 200


@pytest.mark.parametrize("name", [*USED, *STAFFED])
def test_agrees_with_the_enumeration(name: str, record_property: Callable[[str, object], None]) -> None:
    """On 200 small positions with a tile staffed the five best lines gain what the best step sequences do."""
    components = small_board()
    size = replace(TINY, employees=1, money=3, goods=1) if name in MANY_STEPS else TINY
    instances = seed = with_steps = 0
    while instances < EACH:
        position = moving_position(components, seed, (name,), size, moves=seed % 2)
        assert not not_counted(position)
        compared = compare_lines(components, human_resources.solve, [position], most=250)
        instances += compared.instances
        with_steps += compared.with_steps
        seed += 1
    record_property(f"compared: {name}, in Human Resources", instances)
    assert with_steps > EACH // 4


@pytest.mark.parametrize("names", COMBINED)
def test_tiles_together(names: tuple[str, ...], record_property: Callable[[str, object], None]) -> None:
    """The same with two tiles at work."""
    components = small_board()
    size = replace(TINY, employees=1, money=3, goods=1)
    positions = [moving_position(components, seed, names, size, moves=seed % 2) for seed in range(20)]
    compared = compare_lines(components, human_resources.solve, positions, most=700)
    record_property("compared: two tiles together, in Human Resources", compared.instances)
    assert compared.instances > 3


def test_standing_up_with_payroll_management(record_property: Callable[[str, object], None]) -> None:
    """On 200 positions at the end of the round, some with hardly any VP, the lines are those of the enumeration."""
    components = load_components()
    size = replace(TINY, employees=10, tiles=2, money=9)
    positions = [standing_position(components, seed, size) for seed in range(EACH)]
    assert not any(map(not_counted, positions))
    compared = compare_lines(components, human_resources.solve, positions)
    record_property("compared: Payroll Management, standing up", compared.instances)
    assert compared.instances > EACH - 10
    assert compared.with_steps > EACH // 4


@pytest.mark.parametrize("name", [*USED, *STAFFED])
def test_claims_hold_on_full_positions(name: str, record_property: Callable[[str, object], None]) -> None:
    """On positions of the game's size the plan is legal, proved, and gains what is claimed."""
    components = load_components()
    for seed in range(16):
        check_claim(components, human_resources.solve, moving_position(components, seed, (name,), FULL))
    record_property("compared: claims of human_resources with tiles, full size", 16)


@pytest.mark.parametrize(
    "names",
    [
        ("Training and Partnerships",),
        ("Recruiting", "New Lobby"),
        ("Safety and Quality", "Local Partners"),
        ("Corporate Communications",),
    ],
)
def test_flows_agree_with_the_program(
    names: tuple[str, ...], record_property: Callable[[str, object], None]
) -> None:
    """On full positions the two methods, which share little, find lines of the same gains."""
    components = load_components()
    for seed in range(100, 105):
        position = moving_position(components, seed, names, FULL)
        gains = [_gains(position, solve) for solve in (human_resources.solve, program.solve)]
        assert gains[0] == gains[1], seed
    record_property("compared: human_resources by flows with a CP-SAT program, tiles, full size", 5)


def _gains(position: Position, solve: Solve) -> list[int]:
    components = load_components()
    outlook = Outlook(components, load_weights(), position.timeline)
    answer = solve(components, outlook, position, UNLIMITED, 4)
    for choice in answer.choices:
        assert refereed_gain(components, outlook, position, choice.plan) == choice.gain == choice.bound
    return [choice.gain for choice in answer.choices]
