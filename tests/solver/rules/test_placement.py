"""The setup's own decisions: sides of tabs, the Housing disk, the reserved Department."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from carnegie_solver.components import Action, ProjectType, TabSide, load_components
from carnegie_solver.rules import IllegalStep, Phase, Position, Project, Tab, Turn, apply, legal_steps
from carnegie_solver.rules.steps import (
    ChooseTabSide,
    EndTurn,
    MoveEmployee,
    PlaceHousing,
    ReserveDepartment,
    SelectTimeline,
    Step,
)
from models.hand_positions import COMPONENTS, hand_position, play, project, read_document, refusal
from models.second_opinion import PRINTED

HOUSING = ProjectType.HOUSING


def at_setup(*players: dict[str, Any], **fields: Any) -> Position:
    """Give a position in the setup's placement, in which the last player decides."""
    players = players or ({}, {}, {})
    return read_document(
        {
            "phase": "PHASE_SETUP_PLACEMENT",
            "player": len(players) - 1,
            "players": list(players),
            "display": {"departments": ["Recruiting", "Sales", "Sales", "Engineering", "Logistics"]},
            **fields,
        }
    )


def test_order() -> None:
    """Counter-clockwise from the last player; then the moves begin with the first, clockwise [public]."""
    position = at_setup()
    order = []
    places = iter([("Boston", 1), ("Albany", 1), ("Denver", 2)])
    names = iter(["Sales", "Sales", "Recruiting"])
    while position.phase is Phase.SETUP_PLACEMENT:
        order.append(position.player)
        position = play(position, ReserveDepartment(next(names)), PlaceHousing(*next(places)), EndTurn())
    assert order == [2, 1, 0]
    assert (position.phase, position.player) == (Phase.SETUP_MOVES, 0)
    assert position.turn == Turn(Action.HUMAN_RESOURCES, moves=6)
    assert [player.reserved_department for player in position.players] == ["Recruiting", "Sales", "Sales"]
    assert position.display == ("Engineering", "Logistics")


def test_order_with_another_first_player() -> None:
    """The last player is the one before the first."""
    position = at_setup(firstPlayer=1, player=0)
    order = []
    for city in ("Boston", "Albany", "Pittsburgh"):
        order.append(position.player)
        reserved = ReserveDepartment(position.display[0])
        position = play(position, PlaceHousing(city, 1), reserved, EndTurn())
    assert order == [0, 2, 1]
    assert (position.phase, position.player) == (Phase.SETUP_MOVES, 1)


def test_placing_the_housing_disk() -> None:
    """The tab's disk goes on the map; its income is the player's, no disk comes from the supply."""
    position = at_setup()
    after = play(position, PlaceHousing("New Orleans", 3))
    assert after.decider.projects == (Project("New Orleans", 3, HOUSING),)
    assert after.decider.tabs[HOUSING] == Tab(TabSide.A, pulled=0, built=1, waiting=0)
    assert after.decider.disks_in_supply == position.decider.disks_in_supply == 30 - 5 - 3
    assert (after.decider.money, after.decider.goods) == (12, 4)
    assert after.player == position.player


def test_every_housing_space_of_a_medium_or_major_city() -> None:
    """Every free Housing space of a medium or major city may be chosen, and no other."""
    expected = {
        PlaceHousing(row["name"], number)
        for row in PRINTED["cities"]["rows"]
        for number, kind in enumerate(row["spaces"])
        if row["size"] in ("MEDIUM", "MAJOR") and kind == "HOUSING"
    }
    assert len(expected) == 14
    legal = legal_steps(COMPONENTS, at_setup())
    assert {step for step in legal if isinstance(step, PlaceHousing)} == expected
    neutral = at_setup(neutralProjects=[project("Boston", 1), project("New Orleans", 2)])
    left = {step for step in legal_steps(COMPONENTS, neutral) if isinstance(step, PlaceHousing)}
    assert expected - left == {PlaceHousing("Boston", 1), PlaceHousing("New Orleans", 2)}
    second = play(at_setup(), PlaceHousing("Denver", 2), ReserveDepartment("Sales"), EndTurn())
    assert refusal(second, PlaceHousing("Denver", 2)) == ("SPACE_OCCUPIED", "city_space")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (PlaceHousing("Reno", 0), ("SMALL_CITY", "city")),
        (PlaceHousing("Boston", 0), ("WRONG_PROJECT_TYPE", "city_space")),
        (PlaceHousing("Houston", 1), ("WRONG_PROJECT_TYPE", "city_space")),  # no Housing space at all
        (PlaceHousing("Boston", 3), ("UNKNOWN_CITY_SPACE", "city_space")),
        (PlaceHousing("Boston", -1), ("UNKNOWN_CITY_SPACE", "city_space")),
        (PlaceHousing("Gotham", 0), ("UNKNOWN_CITY", "city")),
        (PlaceHousing("Albany", 1), ("SPACE_OCCUPIED", "city_space")),
        (ReserveDepartment("Supply Chain"), ("NOT_AVAILABLE", "department")),
        (ReserveDepartment("Human Resources"), ("NOT_AVAILABLE", "department")),
        (ReserveDepartment("Bakery"), ("UNKNOWN_DEPARTMENT", "department")),
        (ChooseTabSide(HOUSING, TabSide.A), ("SAME_SIDE", "side")),
        (EndTurn(), ("HOUSING_NOT_PLACED", "")),
        (SelectTimeline(Action.MANAGEMENT), ("WRONG_PHASE", "")),
        (MoveEmployee(("lobby", "b1")), ("WRONG_PHASE", "")),
    ],
)
def test_refused(step: Step, reason: tuple[str, str]) -> None:
    """What the setup's placement does not allow."""
    assert refusal(at_setup(neutralProjects=[project("Albany", 1)]), step) == reason


