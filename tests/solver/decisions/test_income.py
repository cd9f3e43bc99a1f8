"""Income events: every line is that of the enumeration of all step sequences."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, Event
from carnegie_solver.decisions import income
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.donations import BY_GOODS, BY_MONEY, BY_MONEY_AND_GOODS
from carnegie_solver.rules.events import INCOME_EVENTS
from carnegie_solver.rules.steps import SellGoods
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.comparison import check_claim, compare_lines, refereed_gain
from models.enumeration import TooLarge, best_worth
from models.event_components import hiring_tabs, rewarding_tracks
from models.event_positions import event_positions
from models.hand_positions import COMPONENTS
from models.random_games import game_positions
from models.random_positions import FULL, random_position

Record = Callable[[str, object], None]
CASES: dict[str, tuple[str, ...]] = {
    "no tile": (),
    "Archives": ("Archives",),
    "New Lobby": ("New Lobby",),
    "Telegraph Operators": ("Telegraph Operators",),
    "Archives and New Lobby": ("Archives", "New Lobby"),
    "all of them": ("Archives", "New Lobby", "Telegraph Operators"),
}


@pytest.mark.parametrize("event", INCOME_EVENTS, ids=lambda event: event.name)
@pytest.mark.parametrize("case", CASES)
def test_agrees_with_the_enumeration(case: str, event: Event, record_property: Record) -> None:
    """On more than 200 random positions for each tile the five best lines are those of all legal step sequences."""
    count = 53 if len(CASES[case]) < 2 else 15
    positions = event_positions(COMPONENTS, event, CASES[case], count=count)
    compared = compare_lines(COMPONENTS, income.solve, positions, most=6_000)
    record_property(f"compared: income events, {case}", compared.instances)
    assert compared.instances > 0.7 * count
    assert compared.with_steps > count // 2


@pytest.mark.parametrize("seed", [5, 11, 23])
def test_in_played_games(seed: int, record_property: Record) -> None:
    """In positions of played games, within the decision too, the lines are those of the enumeration."""
    positions = [
        position
        for position in game_positions(seed, 1)
        if position.phase is Phase.EVENT and position.events[0] in INCOME_EVENTS
    ]
    compared = compare_lines(COMPONENTS, income.solve, positions, most=6_000)
    record_property("compared: income events of games", compared.instances)
    assert compared.instances > 20


@pytest.mark.parametrize("event", INCOME_EVENTS, ids=lambda event: event.name)
def test_sales_that_a_donation_pays_for(event: Event, record_property: Record) -> None:
    """Where a donation scores money, a sale can make it score more, and change which income is the best one."""
    chance = random.Random(event.name)
    positions, sales = [], 0
    for position in event_positions(COMPONENTS, event, count=55):
        donations = chance.choice([(BY_MONEY,), (BY_MONEY_AND_GOODS,), (BY_GOODS, BY_MONEY)])
        player = replace(
            position.decider, money=chance.randint(0, 6), goods=chance.randint(0, 3), donations=donations
        )
        others = (replace(other, donations=()) for other in position.players)
        positions.append(replace(position, players=tuple(others)).with_decider(player))
    for position in positions:
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        plan = income.solve(COMPONENTS, outlook, position, Limit()).plan
        # The turn may need the cubes: none is sold before it.
        assert not any(isinstance(step, SellGoods) for step in plan.steps)
        sales += bool(plan.at_end_of_round)
    compared = compare_lines(COMPONENTS, income.solve, positions, most=4_000)
    record_property("compared: income events with donations that count money", compared.instances)
    assert compared.instances > 40
    assert sales > 3


@pytest.mark.parametrize("event", INCOME_EVENTS[:2], ids=lambda event: event.name)
def test_sales_that_the_weights_pay_for(event: Event, record_property: Record) -> None:
    """With a user's weights a dollar can be worth more than a goods cube; then all cubes are sold."""
    weights = load_weights({"money": [100] * 21, "goods": [60] * 21})
    positions = event_positions(COMPONENTS, event, count=25)
    compared = compare_lines(COMPONENTS, income.solve, positions, most=4_000, weights=weights)
    record_property("compared: income events with other weights", compared.instances)
    assert compared.instances > 15


