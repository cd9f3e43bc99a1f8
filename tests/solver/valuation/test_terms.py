"""The terms of the valuation: VP certain by now as on a score sheet, and estimates that end with the game."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.components import Action
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook, Worth, load_weights, valuation, valuation_in, worth
from models.hand_positions import COMPONENTS, company, hand_position, project, read_document
from models.random_positions import random_position

WEIGHTS = load_weights()


def terms(position: Position, player: int = 0) -> dict[str, int]:
    """Give a player's terms by name."""
    found = valuation(COMPONENTS, WEIGHTS, position, player)
    assert len({term.name for term in found}) == len(found)
    return {term.name: term.value for term in found}


def certain(position: Position, player: int = 0) -> dict[str, int]:
    """Give the terms that are certain by now, in VP."""
    found = valuation(COMPONENTS, WEIGHTS, position, player)
    assert all(term.value % 100 == 0 for term in found if term.certain)
    return {term.name: term.value // 100 for term in found if term.certain}


RICH: dict[str, Any] = {
    "vp": 7,
    "money": 23,
    "goods": 3,
    "company": company(
        a1={"standingAt": [1]},
        c1={"standingAt": [1, 3]},
        d1={"lying": 2},
        a3={"department": "Recruiting", "standingAt": [1, 2]},
        b3={"department": "Sales"},
        b4={"department": "Telegraph Operators", "standingAt": [1]},
        d4={"department": "Engineering", "lying": 1},
    ),
    "missions": {"east": 2},
    "tabs": {
        "housing": {"pulled": 5},
        "commerce": {"pulled": 4},
        "industry": {"pulled": 5, "side": "TAB_SIDE_B"},
        "publicInfrastructure": {"pulled": 3},
    },
    "transport": {"midwest": 2, "east": 1},
    "projects": [
        project("Chicago", 1),
        project("Pittsburgh", 0),
        project("New York", 3),
        project("Seattle", 0, "HOUSING"),
        project("Reno", 0, "INDUSTRY"),
        project("Boston", 2),
    ],
    "donations": ["HEALTH_PROJECTS_EAST", "WELFARE_MONEY", "WELFARE_FLAT"],
    "actionChoiceTile": True,
}


def test_a_score_sheet() -> None:
    """The certain terms are what a player would write on the score sheet if the game ended now."""
    position = hand_position(RICH, {}, {}, {}, action="MANAGEMENT")
    assert certain(position) == {
        "vp": 7,
        # Commerce and Finance 1, Construction 2, Recruiting 2, Telegraph Operators 1; not the permanent one.
        "standing_employees": 6,
        # Recruiting and Sales on the third row 2 each, Telegraph Operators and Engineering on the topmost 3 each.
        "departments": 10,
        # Housing 2 and 4, Commerce 3, Industry's side B 6.
        "tabs": 15,
        # Chicago 3, Pittsburgh 2, New York 3, Seattle 1, Reno 0, Boston 3.
        "cities": 12,
        # Chicago, Pittsburgh and New York at Railroad: two link points.
        "links": 9,
        # Three projects in the East 6, four sums of $5 8, a flat 7.
        "donations": 21,
        "action_choice_tile": 3,
        "endgame_departments": 0,
    }


def test_departments_that_score_at_the_end_count_while_staffed() -> None:
    """Public Relations: 2 VP for each of the three projects in the East; nothing while nobody stands in it."""
    for standing, vp in (([1], 6), ([], 0)):
        more = {"department": "Public Relations", "standingAt": standing, "lying": 1}
        spaces = {"spaces": [*RICH["company"]["spaces"], {"space": "c3", **more}]}
        position = hand_position({**RICH, "company": spaces}, {}, {}, {}, action="MANAGEMENT")
        assert certain(position)["endgame_departments"] == vp


def test_what_donations_will_still_score() -> None:
    """Half of what is said for 20 rounds when 10 are left, for each donation held; nothing for those not named."""
    weights = load_weights({"donation_growth": {"HEALTH_PROJECTS_EAST": 300, "WELFARE_MONEY": 90}})
    position = hand_position(RICH, {}, {}, {}, action="MANAGEMENT")
    outlook = Outlook(COMPONENTS, weights, position.timeline)
    without = Outlook(COMPONENTS, load_weights({"donation_growth": {}}), position.timeline)
    more = worth(COMPONENTS, outlook, position.decider) - worth(COMPONENTS, without, position.decider)
    left = outlook.rounds_left
    assert left > 0
    assert more == 300 * left // 20 + 90 * left // 20


def test_a_reserved_department_has_a_part_of_its_worth() -> None:
    weights = load_weights({"reserved_department": 50})
    position = hand_position({"reservedDepartment": "Sales"}, {}, action="CONSTRUCTION")
    outlook = Outlook(COMPONENTS, weights, position.timeline)
    found = {term.name: term.value for term in valuation_in(COMPONENTS, outlook, position.decider)}
    assert outlook.row_left[Action.MANAGEMENT]
    assert found["reserved_department"] == outlook.department("Sales") // 2 > 0


def test_a_new_game_is_worth_its_standing_employees() -> None:
    """After the setup only the five standing employees are certain VP."""
    found = certain(read_document({"players": [{}, {}]}))
    assert found.pop("standing_employees") == 5
    assert set(found.values()) == {0}


def test_negative_vp_count() -> None:
    """VP lost with Payroll Management are taken off."""
    player = {"vp": -2, "company": company(a3={"department": "Payroll Management"})}
    assert certain(hand_position(player))["vp"] == -2


def test_the_terms_add_up() -> None:
    """The worth is the sum of the terms, whichever way it is asked for."""
    for seed in range(40):
        position = random_position(COMPONENTS, seed, Action(seed % 4))
        outlook = Outlook(COMPONENTS, WEIGHTS, position.timeline)
        for number, player in enumerate(position.players):
            found = valuation(COMPONENTS, WEIGHTS, position, number)
            assert found == valuation_in(COMPONENTS, outlook, player)
            assert worth(COMPONENTS, outlook, player) == sum(term.value for term in found)
            assert {type(term) for term in found} == {Worth}
            assert {type(term.value) for term in found} == {int}


def test_in_the_end_only_certain_terms_are_left() -> None:
    """With all rounds of the timeline used there is nothing to be estimated any more."""
    last = hand_position(RICH, {}, {}, {}, action="MANAGEMENT", used=5)
    found = valuation(COMPONENTS, WEIGHTS, last, 0)
    assert [term.name for term in found if not term.certain and term.value] == []
    assert sum(term.value for term in found) == 100 * (7 + 6 + 10 + 15 + 12 + 9 + 21 + 3)


@pytest.mark.parametrize(
    ("donations", "money", "goods", "gain"),
    [
        ([], 50, 50, 0),
        (["WELFARE_FLAT"], 50, 50, 0),
        (["WELFARE_GOODS"], 50, 3, 6),
        (["WELFARE_MONEY"], 14, 9, 4),
        (["WELFARE_MONEY_AND_GOODS"], 10, 1, 4),
        (["WELFARE_GOODS", "WELFARE_MONEY"], 100, 100, 24),
    ],
)
def test_money_and_goods_in_the_last_round(donations: list[str], money: int, goods: int, gain: int) -> None:
    """In the last round money and goods are worth nothing but through donations."""
    fields = {"donations": donations, "money": money, "goods": goods}
    rich, poor = (
        hand_position(player, action="CONSTRUCTION", used=5)
        for player in (fields, {**fields, "money": 0, "goods": 0})
    )
    values = [sum(terms(position).values()) for position in (rich, poor)]
    assert values[0] - values[1] == 100 * gain


def test_money_and_goods_are_worth_something_before() -> None:
    """With rounds to come, a dollar and a goods cube are worth something, and never more than a round earlier."""
    worths = []
    for used in range(5):
        found = terms(hand_position({"money": 1, "goods": 1}, used=used))
        worths.append((found["money"], found["goods"]))
    assert all(money > 0 and goods > 0 for money, goods in worths)
    assert worths == sorted(worths, reverse=True)


def test_only_own_holdings_count() -> None:
    """A player's worth does not depend on what others hold."""
    alone = hand_position(RICH, {}, {}, {"actionChoiceTile": True}, action="MANAGEMENT")
    among = hand_position(
        RICH,
        {"money": 90, "vp": 50, "projects": [project("Omaha", 0, "HOUSING")]},
        {},
        {},
        action="MANAGEMENT",
    )
    assert terms(alone) == terms(among)
    assert terms(alone, 1) != terms(among, 1)
