"""Donations: what each one scores, its limit and the +3, and what goods cubes and money pay for."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from carnegie_solver.rules import Player
from carnegie_solver.rules.donations import (
    COUNTS,
    PAID,
    built_departments,
    counted_vp,
    donation_limit,
    donation_vp,
    paid_vp,
    raised_limits,
)
from models.hand_positions import COMPONENTS, company, hand_position, project

TABS = {name: {"pulled": 3} for name in ("housing", "commerce", "industry", "publicInfrastructure")}
PROJECTS = [
    # Housing 2, Commerce 1, Industry 3, Public Infrastructure 2; East 3, Midwest 1, South 2, West 2; small cities 2.
    project("Boston", 1),
    project("Reno", 0, "HOUSING"),
    project("Albany", 0),
    project("Chicago", 2),
    project("Houston", 2),
    project("Boston", 2),
    project("Denver", 1),
    project("Dallas", 0, "PUBLIC_INFRASTRUCTURE"),
]
TILES: dict[str, Any] = {
    "a3": {"department": "Recruiting", "standingAt": [1, 2]},
    "b3": {"department": "Sales"},
    "c3": {"department": "Purchasing", "lying": 1},
    "d4": {"department": "Engineering"},
    "b4": {"department": "Telegraph Operators", "standingAt": [1]},
}


def holder(*donations: str, **fields: Any) -> Player:
    """Give a player with 8 projects, 5 tiles, 6 standing employees, Railroads in two regions, $23 and 4 goods cubes."""
    player = {
        "money": 23,
        "goods": 4,
        "company": company(a1={"standingAt": [1]}, c1={"standingAt": [1, 2]}, lobby={"lying": 2}, **TILES),
        "tabs": TABS,
        "projects": PROJECTS,
        "transport": {"east": 1, "midwest": 2, "west": 2, "south": 1},
        "donations": list(donations),
    }
    return hand_position({**player, **fields}).players[0]


@pytest.mark.parametrize(
    ("donation", "vp"),
    [
        ("EDUCATION_DEPARTMENTS_HUMAN_RESOURCES", 3),
        ("EDUCATION_DEPARTMENTS_MANAGEMENT", 6),
        ("EDUCATION_DEPARTMENTS_CONSTRUCTION", 3),
        ("EDUCATION_DEPARTMENTS_RESEARCH", 3),
        ("EDUCATION_DEPARTMENTS_ANY", 5),
        ("HUMAN_RIGHTS_PROJECTS_PUBLIC_INFRASTRUCTURE", 8),
        ("HUMAN_RIGHTS_PROJECTS_INDUSTRY", 9),
        ("HUMAN_RIGHTS_PROJECTS_HOUSING_AND_COMMERCE", 6),
        ("HUMAN_RIGHTS_RAILROADS", 6),
        ("HUMAN_RIGHTS_DONATIONS", 2),
        ("WELFARE_FLAT", 7),
        ("WELFARE_GOODS", 8),
        ("WELFARE_MONEY", 8),
        ("WELFARE_MONEY_AND_GOODS", 12),  # four pairs are 16, above the limit
        ("WELFARE_DEPARTMENTS_STAFFED", 6),
        ("HEALTH_PROJECTS_EAST", 6),
        ("HEALTH_PROJECTS_MIDWEST", 2),
        ("HEALTH_PROJECTS_SOUTH", 4),
        ("HEALTH_PROJECTS_WEST", 4),
        ("HEALTH_PROJECTS_SMALL_CITIES", 4),
    ],
)
def test_each_donation(donation: str, vp: int) -> None:
    """Each donation by itself, counted by hand on the same holdings [board]."""
    assert donation_vp(COMPONENTS, holder(donation)) == vp


def test_every_donation_is_known() -> None:
    """Each of the twenty either counts something lasting or is paid for at the end."""
    assert len(COUNTS) + len(PAID) == 20
    assert {*COUNTS, *PAID} == set(COMPONENTS.donations)


def test_without_donations_nothing_is_scored() -> None:
    """Holdings score nothing by themselves."""
    assert donation_vp(COMPONENTS, holder()) == 0


def test_the_starting_departments_do_not_count() -> None:
    """Built Departments are the tiles; the five of the beginning are not among them [decided]."""
    assert built_departments(COMPONENTS, holder()) == 5
    bare = holder(
        "EDUCATION_DEPARTMENTS_ANY",
        "EDUCATION_DEPARTMENTS_MANAGEMENT",
        company=company(a1={"standingAt": [1, 2, 3], "lying": 1}),
    )
    assert donation_vp(COMPONENTS, bare) == 0


def test_employees_on_missions_and_the_permanent_one_are_not_standing() -> None:
    """Standing employees are those at workstations: not lying, not on Missions, not the permanent one."""
    away = {"company": company(b1={"lying": 3}), "missions": {"west": 4}}
    assert donation_vp(COMPONENTS, holder("WELFARE_DEPARTMENTS_STAFFED", **away)) == 0


def test_each_own_donation_counts() -> None:
    """The donation for donations counts itself and all others made."""
    four = holder("WELFARE_FLAT", "HUMAN_RIGHTS_DONATIONS", "HEALTH_PROJECTS_EAST", "HUMAN_RIGHTS_RAILROADS")
    assert counted_vp(COMPONENTS, four)["HUMAN_RIGHTS_DONATIONS"] == 8


SLID = {"side": "TAB_SIDE_B", "pulled": 5}


@pytest.mark.parametrize(
    ("tabs", "raised"),
    [
        ({}, 0),
        ({"housing": SLID}, 3),
        ({"housing": SLID, "publicInfrastructure": SLID}, 6),
        ({"housing": SLID, "commerce": SLID, "industry": SLID, "publicInfrastructure": SLID}, 12),
        ({"housing": {"side": "TAB_SIDE_B", "pulled": 4}}, 0),  # not reached yet
        ({"housing": {"side": "TAB_SIDE_A", "pulled": 5}}, 0),
    ],
)
def test_the_limit_is_raised(tabs: dict[str, Any], raised: int) -> None:
    """A donation scores 12 VP at most, plus 3 for each own tab whose +3 is revealed [board, seed]."""
    spaces = company(**{label: {"department": name} for label, name in zip(FREE, HR_TILES, strict=True)})
    pulled = {name: {"pulled": 3} for name in ("housing", "commerce", "industry", "publicInfrastructure")}
    crowd = [
        project("San Francisco", 2),
        project("San Francisco", 3),
        project("Chicago", 2),
        project("Chicago", 3),
    ]
    player = hand_position(
        {
            "donations": [
                "WELFARE_GOODS",
                "HUMAN_RIGHTS_PROJECTS_INDUSTRY",
                "EDUCATION_DEPARTMENTS_HUMAN_RESOURCES",
            ],
            "goods": 30,
            "tabs": pulled | tabs,
            "projects": crowd,
            "company": spaces,
        },
        display={},
    ).players[0]
    assert raised_limits(COMPONENTS, player) == raised
    assert donation_limit(COMPONENTS, player) == 12 + raised
    # 4 Industry projects are 12 VP, 7 Human Resources tiles 21, 30 goods cubes 60.
    expected = 12 + min(21, 12 + raised) + (12 + raised)
    assert donation_vp(COMPONENTS, player) == expected


FREE = ("a3", "b3", "c3", "d3", "a4", "b4", "c4")
HR_TILES = (
    "Training and Partnerships",
    "Recruiting",
    "Safety and Quality",
    "New Lobby",
    "Human Resources Administration",
    "Local Partners",
    "Corporate Communications",
)

Report = Callable[[str, object], None]
GOODS, MONEY, PAIRS = "WELFARE_GOODS", "WELFARE_MONEY", "WELFARE_MONEY_AND_GOODS"


@pytest.mark.parametrize(
    ("held", "money", "goods", "vp"),
    [
        ({GOODS}, 100, 3, 6),
        ({GOODS}, 0, 7, 12),
        ({MONEY}, 14, 9, 4),
        ({MONEY}, 15, 0, 6),
        ({MONEY}, 200, 0, 12),
        ({PAIRS}, 14, 1, 4),
        ({PAIRS}, 14, 9, 8),
        ({PAIRS}, 4, 9, 0),
        ({PAIRS}, 50, 9, 12),
        ({GOODS, MONEY}, 11, 2, 8),
        # Three pairs are 12; what is left goes to the others.
        ({GOODS, MONEY, PAIRS}, 25, 4, 12 + 2 + 4),
        ({GOODS, PAIRS}, 10, 8, 8 + 12),
        ({MONEY, PAIRS}, 30, 3, 12 + 6),
        ({GOODS, MONEY, PAIRS}, 5, 1, 4),
        ({GOODS, MONEY, PAIRS}, 200, 50, 36),
        (set(), 200, 50, 0),
    ],
)
def test_goods_and_money_are_shared_out(held: set[str], money: int, goods: int, vp: int) -> None:
    """Each goods cube and each $5 pays for one donation, shared out to give the most [decided]."""
    assert paid_vp(COMPONENTS, frozenset(held), 12, money, goods) == vp


def most(held: set[str], limit: int, money: int, goods: int) -> int:
    """Try every way to share out the goods cubes and the sums of $5."""
    sums = money // 5
    return max(
        (min(limit, 2 * for_goods) if GOODS in held else 0)
        + (min(limit, 2 * for_money) if MONEY in held else 0)
        + (min(limit, 4 * pairs) if PAIRS in held else 0)
        for pairs in range(min(sums, goods) + 1)
        for for_goods in range(goods - pairs + 1)
        for for_money in range(sums - pairs + 1)
    )


@pytest.mark.parametrize("seed", range(10))
def test_all_ways_to_share_out(seed: int, record_property: Report) -> None:
    """No way to share out goods cubes and money gives more."""
    chance = random.Random(seed)
    for _ in range(30):
        held = {donation for donation in PAID if chance.random() < 0.7}
        limit, money, goods = chance.choice([12, 15, 18, 24]), chance.randint(0, 60), chance.randint(0, 12)
        assert paid_vp(COMPONENTS, frozenset(held), limit, money, goods) == most(held, limit, money, goods)
    record_property("compared: donations paid for with all ways to share out", 30)