@pytest.mark.parametrize("tiles", [(), ("New Lobby",)], ids=["plain", "New Lobby"])
@pytest.mark.parametrize("event", [Event.INCOME_EAST, Event.INCOME_WEST], ids=lambda event: event.name)
def test_project_incomes_that_bring_new_employees(
    tiles: tuple[str, ...], event: Event, record_property: Record
) -> None:
    """With a user's tabs who comes when the supply runs short depends on the order."""
    components = hiring_tabs()
    positions = event_positions(components, event, tiles, count=15)
    compared = compare_lines(components, income.solve, positions, most=700)
    record_property("compared: income events with other tabs", compared.instances)
    assert compared.instances > 6


@pytest.mark.parametrize("seed", range(4))
def test_arrivals_that_bring_study_points(seed: int, record_property: Record) -> None:
    """With a user's tracks advances on other tracks can pay for those on the region's own, between two homecomings."""
    components = rewarding_tracks(seed, hiring=seed % 2 == 1)
    for event, tiles in ((Event.INCOME_EAST, ()), (Event.INCOME_SOUTH, ("Archives",))):
        positions = event_positions(components, event, tiles, count=9)
        compared = compare_lines(components, income.solve, positions, most=500)
        record_property("compared: income events with other tracks", compared.instances)
        assert compared.instances > 2


def test_odd_incomes_with_two_lobbies_have_a_bound(record_property: Record) -> None:
    """Several new employees at once, two Lobbies: the plan is legal, and no plan gains more than the bound."""
    components = rewarding_tracks(1, hiring=True)
    checked = 0
    for position in event_positions(components, Event.INCOME_SOUTH, ("New Lobby",), count=25):
        outlook = Outlook(components, load_weights(), position.timeline)
        try:
            best = best_worth(components, outlook, position, 800)
        except TooLarge:
            continue
        answer = income.solve(components, outlook, position, Limit(), 3)
        best -= worth(components, outlook, position.decider)
        assert answer.gain <= best <= answer.bound
        for choice in answer.choices:
            assert refereed_gain(components, outlook, position, choice.plan) == choice.gain
        checked += 1
    record_property("compared: bounds of odd income events", checked)
    assert checked > 10


@pytest.mark.parametrize("case", ["no tile", "all of them"])
def test_claims_hold_on_full_positions(case: str, record_property: Record) -> None:
    """On 200 positions of the game's size the plan is legal and proved, and gains to the unit what is claimed."""
    for event in INCOME_EVENTS:
        for position in event_positions(COMPONENTS, event, CASES[case], count=25, size=FULL, likely=0.7):
            assert not not_counted(position)
            check_claim(COMPONENTS, income.solve, position)
    record_property("compared: income claims with the referee, full size", 25 * len(INCOME_EVENTS))


def choosing() -> Position:
    """Give a position within an income event in which an income has still to be chosen."""
    return next(
        position
        for seed in range(5, 200)
        for position in game_positions(seed, 1)
        if position.phase is Phase.EVENT and position.turn is not None and position.turn.choices
    )


def test_a_limit_leaves_a_legal_plan() -> None:
    """Without any solution the plan is still one that can be ended, and the bound holds."""
    position = choosing()
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    answer = income.solve(COMPONENTS, outlook, position, Limit(work=1e-9), 5)
    best = income.solve(COMPONENTS, outlook, position, Limit())
    assert refereed_gain(COMPONENTS, outlook, position, answer.plan) >= answer.gain
    assert answer.bound >= best.gain
    assert best.proved


def test_another_decision_is_refused() -> None:
    position = random_position(COMPONENTS, 1, Action.MANAGEMENT)
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    with pytest.raises(ValueError, match="income"):
        income.solve(COMPONENTS, outlook, position, Limit())
