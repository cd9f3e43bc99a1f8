"""The final score, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.scoring import (
    andrew_score_sheet,
    endgame_vp,
    holdings_left,
    score_sheet,
    total,
)
from models.hand_positions import COMPONENTS, company, document, hand_position, project, read_document

NORMAL = [card for card in COMPONENTS.solo_cards if card.startswith("N")]


def over(*players: dict[str, Any], **fields: Any) -> Position:
    """Give a position after the last round."""
    return read_document(document(*players, phase="GAME_OVER", used=5, **fields))


def lines(player: Player) -> dict[str, int]:
    sheet = score_sheet(COMPONENTS, player)
    assert total(sheet) == sum(line.vp for line in sheet)
    return {line.name: line.vp for line in sheet}


EASTERN = [project("New York", 2), project("Pittsburgh", 1), project("Chicago", 1)]


def test_a_whole_sheet() -> None:
    """Every line of a sheet by hand, and their total."""
    player = over(
        {
            "vp": 5,
            "money": 17,
            "goods": 3,
            "company": company(
                a1={"standingAt": [1, 2]},
                d1={"standingAt": [1], "lying": 1},
                a3={"department": "Recruiting", "standingAt": [1]},
                a4={"department": "Sales", "lying": 2},
                lobby={"lying": 3},
            ),
            "missions": {"west": 2},
            "tabs": {"housing": {"pulled": 5}, "commerce": {"pulled": 4}},
            "projects": EASTERN,
            "transport": {"midwest": 1, "east": 1},
            "donations": ["HEALTH_PROJECTS_EAST", "WELFARE_MONEY"],
            "actionChoiceTile": True,
        },
        {},
        {},
        {},
    ).players[0]
    assert lines(player) == {
        "vp": 5,
        "standing_employees": 4,  # not those lying, not those on Missions, not the permanent one
        "departments": 2 + 3,  # Sales is on the topmost row
        "tabs": 2 + 4 + 3,
        "cities": 3 + 2 + 3,
        "links": 6,  # New York and Chicago are 2 points; the Midwest is at Stagecoach, the East at Railroad
        "donations": 2 * 2 + 3 * 2,  # two projects in the East; three sums of $5
        "action_choice_tile": 3,
        "endgame_departments": 0,
    }
    assert total(score_sheet(COMPONENTS, player)) == 50


def test_a_new_game_scores_its_standing_employees() -> None:
    """Nothing but the five employees who stand at setup; and 3 VP for a tile that is not used."""
    assert [total(score_sheet(COMPONENTS, player)) for player in hand_position({}, {}, {}).players] == [
        5,
        5,
        8,
    ]


@pytest.mark.parametrize(
    ("tabs", "vp"),
    [
        ({"housing": {"pulled": 3}}, 0),
        ({"housing": {"pulled": 4}}, 2),
        ({"housing": {"pulled": 5}}, 6),
        ({"commerce": {"pulled": 5}}, 9),
        ({"industry": {"pulled": 5}}, 12),
        ({"publicInfrastructure": {"pulled": 5}}, 15),
        ({"housing": {"side": "TAB_SIDE_B", "pulled": 5}}, 3),  # the +3 is not 3 VP more
    ],
)
def test_tabs(tabs: dict[str, Any], vp: int) -> None:
    """The revealed VP spaces score, whether or not the disks before them were built [seed]."""
    assert lines(over({"tabs": tabs}).players[0])["tabs"] == vp


# ENDGAME Departments -------------------------------------------------------------------------------------------------


def with_department(name: str, *, standing: bool = True, **fields: Any) -> Player:
    """Give a player with one Department at the Company's third row."""
    space = {"department": name, **({"standingAt": [1]} if standing else {"lying": 1})}
    return over({"company": company(a3=space), **fields}).players[0]


ACROSS: dict[str, Any] = {
    # West 3, Midwest 2, East 4, South 2.
    "tabs": {name: {"pulled": 3} for name in ("housing", "commerce", "industry", "publicInfrastructure")},
    "projects": [
        *[project("San Francisco", 1), project("Denver", 0), project("Los Angeles", 2)],
        *[project("Chicago", 1), project("Kansas City", 0)],
        *[project("Boston", 1), project("Boston", 2), project("Albany", 0), project("Washington", 1)],
        *[project("Houston", 0), project("Atlanta", 1)],
    ],
}


