"""Management, as the founding document tells it: money and goods, and new Departments."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.components import Region
from carnegie_solver.rules import Position, Space
from carnegie_solver.rules.steps import BuildDepartment, EndTurn, Gain, Mission, StandUp, UseDepartment
from models.hand_positions import COMPONENTS, Json, company, hand_position, play, refusal, space_of


def at_work(
    *, goods: int = 4, display: list[str] | None = None, reserved: str = "", **spaces: Json
) -> Position:
    """Give a position in which a Company with some spaces uses Management."""
    player = {"money": 10, "goods": goods, "company": company(**spaces), "reservedDepartment": reserved}
    tiles = ["Recruiting", "Sales", "Sales", "New Lobby"] if display is None else display
    return hand_position(player, action="MANAGEMENT", display={"departments": tiles})


COMMERCE: dict[str, Any] = {"a1": {"standingAt": [1, 3]}}
PLANNING: dict[str, Any] = {"a2": {"standingAt": [1, 2]}, "a3": {"lying": 1}}


@pytest.mark.parametrize(
    ("gain", "mission", "money", "goods"),
    [
        (Gain.MONEY, None, 3, 0),
        (Gain.GOODS, None, 0, 1),
        (Gain.MONEY, Mission(Region.WEST, 1), 6, 0),
        (Gain.GOODS, Mission(Region.SOUTH, 3), 0, 2),
    ],
)
def test_commerce_and_finance(gain: Gain, mission: Mission | None, money: int, goods: int) -> None:
    """Per standing employee: $3, or 1 goods cube, or a Mission and $6, or a Mission and 2 goods cubes [seed]."""
    position = at_work(**COMMERCE)
    after = play(position, UseDepartment("a1", gain, mission))
    assert after.decider.money == 10 + money
    assert after.decider.goods == 4 + goods
    left = [number for number in (1, 3) if mission is None or number != mission.standing_at]
    assert space_of(after, "a1") == Space("Commerce and Finance", tuple(left))
    expected = [int(mission is not None and region is mission.region) for region in Region]
    assert list(after.decider.missions) == expected


def test_each_standing_employee_serves_one_use() -> None:
    """Two standing employees serve two uses, in any mix; a third use is refused."""
    position = at_work(**COMMERCE)
    once = play(position, UseDepartment("a1", Gain.GOODS))
    twice = play(once, UseDepartment("a1", Gain.MONEY, Mission(Region.EAST, 1)))
    assert (twice.decider.money, twice.decider.goods) == (16, 5)
    assert refusal(twice, UseDepartment("a1", Gain.MONEY)) == ("NO_USE_LEFT", "space")
    assert space_of(twice, "a1").standing_at == (3,)


def test_employees_who_leave_choose_the_workstation() -> None:
    """It is for the player to say which workstation is left; only one where an employee stands can be."""
    position = at_work(**COMMERCE)
    assert space_of(
        play(position, UseDepartment("a1", Gain.MONEY, Mission(Region.EAST, 3))), "a1"
    ).standing_at == (1,)
    leave = UseDepartment("a1", Gain.MONEY, Mission(Region.EAST, 2))
    assert refusal(position, leave) == ("NOBODY_STANDING", "mission.standing_at")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (UseDepartment("a2", Gain.MONEY), ("NO_USE_LEFT", "space")),  # Strategic Planning builds
        (UseDepartment("c1", Gain.MONEY), ("NO_USE_LEFT", "space")),  # another type
        (UseDepartment("a4", Gain.MONEY), ("NO_USE_LEFT", "space")),
        (UseDepartment("lobby", Gain.MONEY), ("NO_USE_LEFT", "space")),
        (UseDepartment("a9", Gain.MONEY), ("UNKNOWN_SPACE", "space")),
    ],
)
def test_use_refused(step: UseDepartment, reason: tuple[str, str]) -> None:
    """Only Commerce and Finance gives money and goods."""
    position = at_work(**COMMERCE, a2={"standingAt": [1]}, c1={"standingAt": [1]})
    assert refusal(position, step) == reason


@pytest.mark.parametrize(
    ("tile", "space", "cost"),
    [("Recruiting", "a3", 1), ("Recruiting", "d4", 2), ("New Lobby", "a3", 3), ("New Lobby", "d4", 4)],
)
def test_strategic_planning(tile: str, space: str, cost: int) -> None:
    """A tile costs 1 goods cube where an own employee is, else 2; New Lobby 2 more; it leaves the display [seed]."""
    position = at_work(**PLANNING)
    after = play(position, BuildDepartment(tile, space))
    before = space_of(position, space)
    assert space_of(after, space) == Space(tile, before.standing_at, before.lying)
    assert after.decider.goods == 4 - cost
    assert after.decider.money == 10
    assert sorted((*after.display, tile)) == list(position.display)
    assert space_of(after, "a2").standing_at == (1, 2)
    short = at_work(goods=cost - 1, **PLANNING)
    assert refusal(short, BuildDepartment(tile, space)) == ("NOT_ENOUGH_GOODS", "")


def test_one_tile_per_standing_employee() -> None:
    """Two standing employees build two tiles; a third is refused, and so is one without anybody standing."""
    after = play(at_work(**PLANNING), BuildDepartment("Sales", "d4"), BuildDepartment("Recruiting", "a3"))
    assert after.decider.goods == 1
    assert after.display == ("New Lobby", "Sales")
    assert refusal(after, BuildDepartment("New Lobby", "b3")) == ("NO_USE_LEFT", "")
    nobody = at_work(a2={"lying": 2}, **COMMERCE)
    assert refusal(nobody, BuildDepartment("Sales", "a3")) == ("NO_USE_LEFT", "")


def test_the_reserved_department_comes_first() -> None:
    """The first Department that is built must be the reserved one, which is not on the display [seed]."""
    position = at_work(reserved="Purchasing", **PLANNING)
    assert refusal(position, BuildDepartment("Sales", "a3")) == ("RESERVED_DEPARTMENT_FIRST", "department")
    after = play(position, BuildDepartment("Purchasing", "a3"))
    assert after.display == position.display
    assert after.decider.reserved_department is None
    assert space_of(play(after, BuildDepartment("Sales", "d4")), "d4").department == "Sales"


def test_reserved_departments_of_others_cannot_be_built() -> None:
    """A tile that another player has reserved is not on the display."""
    position = hand_position(
        {"company": company(**PLANNING)},
        {"reservedDepartment": "Purchasing"},
        action="MANAGEMENT",
        display={"departments": ["Sales"]},
    )
    assert refusal(position, BuildDepartment("Purchasing", "a3")) == ("NOT_AVAILABLE", "department")


def test_no_identical_departments() -> None:
    """A Company never holds two identical Departments [seed], though another of the kind is on the display."""
    after = play(at_work(**PLANNING), BuildDepartment("Sales", "a3"))
    assert "Sales" in after.display
    assert refusal(after, BuildDepartment("Sales", "b3")) == ("IDENTICAL_DEPARTMENT", "department")
    assert refusal(after, BuildDepartment("Construction", "b3")) == ("IDENTICAL_DEPARTMENT", "department")
    assert refusal(after, BuildDepartment("Bakery", "b3")) == ("NOT_AVAILABLE", "department")
    assert refusal(after, BuildDepartment("Logistics", "b3")) == ("NOT_AVAILABLE", "department")


@pytest.mark.parametrize(
    ("space", "reason"),
    [
        ("lobby", ("SPACE_NOT_EMPTY", "space")),
        ("a1", ("SPACE_NOT_EMPTY", "space")),
        ("b3", ("SPACE_NOT_EMPTY", "space")),
        ("e1", ("UNKNOWN_SPACE", "space")),
    ],
)
def test_only_on_empty_building_spaces(space: str, reason: tuple[str, str]) -> None:
    """A tile goes on an empty building space: not on a Department, nor on the Lobby."""
    position = at_work(**PLANNING, b3={"department": "Logistics"})
    assert refusal(position, BuildDepartment("Sales", space)) == reason


def test_a_department_works_from_the_next_round() -> None:
    """Who lies where a Department is built can stand up at the end of the round, not before [seed]."""
    built = play(at_work(**PLANNING), BuildDepartment("Sales", "a3"))
    assert built.turn is not None
    assert dict(built.turn.uses).keys() == {COMPONENTS.space_index["a2"]}
    assert refusal(built, StandUp("a3", 1)) == ("WRONG_PHASE", "")
    after = play(built, EndTurn(), StandUp("a3", 2))
    assert space_of(after, "a3") == Space("Sales", (2,))
    assert after.decider.money == 9


@pytest.mark.parametrize("action", ["HUMAN_RESOURCES", "CONSTRUCTION", "RESEARCH_AND_DEVELOPMENT"])
def test_only_in_management(action: str) -> None:
    """In other actions there is nothing to take and nothing to build."""
    player = {"company": company(**COMMERCE, **PLANNING)}
    position = hand_position(player, action=action)
    assert refusal(position, UseDepartment("a1", Gain.MONEY)) == ("NO_USE_LEFT", "space")
    assert refusal(position, BuildDepartment("Sales", "a3")) == ("WRONG_ACTION", "")
    later = hand_position(player, action=action, phase="STANDING_UP")
    assert refusal(later, UseDepartment("a1", Gain.MONEY)) == ("WRONG_PHASE", "")
    assert refusal(later, BuildDepartment("Sales", "a3")) == ("WRONG_PHASE", "")
