"""Construction, as the founding document tells it: a Mission, the goods, the tab's rightmost disk on the map."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.components import ProjectType, Region, TabSide
from carnegie_solver.rules import Position, Project, Space, Tab
from carnegie_solver.rules.steps import AdvanceTransport, BuildProject, EndTurn, Mission, SlideTab
from models.hand_positions import company, hand_position, play, project, refusal, space_of

HOUSING, COMMERCE, INDUSTRY, PUBLIC = ProjectType
ALL_TABS = {name: {"pulled": 2} for name in ("housing", "commerce", "industry", "publicInfrastructure")}


def at_work(**fields: Any) -> Position:
    """Give a position in which a player with two employees standing in Construction uses it."""
    player = {
        "company": company(c1={"standingAt": [1, 3]}),
        "tabs": ALL_TABS,
        "goods": 9,
        "money": 5,
        **fields,
    }
    return hand_position(player, action="CONSTRUCTION")


def build(kind: ProjectType, city: str, space: int, region: Region, workstation: int = 1) -> BuildProject:
    return BuildProject("c1", kind, city, space, Mission(region, workstation))


@pytest.mark.parametrize(
    ("kind", "city", "space", "region", "cost"),
    [
        (HOUSING, "San Francisco", 1, Region.WEST, 1),
        (COMMERCE, "Chicago", 0, Region.MIDWEST, 1),
        (INDUSTRY, "Houston", 2, Region.SOUTH, 2),
        (PUBLIC, "Washington", 2, Region.EAST, 2),
        (PUBLIC, "Reno", 0, Region.WEST, 2),
        (HOUSING, "Reno", 0, Region.WEST, 1),
        (INDUSTRY, "Memphis", 0, Region.SOUTH, 2),
        (COMMERCE, "Boise", 0, Region.WEST, 1),
    ],
)
def test_building(kind: ProjectType, city: str, space: int, region: Region, cost: int) -> None:
    """The employee goes to the region, the tab's goods are paid, and its disk lies on the space [seed].

    Housing and Commerce cost 1 goods cube, Industry and Public Infrastructure 2; a small city takes every type.
    """
    position = at_work()
    after = play(position, build(kind, city, space, region))
    waiting = 2 if kind is PUBLIC else 3  # one circle fewer: its tab begins without
    assert position.decider.tabs[kind] == Tab(TabSide.A, pulled=2, built=0, waiting=waiting)
    assert after.decider.tabs[kind] == Tab(TabSide.A, pulled=2, built=1, waiting=waiting - 1)
    assert after.decider.projects == (Project(city, space, kind),)
    assert (after.decider.goods, after.decider.money) == (9 - cost, 5)
    assert [after.decider.missions[place] for place in Region] == [int(place is region) for place in Region]
    assert space_of(after, "c1") == Space("Construction", (3,))
    assert after.decider.disks_in_supply == position.decider.disks_in_supply
    for other in ProjectType:
        assert other is kind or after.decider.tabs[other] == position.decider.tabs[other]


def test_cannot_pay() -> None:
    """Without the goods cubes of the tab there is no building [seed]."""
    one = at_work(goods=1)
    assert refusal(one, build(INDUSTRY, "Boston", 2, Region.EAST)) == ("NOT_ENOUGH_GOODS", "")
    assert refusal(one, build(PUBLIC, "Denver", 1, Region.WEST)) == ("NOT_ENOUGH_GOODS", "")
    assert play(one, build(HOUSING, "Boston", 1, Region.EAST)).decider.goods == 0
    none = at_work(goods=0)
    assert refusal(none, build(HOUSING, "Boston", 1, Region.EAST)) == ("NOT_ENOUGH_GOODS", "")


def test_one_build_per_standing_employee() -> None:
    """Two employees stand, so there are two builds, also in two regions; then there is nobody left to send."""
    after = play(
        at_work(), build(HOUSING, "Boston", 1, Region.EAST, 3), build(HOUSING, "Atlanta", 0, Region.SOUTH, 1)
    )
    assert after.decider.missions == (0, 0, 1, 1)
    assert space_of(after, "c1").standing_at == ()
    assert refusal(after, build(HOUSING, "Denver", 2, Region.WEST)) == ("NO_USE_LEFT", "space")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (build(HOUSING, "Boston", 1, Region.WEST), ("WRONG_REGION", "mission.region")),
        (build(HOUSING, "Boston", 0, Region.EAST), ("WRONG_PROJECT_TYPE", "type")),  # a Commerce space
        (build(PUBLIC, "Boston", 2, Region.EAST), ("WRONG_PROJECT_TYPE", "type")),
        (build(HOUSING, "Boston", 3, Region.EAST), ("UNKNOWN_CITY_SPACE", "city_space")),
        (build(HOUSING, "Reno", 1, Region.WEST), ("UNKNOWN_CITY_SPACE", "city_space")),
        (build(HOUSING, "Boston", -1, Region.EAST), ("UNKNOWN_CITY_SPACE", "city_space")),
        (build(HOUSING, "Gotham", 0, Region.EAST), ("UNKNOWN_CITY", "city")),
        (build(HOUSING, "Boston", 1, Region.EAST, 2), ("NOBODY_STANDING", "mission.standing_at")),
        (build(HOUSING, "Albany", 1, Region.EAST), ("SPACE_OCCUPIED", "city_space")),  # one's own
        (build(HOUSING, "New York", 2, Region.EAST), ("SPACE_OCCUPIED", "city_space")),  # another player's
        (build(INDUSTRY, "New York", 3, Region.EAST), ("SPACE_OCCUPIED", "city_space")),  # a neutral disk
        (build(COMMERCE, "Dallas", 0, Region.SOUTH), ("SPACE_OCCUPIED", "city_space")),
        (
            BuildProject("d1", HOUSING, "Boston", 1, Mission(Region.EAST, 1)),
            ("NO_USE_LEFT", "space"),
        ),
        (BuildProject("a3", HOUSING, "Boston", 1, Mission(Region.EAST, 1)), ("NO_USE_LEFT", "space")),
        (BuildProject("x1", HOUSING, "Boston", 1, Mission(Region.EAST, 1)), ("UNKNOWN_SPACE", "space")),
    ],
)
def test_refused(step: BuildProject, reason: tuple[str, str]) -> None:
    """Only in the region of the Mission, on a free space, of the printed type or in a small city [seed]."""
    position = hand_position(
        {
            "company": company(c1={"standingAt": [1, 3]}, d1={"standingAt": [1]}),
            "tabs": ALL_TABS,
            "goods": 9,
            "projects": [project("Albany", 1)],
        },
        {"projects": [project("New York", 2)]},
        action="CONSTRUCTION",
        neutralProjects=[project("New York", 3), project("Dallas")],
    )
    assert refusal(position, step) == reason


def test_no_disk_on_the_tab() -> None:
    """A tab without a waiting disk builds nothing: Public Infrastructure begins without one."""
    position = at_work(tabs={}, projects=[project("Boston", 1)])
    assert refusal(position, build(PUBLIC, "Denver", 1, Region.WEST)) == ("NO_DISK_WAITING", "type")
    assert refusal(position, build(HOUSING, "Denver", 2, Region.WEST)) == ("NO_DISK_WAITING", "type")
    assert play(position, build(COMMERCE, "Denver", 0, Region.WEST)).decider.tabs[COMMERCE] == Tab(built=1)


@pytest.mark.parametrize(
    ("city", "region", "transport", "money", "goods", "vp"),
    [
        ("Seattle", Region.WEST, {}, 1, 0, 0),
        ("Helena", Region.WEST, {"west": 1}, 3, 0, 0),
        ("Phoenix", Region.WEST, {"west": 2}, 0, 1, 0),
        ("Santa Fe", Region.WEST, {"west": 3}, 0, 0, 2),
        ("Santa Fe", Region.WEST, {"west": 4}, 0, 0, 2),  # the arrival bonus is not paid again
        ("Fargo", Region.MIDWEST, {"midwest": 1, "west": 3}, 2, 0, 0),
        ("Omaha", Region.MIDWEST, {"midwest": 3}, 0, 2, 0),
        ("El Paso", Region.SOUTH, {"south": 2}, 5, 0, 0),
        ("Charleston", Region.SOUTH, {"south": 3}, 7, 0, 0),
        ("Portland", Region.WEST, {"west": 3}, 0, 0, 0),  # small, without the mark
        ("Memphis", Region.SOUTH, {"south": 3}, 0, 0, 0),
    ],
)
def test_income_marks(
    city: str, region: Region, transport: dict[str, int], money: int, goods: int, vp: int
) -> None:
    """A small city with the mark pays at once the transport income at the disk on its region's track [seed, board]."""
    after = play(at_work(transport=transport), build(HOUSING, city, 0, region))
    assert (after.decider.money, after.decider.goods, after.decider.vp) == (5 + money, 9 - 1 + goods, vp)