@pytest.mark.parametrize(
    ("name", "vp"),
    [
        ("Green Spaces", 2 * 10),  # sixteen spaces, five starting Departments and this one
        ("Public Relations", 2 * 4),
        ("Network of Libraries", 4 * 2),
        ("Post Office", 0),  # no two major cities are joined
    ],
)
def test_endgame_departments(name: str, vp: int) -> None:
    """Each scores while an employee stands in it, and nothing while nobody does [public]."""
    player = with_department(name, **ACROSS)
    assert endgame_vp(COMPONENTS, player) == {name: vp}
    assert lines(player)["endgame_departments"] == vp
    empty = with_department(name, standing=False, **ACROSS)
    assert endgame_vp(COMPONENTS, empty) == {}
    assert lines(empty)["endgame_departments"] == 0


def test_no_project_in_some_region() -> None:
    """The region with the fewest may have none."""
    fields = {**ACROSS, "projects": ACROSS["projects"][:-2]}
    assert endgame_vp(COMPONENTS, with_department("Network of Libraries", **fields)) == {
        "Network of Libraries": 0
    }


def test_several_endgame_departments() -> None:
    """They add up, and each leaves one space less without a Department."""
    spaces = company(
        a3={"department": "Green Spaces", "standingAt": [1]},
        b3={"department": "Public Relations", "standingAt": [1]},
    )
    player = over({"company": spaces, **ACROSS}).players[0]
    assert lines(player)["endgame_departments"] == 2 * 9 + 2 * 4


CHAIN: dict[str, Any] = {
    # New York, Pittsburgh, Chicago; St. Louis, Memphis, New Orleans; Kansas City, Denver, Salt Lake City, Reno,
    # San Francisco: all four major cities, five link points.
    "tabs": {name: {"pulled": 3} for name in ("housing", "commerce", "industry")},
    "projects": [
        *EASTERN,
        *[project("St. Louis", 0), project("Memphis", 0, "INDUSTRY"), project("New Orleans", 0)],
        *[project("Kansas City", 0), project("Denver", 0), project("San Francisco", 0)],
        *[project("Salt Lake City", 0, "INDUSTRY"), project("Reno", 0, "INDUSTRY")],
    ],
}
RAILROADS = {"west": 3, "midwest": 2, "east": 1, "south": 2}


@pytest.mark.parametrize(
    ("projects", "transport", "links", "office"),
    [
        # Two points: 3 / 6 / 9; the Post Office makes it three: 6 / 12 / 18.
        (EASTERN, {}, 3, 3),
        (EASTERN, {"midwest": 1, "east": 1}, 6, 6),
        (EASTERN, RAILROADS, 9, 9),
        # Five points at Railroad are 36; the sixth gives 9 more.
        (CHAIN["projects"], RAILROADS, 36, 9),
        (CHAIN["projects"], {}, 18, 9),
        # New Orleans is left out with the South at Cart: four points at Railroad are 27, all five at Cart 18.
        (CHAIN["projects"], {**RAILROADS, "south": 0}, 27, 9),
        # Four points: 27; five with the Post Office: 36.
        ([place for place in CHAIN["projects"] if place["city"] != "New Orleans"], RAILROADS, 27, 9),
        ([project("San Francisco", 1)], RAILROADS, 0, 0),
        ([], RAILROADS, 0, 0),
    ],
)
def test_post_office(
    projects: list[dict[str, Any]], transport: dict[str, int], links: int, office: int
) -> None:
    """One more link point, at most six, six giving 9 VP more than five [public]."""
    player = with_department("Post Office", **{**CHAIN, "projects": projects}, transport=transport)
    assert lines(player)["links"] == links
    assert lines(player)["endgame_departments"] == office


# Andrew --------------------------------------------------------------------------------------------------------------


def andrews(human: dict[str, Any], **andrew: Any) -> dict[str, int]:
    """Give the lines of Andrew's sheet after the last round."""
    position = over(human, andrew={"cards": NORMAL, "played": 20, **andrew})
    sheet = andrew_score_sheet(COMPONENTS, position)
    assert total(sheet) == sum(line.vp for line in sheet)
    return {line.name: line.vp for line in sheet}


def test_andrews_sheet() -> None:
    """Card VP, 2 per Department, city VP of his projects, 6 per disk on a last space."""
    assert andrews(
        {},
        vp=41,
        departments=["Purchasing", "Recruiting", "Sales"],
        projects=[project("New York", 0), project("Reno"), project("Seattle"), project("Denver", 1)],
        transport={"west": 4, "midwest": 3, "south": 4},
    ) == {"cards": 41, "departments": 6, "cities": 3 + 0 + 1 + 2, "transport": 12, "donations": 0}


