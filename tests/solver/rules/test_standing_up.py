"""Standing up at the end of the round, and selling goods cubes at any time."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.rules import Position, Space
from carnegie_solver.rules.steps import EndTurn, SellGoods, StandUp
from models.hand_positions import (
    Json,
    company,
    document,
    hand_position,
    play,
    read_document,
    refusal,
    space_of,
)


def at_rest(*, money: int = 5, goods: int = 2, phase: str = "STANDING_UP", **spaces: Json) -> Position:
    """Give a position in which a player may stand employees up."""
    player = {"money": money, "goods": goods, "company": company(**spaces)}
    if phase == "SETUP_STANDING_UP":
        return read_document({"phase": "PHASE_SETUP_STANDING_UP", "players": [player]})
    return hand_position(player, phase=phase, action="CONSTRUCTION")


@pytest.mark.parametrize(
    ("label", "workstation", "cost"),
    [
        ("a1", 1, 0),
        ("a1", 2, 1),
        ("a1", 3, 2),
        ("c1", 1, 1),
        ("c1", 3, 3),
        ("b1", 2, 1),
        ("a3", 1, 3),  # Advanced Design: $3 under each of its three
        ("a3", 3, 3),
    ],
)
@pytest.mark.parametrize("phase", ["STANDING_UP", "SETUP_STANDING_UP"])
def test_standing_up_costs_what_is_printed(label: str, workstation: int, cost: int, phase: str) -> None:
    """An employee lying in a Department takes any free workstation for the cost under it [seed, public]."""
    spaces: dict[str, Any] = {name: {"lying": 2} for name in ("a1", "b1", "c1")}
    position = at_rest(phase=phase, a3={"department": "Advanced Design", "lying": 2}, **spaces)
    after = play(position, StandUp(label, workstation))
    assert after.decider.money == 5 - cost
    before = space_of(position, label)
    assert space_of(after, label) == Space(before.department, (workstation,), 1)
    assert (after.phase, after.player) == (position.phase, position.player)
    if cost:
        poor = at_rest(
            money=cost - 1, phase=phase, a3={"department": "Advanced Design", "lying": 2}, **spaces
        )
        assert refusal(poor, StandUp(label, workstation)) == ("NOT_ENOUGH_MONEY", "")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (StandUp("c1", 2), ("NO_FREE_WORKSTATION", "workstation")),  # taken
        (StandUp("c1", 4), ("NO_FREE_WORKSTATION", "workstation")),  # beyond the workstations
        (StandUp("c1", 0), ("NO_FREE_WORKSTATION", "workstation")),
        (StandUp("b1", 1), ("NOBODY_LYING", "space")),
        (StandUp("lobby", 1), ("NO_DEPARTMENT", "space")),
        (StandUp("a3", 1), ("NO_DEPARTMENT", "space")),
        (StandUp("a4", 1), ("NO_FREE_WORKSTATION", "workstation")),  # New Lobby has no workstation
        (StandUp("q7", 1), ("UNKNOWN_SPACE", "space")),
    ],
)
def test_refused(step: StandUp, reason: tuple[str, str]) -> None:
    """Nobody stands up in the Lobby, on an empty space, or without a free workstation [seed, public]."""
    position = at_rest(
        c1={"standingAt": [2], "lying": 1},
        lobby={"lying": 1},
        a3={"lying": 1},
        a4={"department": "New Lobby", "lying": 1},
    )
    assert refusal(position, step) == reason


def test_any_number_may_stand_up() -> None:
    """Employees stand up one after the other while there are workstations and money."""
    position = at_rest(money=4, c1={"lying": 3}, a1={"lying": 1})
    after = play(position, StandUp("c1", 1), StandUp("a1", 1), StandUp("c1", 3))
    assert after.decider.money == 0
    assert space_of(after, "c1") == Space("Construction", (1, 3), 1)
    assert refusal(after, StandUp("c1", 2)) == ("NOT_ENOUGH_MONEY", "")


@pytest.mark.parametrize("phase", ["USE_DEPARTMENTS", "EVENT"])
def test_only_in_its_phase(phase: str) -> None:
    """Nobody stands up before the end of the round."""
    events = {"events": ["EVENT_DONATION"]} if phase == "EVENT" else {}
    position = hand_position(
        {"company": company(c1={"lying": 1})}, phase=phase, action="CONSTRUCTION", **events
    )
    assert refusal(position, StandUp("c1", 1)) == ("WRONG_PHASE", "")


def test_goods_pay_for_standing_up() -> None:
    """Goods cubes sold at $1 each pay for a workstation [public]."""
    position = at_rest(money=1, goods=2, c1={"lying": 1})
    assert refusal(position, StandUp("c1", 3)) == ("NOT_ENOUGH_MONEY", "")
    after = play(position, SellGoods(2), StandUp("c1", 3))
    assert (after.decider.money, after.decider.goods) == (0, 0)


@pytest.mark.parametrize(
    "position",
    [
        hand_position({}, action="HUMAN_RESOURCES"),
        hand_position({}, action="MANAGEMENT"),
        hand_position({}, action="CONSTRUCTION", phase="STANDING_UP"),
        hand_position({}, action="CONSTRUCTION", phase="EVENT", events=["EVENT_INCOME_WEST"]),
        hand_position({}),
        read_document({"phase": "PHASE_SETUP_MOVES", "players": [{}]}),
    ],
)
def test_goods_may_be_sold_at_any_time(position: Position) -> None:
    """Goods cubes may be sold in every phase, as many as there are, at $1 each [public]."""
    for count in range(1, 5):
        after = play(position, SellGoods(count))
        assert (after.decider.money, after.decider.goods) == (12 + count, 4 - count)
        assert after.turn == position.turn
    for count in (0, -1, 5):
        assert refusal(position, SellGoods(count)) == ("NOT_ENOUGH_GOODS", "count")


def test_nothing_is_sold_after_the_game() -> None:
    """Once the game is over nothing can be done."""
    over = read_document(document({}, phase="GAME_OVER", used=5))
    assert refusal(over, SellGoods(1)) == ("WRONG_PHASE", "")
    assert refusal(over, StandUp("c1", 1)) == ("WRONG_PHASE", "")
    assert refusal(over, EndTurn()) == ("WRONG_PHASE", "")