def test_each_once() -> None:
    """One disk is placed and one Department reserved, and both have to be."""
    placed = play(at_setup(), PlaceHousing("Boston", 1))
    assert refusal(placed, PlaceHousing("Albany", 1)) == ("ALREADY_PLACED", "")
    assert refusal(placed, EndTurn()) == ("NOTHING_RESERVED", "")
    assert EndTurn() not in legal_steps(COMPONENTS, placed)
    reserved = play(at_setup(), ReserveDepartment("Logistics"))
    assert reserved.display == ("Engineering", "Recruiting", "Sales", "Sales")
    assert refusal(reserved, ReserveDepartment("Sales")) == ("ALREADY_RESERVED", "")
    assert refusal(reserved, EndTurn()) == ("HOUSING_NOT_PLACED", "")
    assert EndTurn() in legal_steps(COMPONENTS, play(reserved, PlaceHousing("Boston", 1)))


def test_what_one_reserves_no_other_can() -> None:
    """A reserved tile leaves the display: the last of its name cannot be reserved again."""
    second = play(at_setup(), ReserveDepartment("Recruiting"), PlaceHousing("Boston", 1), EndTurn())
    assert refusal(second, ReserveDepartment("Recruiting")) == ("NOT_AVAILABLE", "department")
    assert "Sales" in play(second, ReserveDepartment("Sales")).display


def test_an_empty_display() -> None:
    """With nothing to reserve the setup goes on [decided]."""
    position = play(at_setup({}, display={"departments": []}), PlaceHousing("Boston", 1))
    assert play(position, EndTurn()).phase is Phase.SETUP_MOVES


@pytest.mark.parametrize("kind", ProjectType)
def test_sides_of_tabs(kind: ProjectType) -> None:
    """Each tab may be turned, there and back, before or after the Housing disk is placed [public]."""
    position = at_setup()
    turned = play(position, ChooseTabSide(kind, TabSide.B))
    assert [tab.side for tab in turned.decider.tabs] == [
        TabSide.B if other is kind else TabSide.A for other in ProjectType
    ]
    assert refusal(turned, ChooseTabSide(kind, TabSide.B)) == ("SAME_SIDE", "side")
    assert play(turned, ChooseTabSide(kind, TabSide.A)) == position
    steps = (PlaceHousing("Boston", 1), ChooseTabSide(kind, TabSide.B))
    assert play(position, *steps) == play(position, *reversed(steps))


def test_a_side_that_exposes_no_circle() -> None:
    """On a user's tabs, a disk stays where its circle is: a side without one cannot be chosen under it."""
    table = copy.deepcopy(PRINTED["project_tabs"])
    for row in table["rows"]:
        if (row["type"], row["side"]) == ("COMMERCE", "B"):
            row["spaces"][0] = {"kind": "BLANK"}
    components = load_components({"project_tabs": table})
    step = ChooseTabSide(ProjectType.COMMERCE, TabSide.B)
    position = at_setup()
    with pytest.raises(IllegalStep) as caught:
        apply(components, position, step)
    assert (caught.value.reason, caught.value.path) == ("OTHER_EXPOSED_SPACE", "side")
    assert step not in legal_steps(components, position)
    assert step in legal_steps(COMPONENTS, position)


def test_only_at_setup() -> None:
    """None of it is done once the game has begun, nor in the setup's moves."""
    for position in (
        hand_position({}, action="MANAGEMENT"),
        hand_position({}),
        read_document({"phase": "PHASE_SETUP_MOVES", "players": [{}]}),
    ):
        for step in (
            ChooseTabSide(HOUSING, TabSide.B),
            PlaceHousing("Boston", 1),
            ReserveDepartment("Sales"),
        ):
            assert refusal(position, step) == ("WRONG_PHASE", "")
