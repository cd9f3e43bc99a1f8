"""Management with tiles at work: all first lines agree with the enumeration of every legal step sequence."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, load_components
from carnegie_solver.decisions import management
from carnegie_solver.decisions.management.uses import is_counted
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.limits import UNLIMITED, Limit
from carnegie_solver.rules import Position
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.steps import BuildDepartment, Gain, UseDepartment
from carnegie_solver.rules.turn import begin_turn
from carnegie_solver.valuation import Outlook, load_weights
from models.comparison import check_claim, compare_lines, refereed_gain
from models.management_positions import TINY, Wanted, full_tile_position, tile_position

TILES = {
    "Purchasing": Wanted(("Purchasing",), room=4, display=1),
    "Sales": Wanted(("Sales",), room=4, builders=1, goods=3),
    "Logistics": Wanted(("Logistics",), room=4, builders=1, goods=3),
    "Accounting": Wanted(("Accounting",), room=4, builders=1, goods=2),
    "Branding": Wanted(("Branding",), room=4, builders=1, projects=1),
    "Property Management": Wanted(("Property Management",), room=4, builders=1, goods=2),
    "Payroll Management": Wanted(("Payroll Management",), room=4, builders=1, goods=2),
    "Public Relations": Wanted(("Public Relations",), room=4, builders=1, goods=2),
}
TOGETHER = (
    Wanted(("Property Management",), room=4, builders=2, goods=3),
    Wanted(("Property Management", "Payroll Management"), room=4, builders=1, goods=2),
    Wanted(("Property Management", "Accounting"), room=4, builders=1, goods=2),
    Wanted(("Property Management", "Accounting"), room=4, builders=2, goods=3),
    Wanted(("Property Management", "Sales"), room=4, builders=1, goods=2, display=1),
    Wanted(("Property Management", "Branding"), room=4, builders=1, goods=1, display=1, projects=1),
    Wanted(("Accounting", "Branding", "Logistics"), room=4, builders=1, goods=1, display=1, projects=1),
    Wanted(("Logistics", "Payroll Management"), room=4, takers=1, goods=1, display=1),
)
SMALLER = replace(TINY, employees=2, tiles=0)


@pytest.mark.parametrize("tile", TILES)
def test_tile_agrees_with_the_enumeration(tile: str, record_property: Callable[[str, object], None]) -> None:
    """On 210 random small positions with a tile at work the five best lines are those of all step sequences."""
    components = load_components()
    positions = (tile_position(components, seed, TILES[tile], SMALLER) for seed in range(210))
    compared = compare_lines(components, management.solve, positions)
    record_property(f"compared: {tile} in Management", compared.instances)
    assert compared.instances >= 200
    # With nothing worth buying many best plans of Purchasing end at once; all lines are compared all the same.
    assert compared.with_steps > (120 if tile == "Purchasing" else 150)


@pytest.mark.parametrize("wanted", TOGETHER, ids=lambda wanted: f"{'+'.join(wanted.tiles)}x{wanted.builders}")
def test_tiles_agree_together(wanted: Wanted, record_property: Callable[[str, object], None]) -> None:
    """On 30 random small positions with several tiles at work, or several Departments built, the lines agree too."""
    components = load_components()
    positions = (tile_position(components, seed, wanted, SMALLER) for seed in range(30))
    compared = compare_lines(components, management.solve, positions, most=3_000)
    record_property("compared: several tiles in Management", compared.instances)
    assert compared.instances >= 15


def test_every_line_of_a_fetch_agrees(record_property: Callable[[str, object], None]) -> None:
    """On 12 tiny positions with two Departments to build, all lines agree, down to the worst that anybody can play."""
    components = load_components()
    wanted = Wanted(("Property Management",), builders=2, goods=3, room=2)
    size = replace(SMALLER, donations=0)
    positions = (_occupied(tile_position(components, seed, wanted, size), seed) for seed in range(12))
    compared = compare_lines(components, management.solve, positions, count=10_000, most=3_000)
    record_property("compared: every line of Property Management", compared.instances)
    assert compared.instances >= 6


def _occupied(position: Position, seed: int) -> Position:
    """Put one or two employees of the supply on an empty building space, with nothing reserved."""
    player = position.decider
    index = next(index for index, space in enumerate(player.company) if index and space.department is None)
    space = player.company[index]
    lying = 1 + seed % 2
    player = player.with_space(index, replace(space, lying=space.lying + lying))
    supply = player.employees_in_supply - lying
    return position.with_decider(replace(player, employees_in_supply=supply, reserved_department=None))


@pytest.mark.parametrize("chunk", range(2))
def test_claims_hold_on_full_positions_with_tiles(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    """On 120 positions of the game's size with one to three tiles the plan is legal, proved and worth its claim."""
    components = load_components()
    for seed in range(60 * chunk, 60 * (chunk + 1)):
        chance = random.Random(seed)
        tiles = tuple(chance.sample(list(TILES), chance.randint(1, 3)))
        position = full_tile_position(components, seed, tiles)
        assert not not_counted(position)
        check_claim(components, management.solve, position)
    record_property("compared: management claims with the referee, full size with tiles", 60)


@pytest.mark.parametrize("work", [0.0001, 0.01])
def test_bounds_hold_under_a_limit(work: float) -> None:
    """With little work done, the bound is never below what the proved best plan gains, and no claim is too high."""
    components = load_components()
    for seed in range(12):
        position = full_tile_position(components, seed, ("Property Management", "Accounting"))
        outlook = Outlook(components, load_weights(), position.timeline)
        best = management.solve(components, outlook, position, UNLIMITED).gain
        answer = management.solve(components, outlook, position, Limit(work=work), 3)
        assert answer.bound >= best
        for choice in answer.choices:
            assert choice.gain <= refereed_gain(components, outlook, position, choice.plan) <= best


def test_all_uses_of_management_are_counted() -> None:
    for department in load_components().departments.values():
        if department.type is Action.MANAGEMENT:
            assert all(map(is_counted, rule_of(department.name).uses)), department.name


def test_accounting_waits_for_new_departments() -> None:
    """Its use follows the Departments of Management that are built, for each of them brings more dollars."""
    components = load_components()
    position = tile_position(components, 0, TILES["Accounting"], SMALLER)
    position = replace(position, display=("Logistics",))
    position = position.with_decider(replace(position.decider, reserved_department=None, goods=5))
    turn = begin_turn(components, position.decider, Action.MANAGEMENT)
    position = replace(position, turn=turn)
    outlook = Outlook(components, load_weights(), position.timeline)
    plan = management.solve(components, outlook, position, UNLIMITED).plan
    kinds = [type(step) for step in plan.steps]
    used = [step for step in plan.steps if isinstance(step, UseDepartment) and step.gain is Gain.MONEY]
    assert used
    assert kinds.index(BuildDepartment) < plan.steps.index(used[-1])
