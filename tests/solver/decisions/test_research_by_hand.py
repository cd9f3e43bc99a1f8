"""Research, donations and income events by hand: cases in which it can be said what is best."""

from __future__ import annotations

from carnegie_solver.components import Region
from carnegie_solver.decisions import income, research
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import Plan
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    Donate,
    EndTurn,
    Mission,
    SellGoods,
    UseDepartment,
)
from carnegie_solver.valuation import Outlook, load_weights
from models.hand_positions import COMPONENTS, company, hand_position


def test_charitable_giving_sells_what_it_needs() -> None:
    """In the last round only VP count: $3 and two goods cubes pay for the first donation, a flat 7 VP."""
    space = {"department": "Charitable Giving", "standingAt": [1]}
    position = hand_position(
        {"money": 3, "goods": 2, "company": company(a3=space)},
        {"donations": ["WELFARE_FLAT"]},
        action="RESEARCH_AND_DEVELOPMENT",
        used=5,
    )
    answer = research.solve(
        COMPONENTS, Outlook(COMPONENTS, load_weights(), position.timeline), position, UNLIMITED
    )
    sale, gift, *_ = answer.plan.steps
    assert sale == SellGoods(2)
    assert isinstance(gift, Donate)
    assert gift.donation == "WELFARE_FLAT"
    assert answer.gain == 700 - 100  # who goes on the Mission stands no more
    assert answer.proved


def test_missions_to_other_regions_are_other_lines() -> None:
    """Four lines send the same employee to the four regions, where Missions are worth the same: nothing."""
    space = {"department": "Advanced Research", "standingAt": [1]}
    position = hand_position({"company": company(a3=space)}, action="RESEARCH_AND_DEVELOPMENT", used=5)
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    answer = research.solve(COMPONENTS, outlook, position, UNLIMITED, 40)
    missions = {
        step.mission.region
        for choice in answer.choices
        for step in choice.plan.steps
        if isinstance(step, UseDepartment) and isinstance(step.mission, Mission)
    }
    assert missions == set(Region)


def test_the_own_track_is_advanced_between_two_who_come_home() -> None:
    """The first brings 3 study points from the Midwest, which lead to 2 goods cubes for the second."""
    prices = {"goods": [300] * 21, "study_point": [0] * 21, "mission_by_events_left": [0, 0, 0, 0, 0]}
    position = hand_position(
        {"missions": {"midwest": 2}, "transport": {"midwest": 2}, "goods": 0},
        phase="EVENT",
        action="MANAGEMENT",
        used=5,
        events=["EVENT_INCOME_MIDWEST"],
        turn={},
    )
    outlook = Outlook(COMPONENTS, load_weights(prices), position.timeline)
    answer = income.solve(COMPONENTS, outlook, position, UNLIMITED)
    assert answer.plan == Plan((BringHome(), AdvanceTransport(Region.MIDWEST), BringHome(), EndTurn()))
    assert answer.gain == 600
    assert answer.proved