def test_no_sheet_without_andrew() -> None:
    with pytest.raises(ValueError, match="no Andrew"):
        andrew_score_sheet(COMPONENTS, over({}))


@pytest.mark.parametrize(
    ("donation", "vp"),
    [
        ("WELFARE_FLAT", 7),
        ("HEALTH_PROJECTS_EAST", 8),
        ("HEALTH_PROJECTS_SOUTH", 4),
        ("HUMAN_RIGHTS_DONATIONS", 4),  # the human has made two
        ("EDUCATION_DEPARTMENTS_ANY", 1),
        ("WELFARE_DEPARTMENTS_STAFFED", 1),
        ("HUMAN_RIGHTS_PROJECTS_HOUSING_AND_COMMERCE", 12),  # seven projects, above the limit
    ],
)
def test_andrews_donations_count_the_humans_holdings(donation: str, vp: int) -> None:
    """His donations score what the human has, at most 12 VP: the human's +3 are not his [public]."""
    human = {
        "company": company(a3={"department": "Sales", "standingAt": [1]}),
        **ACROSS,
        "tabs": {**ACROSS["tabs"], "housing": {"side": "TAB_SIDE_B", "pulled": 5}},
        "donations": ["HEALTH_PROJECTS_WEST", "HEALTH_PROJECTS_MIDWEST"],
    }
    assert andrews(human, donations=[donation])["donations"] == vp


GOODS, MONEY, PAIRS = "WELFARE_GOODS", "WELFARE_MONEY", "WELFARE_MONEY_AND_GOODS"


@pytest.mark.parametrize(
    ("own", "money", "goods", "left", "andrew", "vp"),
    [
        ([], 23, 4, ((23, 4),), [MONEY], 8),
        ([], 23, 4, ((23, 4),), [GOODS], 8),
        ([], 23, 4, ((23, 4),), [PAIRS], 12),
        # Four sums pay for the human's donation; $3 and the cubes are left.
        ([MONEY], 23, 4, ((3, 4),), [GOODS, PAIRS], 8),
        # Six sums are all that the limit of 12 counts; $70 are left.
        ([MONEY], 100, 4, ((70, 4),), [PAIRS], 12),
        ([MONEY], 100, 1, ((70, 1),), [PAIRS, GOODS], 4),
        ([GOODS], 23, 4, ((23, 0),), [MONEY, PAIRS], 8),
        ([GOODS], 23, 8, ((23, 2),), [MONEY, PAIRS], 12),  # two pairs and two sums
        # Three pairs are 12; $8 and 2 cubes are left.
        ([PAIRS], 23, 5, ((8, 2),), [MONEY, GOODS], 6),
        ([GOODS, MONEY, PAIRS], 23, 4, ((3, 0),), ["WELFARE_FLAT"], 7),
        ([], 4, 0, ((4, 0),), [GOODS, MONEY, PAIRS], 0),
    ],
)
def test_what_is_left_for_andrews_donations(
    own: list[str],
    money: int,
    goods: int,
    left: tuple[tuple[int, int], ...],
    andrew: list[str],
    vp: int,
) -> None:
    """Cubes and money count for Andrew only as far as the human's own donations have not used them up [public]."""
    human = {"money": money, "goods": goods, "donations": own}
    position = over(human, andrew={"cards": NORMAL, "played": 20})
    assert holdings_left(COMPONENTS, position.players[0]) == left
    assert andrews(human, donations=andrew)["donations"] == vp


def test_ways_to_pay_that_score_the_same() -> None:
    """Four pairs and a cube, or five pairs, are 18 VP under a limit of 18: $5 are left, or nothing, which counts."""
    slid = {"side": "TAB_SIDE_B", "pulled": 5}
    human = {
        "money": 25,
        "goods": 5,
        "tabs": {"housing": slid, "industry": slid},
        "donations": [GOODS, PAIRS],
    }
    position = over(human, andrew={"cards": NORMAL, "played": 20})
    assert holdings_left(COMPONENTS, position.players[0]) == ((0, 0), (5, 0))
    assert lines(position.players[0])["donations"] == 18
    assert andrews(human, donations=[MONEY])["donations"] == 0
