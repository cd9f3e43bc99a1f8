"""Human Resources and standing up without tiles: the plans are legal, gain what is claimed, and none is better."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, load_components
from carnegie_solver.decisions import human_resources
from carnegie_solver.decisions.moving import program
from carnegie_solver.limits import UNLIMITED, Limit
from carnegie_solver.plans import pass_to_standing_up
from carnegie_solver.rules import Position
from carnegie_solver.rules.donations import STAFFED
from carnegie_solver.valuation import Outlook, load_weights
from models.comparison import check_claim, compare_lines, refereed_gain
from models.moving_positions import torn_board
from models.random_positions import FULL, Size, counted_position

SMALL = Size(employees=4, tiles=2, money=5, goods=2, pulled=5, projects=4, neutral=90, donations=4, players=2)
CHUNK = 55


def small_position(components: Components, seed: int) -> Position:
    """Make a position with 1 to 3 moves, which the enumeration can search through."""
    position = counted_position(components, seed, Action.HUMAN_RESOURCES, SMALL)
    assert position.turn is not None
    return replace(position, turn=replace(position.turn, moves=1 + seed % 3, uses=()))


def counting_standing(position: Position) -> Position:
    """Give the deciding player the donation that counts standing employees, instead of any that he holds."""
    players = tuple(
        replace(player, donations=tuple(donation for donation in player.donations if donation != STAFFED))
        for player in position.players
    )
    position = replace(position, players=players)
    return position.with_decider(replace(position.decider, donations=(STAFFED,)))


@pytest.mark.parametrize("chunk", range(10))
def test_agrees_with_the_enumeration(chunk: int, record_property: Callable[[str, object], None]) -> None:
    """On more than 500 random small positions the gains of five lines are those of the best legal step sequences."""
    components = load_components()
    positions = (small_position(components, seed) for seed in range(CHUNK * chunk, CHUNK * (chunk + 1)))
    compared = compare_lines(components, human_resources.solve, positions, most=3000)
    record_property(
        "compared: human_resources with the enumeration of all step sequences", compared.instances
    )
    assert compared.with_steps > CHUNK // 4
    assert compared.too_large < CHUNK // 8


def test_spaces_without_neighbours(record_property: Callable[[str, object], None]) -> None:
    """On a user's board nobody can leave a space without neighbours, not even out and back."""
    components = torn_board()
    positions = [small_position(components, seed) for seed in range(400)]
    positions = [position for position in positions if position.decider.company[-1].standing_at]
    compared = compare_lines(components, human_resources.solve, positions, count=10, most=3000)
    record_property("compared: human_resources on a torn board", compared.instances)
    assert compared.instances > 20


@pytest.mark.parametrize("chunk", range(4))
def test_standing_up_agrees_with_the_enumeration(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    """On 200 random small positions at the end of the round the gains are those of the best ways to stand up."""
    components = load_components()
    size = replace(SMALL, employees=8, money=9)
    positions = []
    for seed in range(50 * chunk, 50 * (chunk + 1)):
        position = counted_position(components, seed, Action.CONSTRUCTION, size)
        positions.append(pass_to_standing_up(components, position, position.player))
    compared = compare_lines(components, human_resources.solve, positions)
    record_property("compared: standing up with the enumeration of all step sequences", compared.instances)
    assert compared.with_steps > 5
    assert compared.too_large < 5


@pytest.mark.parametrize("chunk", range(4))
def test_claims_hold_on_full_positions(chunk: int, record_property: Callable[[str, object], None]) -> None:
    """On 120 full positions the plan is legal and proved, and a CP-SAT program finds the same gain."""
    components = load_components()
    for seed in range(1000 + 30 * chunk, 1030 + 30 * chunk):
        position = counted_position(components, seed, Action.HUMAN_RESOURCES, FULL)
        answer = check_claim(components, human_resources.solve, position)
        outlook = Outlook(components, load_weights(), position.timeline)
        assert program.solve(components, outlook, position, UNLIMITED).gain == answer.gain
    record_property("compared: human_resources with a CP-SAT program, full size", 30)


def test_lines_hold_on_full_positions(record_property: Callable[[str, object], None]) -> None:
    """On full positions five lines are legal, gain what they claim in falling order, and the program's are the same."""
    components = load_components()
    for seed in range(40):
        position = counted_position(components, seed, Action.HUMAN_RESOURCES, FULL)
        outlook = Outlook(components, load_weights(), position.timeline)
        answer = human_resources.solve(components, outlook, position, UNLIMITED, 5)
        gains = [choice.gain for choice in answer.choices]
        for choice in answer.choices:
            assert refereed_gain(components, outlook, position, choice.plan) == choice.gain == choice.bound
        if seed % 4 == 0:
            other = program.solve(components, outlook, position, UNLIMITED, 5)
            assert [choice.gain for choice in other.choices] == gains
    record_property("compared: five lines of human_resources with a CP-SAT program, full size", 10)


def test_a_binding_limit_of_the_donation_for_standing_employees(
    record_property: Callable[[str, object], None],
) -> None:
    """Where the donation cannot count all who stand, the program takes over and its claims hold."""
    components = load_components()
    tight = components.tables.donations.model_copy(update={"limit": 3})
    components = type(components)(
        components.tables.model_copy(update={"donations": tight}), components.digest
    )
    positions = [counting_standing(small_position(components, seed)) for seed in range(45)]
    compared = compare_lines(components, human_resources.solve, positions, most=2000)
    record_property("compared: human_resources under a tight donation limit", compared.instances)
    standing = [pass_to_standing_up(components, each, each.player) for each in positions]
    compare_lines(components, human_resources.solve, standing)
    for seed in range(10):
        position = counting_standing(counted_position(components, seed, Action.HUMAN_RESOURCES, FULL))
        outlook = Outlook(components, load_weights(), position.timeline)
        answer = human_resources.solve(components, outlook, position, UNLIMITED)
        assert refereed_gain(components, outlook, position, answer.plan) == answer.gain == answer.bound


@pytest.mark.parametrize("work", [1e-9, 1e-4, 1e-3, 5e-3])
@pytest.mark.parametrize("count", [1, 5])
def test_at_a_limit_the_bound_is_true(work: float, count: int) -> None:
    """Whatever ends the search, the plans are legal, gain no less than is claimed, and the first bound holds."""
    components = load_components()
    for seed in range(25):
        position = counted_position(components, seed, Action.HUMAN_RESOURCES, FULL)
        outlook = Outlook(components, load_weights(), position.timeline)
        best = human_resources.solve(components, outlook, position, UNLIMITED)
        answer = human_resources.solve(components, outlook, position, Limit(work=work), count)
        again = human_resources.solve(components, outlook, position, Limit(work=work), count)
        assert answer == again
        assert answer.gain <= best.gain <= answer.bound
        for choice in answer.choices:
            assert refereed_gain(components, outlook, position, choice.plan) >= choice.gain
            assert choice.bound >= choice.gain
