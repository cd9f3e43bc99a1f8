"""Donation events: every line is that of the enumeration of all step sequences, sales included."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from carnegie_solver.components import Action, Event, load_components
from carnegie_solver.decisions import donation
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.steps import Donate, EndTurn, SellGoods
from carnegie_solver.valuation import Outlook, load_weights
from models.comparison import check_claim, compare_lines
from models.event_positions import event_positions
from models.hand_positions import COMPONENTS, company, hand_position
from models.random_games import game_positions
from models.random_positions import FULL, random_position

Record = Callable[[str, object], None]


@pytest.mark.parametrize("tiles", [(), ("Communications",)], ids=["plain", "Communications"])
def test_agrees_with_the_enumeration(tiles: tuple[str, ...], record_property: Record) -> None:
    """On 210 random positions the five best lines are those of all legal step sequences."""
    positions = event_positions(COMPONENTS, Event.DONATION, tiles, count=210)
    compared = compare_lines(COMPONENTS, donation.solve, positions, most=3_000)
    record_property(f"compared: donation events, {'+'.join(tiles) or 'no tile'}", compared.instances)
    assert compared.instances > 200
    assert compared.with_steps > 100


@pytest.mark.parametrize("seed", [5, 11, 17])
def test_in_played_games(seed: int, record_property: Record) -> None:
    positions = [
        position
        for position in game_positions(seed, 1)
        if position.phase is Phase.EVENT
        and position.events[0] is Event.DONATION
        and not (position.andrew is not None and position.andrew.to_act)
    ]
    compared = compare_lines(COMPONENTS, donation.solve, positions, most=3_000)
    record_property("compared: donation events of games", compared.instances)
    assert compared.instances > 10


def test_claims_hold_on_full_positions(record_property: Record) -> None:
    """On 120 positions of the game's size the plan is legal and proved, and gains to the unit what is claimed."""
    for position in event_positions(
        COMPONENTS, Event.DONATION, ("Communications",), count=120, size=FULL, likely=0.5
    ):
        assert not not_counted(position)
        check_claim(COMPONENTS, donation.solve, position)
    record_property("compared: donation claims with the referee, full size", 120)


def solved(position: Position, count: int = 1) -> list[tuple[Plan, int]]:
    """Give the plans for a position with their gains."""
    outlook = Outlook(COMPONENTS, load_weights({"money": [0] * 21, "goods": [1] * 21}), position.timeline)
    answer = donation.solve(COMPONENTS, outlook, position, UNLIMITED, count)
    return [(choice.plan, choice.gain) for choice in answer.choices]


def event(**player: object) -> Position:
    """Give a donation event of a player who has what is said."""
    return hand_position(
        dict(player), phase="EVENT", action="MANAGEMENT", used=5, events=["EVENT_DONATION"], turn={}
    )


def test_goods_cubes_are_sold_only_as_needed() -> None:
    ((plan, gain),) = solved(event(money=3, goods=4))
    assert plan == Plan((SellGoods(2), Donate("WELFARE_FLAT"), EndTurn()))
    assert gain == 700 - 2


def test_nothing_is_sold_for_no_donation() -> None:
    plans = [plan for plan, _ in solved(event(money=3, goods=4), 30)]
    assert Plan((EndTurn(),)) in plans


def test_communications_make_it_cheaper() -> None:
    space = {"department": "Communications", "standingAt": [1]}
    ((plan, gain),) = solved(event(money=3, goods=2, company=company(a3=space)))
    assert plan == Plan((Donate("WELFARE_FLAT"), EndTurn()))
    assert gain == 700


def test_a_donation_paid_in_the_end_needs_what_is_left() -> None:
    """After $10 for the second donation there are $20 left, which is 8 VP for the donation paid with money."""
    ((plan, gain),) = solved(event(money=30, goods=0, donations=["WELFARE_FLAT"]))
    assert plan.steps[-2] == Donate("WELFARE_MONEY")
    assert gain == 800


def test_another_decision_is_refused() -> None:
    components = load_components()
    position = random_position(components, 1, Action.MANAGEMENT)
    outlook = Outlook(components, load_weights(), position.timeline)
    with pytest.raises(ValueError, match="donation"):
        donation.solve(components, outlook, position, UNLIMITED)