def test_no_income_in_larger_cities_and_no_project_income() -> None:
    """Elsewhere nothing is paid, and building pays no income of the projects [seed]."""
    position = at_work(transport={"east": 1}, projects=[project("Boston", 1), project("Boston", 0)])
    after = play(position, build(HOUSING, "Albany", 1, Region.EAST))
    assert (after.decider.money, after.decider.goods, after.decider.vp) == (5, 8, 0)


def test_an_income_mark_can_pay_for_the_next_build() -> None:
    """Goods from the mark may be used by the next build of the same turn."""
    position = at_work(goods=1, transport={"west": 2})
    first = play(position, build(HOUSING, "Seattle", 0, Region.WEST, 1))
    assert first.decider.goods == 1
    assert play(first, build(HOUSING, "Boston", 1, Region.EAST, 3)).decider.goods == 0


def test_study_points_of_a_mark_are_spent_at_once() -> None:
    """Study points from the mark buy what they buy in R&D; with the next build the rest is lost [decided]."""
    position = at_work(transport={"midwest": 2})
    built = play(position, build(HOUSING, "Omaha", 0, Region.MIDWEST, 1))
    assert built.turn is not None
    assert built.turn.study_points == 3
    spent = play(built, SlideTab(HOUSING))  # its third advance costs 2
    assert spent.turn is not None
    assert (spent.turn.study_points, spent.decider.tabs[HOUSING].pulled) == (1, 3)
    assert refusal(spent, AdvanceTransport(Region.MIDWEST)) == ("NOT_ENOUGH_STUDY_POINTS", "")
    after = play(spent, build(HOUSING, "Boston", 1, Region.EAST, 3))
    assert after.turn is not None
    assert after.turn.study_points == 0
    again = play(built, build(HOUSING, "Fargo", 0, Region.MIDWEST, 3))
    assert again.turn is not None
    assert again.turn.study_points == 3
    assert play(built, EndTurn()).turn is None


def test_construction_may_be_broken_off() -> None:
    """Nobody has to build, or to build with everybody."""
    position = at_work()
    assert play(position, EndTurn()).players == position.players


@pytest.mark.parametrize("action", ["HUMAN_RESOURCES", "MANAGEMENT", "RESEARCH_AND_DEVELOPMENT"])
def test_only_in_construction(action: str) -> None:
    """Projects are built in no other action."""
    position = hand_position({"company": company(c1={"standingAt": [1]})}, action=action)
    assert refusal(position, build(HOUSING, "Boston", 1, Region.EAST)) == ("WRONG_ACTION", "")
