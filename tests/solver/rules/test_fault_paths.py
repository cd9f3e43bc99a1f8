"""All faults of a document come at once, and their paths lead to where the document has them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action
from carnegie_solver.rules import (
    InvalidPosition,
    Position,
    Space,
    find_faults,
    position_from_json,
    position_to_json,
)
from models.hand_positions import COMPONENTS, company, document, project
from models.random_positions import random_position


def found(data: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidPosition) as caught:
        position_from_json(COMPONENTS, data)
    return [(fault.path, fault.reason) for fault in caught.value.faults]


def test_all_breaches_at_once() -> None:
    """Every breach of the rules in a document is reported together, in the order of their paths."""
    data = document(
        {
            "money": -1,
            "goods": -2,
            "company": company(
                d4={"standingAt": [1]},
                c1={"standingAt": [2, 4]},
                a3={"department": "Sales"},
                b3={"department": "Sales"},
                lobby={"lying": 14},
            ),
            "transport": {"west": 9, "east": 4},
            "projects": [project("Reno"), project("Boston", 1)],
            "donations": ["WELFARE_FLAT", "PARKS"],
        },
        {
            "tabs": {"housing": {"pulled": 7}, "industry": {"built": 1}},
            "transport": {"east": 4},
            "projects": [project("Boston", 1)],
        },
        player=7,
        action="CONSTRUCTION",
        display={"departments": ["Sales", "Cafe"]},
        neutralProjects=[project("Boston", 1), project("Gotham")],
    )
    faults = found(data)
    assert faults == sorted(faults, key=lambda fault: fault[0])
    assert set(faults) >= {
        ("display.departments", "TOO_MANY_TILES"),
        ("display.departments[1]", "UNKNOWN_DEPARTMENT"),
        ("neutral_projects[0]", "SPACE_OCCUPIED"),
        ("neutral_projects[1].city", "UNKNOWN_CITY"),
        ("player", "OUT_OF_RANGE"),
        ("players[0].company.spaces", "IDENTICAL_DEPARTMENT"),
        ("players[0].company.spaces[0].standing_at", "NO_WORKSTATION"),
        ("players[0].company.spaces[1].standing_at", "NO_WORKSTATION"),
        ("players[0].donations[1]", "UNKNOWN_DONATION"),
        ("players[0].employees_in_supply", "TOO_MANY_EMPLOYEES"),
        ("players[0].goods", "OUT_OF_RANGE"),
        ("players[0].money", "OUT_OF_RANGE"),
        ("players[0].projects[0].type", "MISSING"),
        ("players[0].transport.west", "OUT_OF_RANGE"),
        ("players[1].projects[0]", "SPACE_OCCUPIED"),
        ("players[1].tabs.housing.pulled", "OUT_OF_RANGE"),
        ("players[1].tabs.industry.built", "INCONSISTENT"),
        ("players[1].transport.east", "SPACE_OCCUPIED"),
    }


def test_all_malformed_values_at_once() -> None:
    """Every malformed value of a document is reported together."""
    data = document(
        {"money": "12", "tabs": {"housing": {"side": "C"}}, "projects": [{"town": "Boston"}]},
        {"company": {"spaces": [{"space": 3, "lying": None, "standingAt": [1, "2"]}]}},
        phase="TEA",
        round=None,
        neutralDonations=["WELFARE_FLAT", 7],
    )
    assert sorted(found(data)) == [
        ("neutral_donations[1]", "WRONG_TYPE"),
        ("phase", "UNKNOWN_ENUM_VALUE"),
        ("players[0].money", "WRONG_TYPE"),
        ("players[0].projects[0].town", "UNKNOWN_FIELD"),
        ("players[0].tabs.housing.side", "UNKNOWN_ENUM_VALUE"),
        ("players[1].company.spaces[0].space", "WRONG_TYPE"),
        ("players[1].company.spaces[0].standing_at[1]", "WRONG_TYPE"),
    ]


def test_faults_come_in_the_order_of_numbers() -> None:
    """The eleventh item of a list comes after the third, not before it."""
    data = document({}, neutralProjects=[project(f"Gotham {number}") for number in range(11)])
    assert found(data) == [(f"neutral_projects[{number}].city", "UNKNOWN_CITY") for number in range(11)]


INDEXED: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    (  # Spaces that the reader puts in the board's order, some of them empty, others left out.
        {
            "company": company(
                d4={}, c1={"standingAt": [9]}, a1={"lying": 1}, b4={"lying": -1}, lobby={"lying": 2}
            )
        },
        [
            ("players[0].company.spaces[1].standing_at", "NO_WORKSTATION"),
            ("players[0].company.spaces[3].lying", "OUT_OF_RANGE"),
        ],
    ),
    (  # An empty space whose employees cancel out is listed all the same.
        {"company": company(d4={"lying": -1}, a3={"lying": -1, "standingAt": [1]})},
        [
            ("players[0].company.spaces[0].lying", "OUT_OF_RANGE"),
            ("players[0].company.spaces[1].lying", "OUT_OF_RANGE"),
            ("players[0].company.spaces[1].standing_at", "NO_WORKSTATION"),
        ],
    ),
    (  # Projects that the reader sorts by city.
        {
            "projects": [
                project("Washington", 7, "HOUSING"),
                project("Boston", 1),
                project("Albany", 0, "INDUSTRY"),
            ]
        },
        [
            ("players[0].projects[0].city_space", "OUT_OF_RANGE"),
            ("players[0].projects[2].type", "WRONG_PROJECT_TYPE"),
        ],
    ),
    (  # A project that cannot be placed does not shift those after it.
        {"projects": [project("Reno"), project("Washington", 0), project("Albany", 0, "INDUSTRY")]},
        [("players[0].projects[0].type", "MISSING"), ("players[0].projects[2].type", "WRONG_PROJECT_TYPE")],
    ),
    ({"donations": ["WELFARE_MONEY", "ALMS"]}, [("players[0].donations[1]", "UNKNOWN_DONATION")]),
]


@pytest.mark.parametrize(("player", "faults"), INDEXED)
def test_indices_below_a_player_are_the_documents(
    player: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    """The index in a path is the one that the document has, not that of the canonical order."""
    relevant = [
        fault
        for fault in found(document({"tabs": {"housing": {"pulled": 3}}, **player}))
        if "[" in fault[0][10:]
    ]
    assert relevant == faults


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        (
            {"display": {"departments": ["Sales", "Zoo", "Alehouse"]}},
            [
                ("display.departments[1]", "UNKNOWN_DEPARTMENT"),
                ("display.departments[2]", "UNKNOWN_DEPARTMENT"),
            ],
        ),
        (
            {"neutralProjects": [project("Washington", 5), project("Boston", 0), project("Albany", 8)]},
            [
                ("neutral_projects[0].city_space", "OUT_OF_RANGE"),
                ("neutral_projects[2].city_space", "OUT_OF_RANGE"),
            ],
        ),
        (
            {"neutralDonations": ["ZOO", "WELFARE_FLAT", "ALMS"]},
            [("neutral_donations[0]", "UNKNOWN_DONATION"), ("neutral_donations[2]", "UNKNOWN_DONATION")],
        ),
        (
            {
                "action": "MANAGEMENT",
                "turn": {
                    "uses": [
                        {"space": "d1", "count": 1},
                        {"space": "zz", "count": 1},
                        {"space": "c1"},
                        {"space": "a1", "count": 3},
                    ]
                },
            },
            [
                ("turn.uses[0].space", "INCONSISTENT"),
                ("turn.uses[1].space", "UNKNOWN_SPACE"),
                ("turn.uses[3].count", "OUT_OF_RANGE"),
            ],
        ),
    ],
)
def test_indices_of_the_game_are_the_documents(fields: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    """Display, neutral disks, neutral donations and uses keep the document's indices."""
    assert found(document({}, **fields)) == faults


def test_what_follows_from_a_fault_is_no_fault() -> None:
    """Totals that do not add up only because a space or a project could not be placed are not reported."""
    player = {
        "company": company(lobby={"lying": 9}, e9={"lying": 1}),
        "employeesInSupply": 5,
        "tabs": {"housing": {"pulled": 1, "built": 1, "waiting": 1}},
        "disksInSupply": 30 - 5 - 2 - 2,
        "projects": [project("Reno")],
    }
    assert found(document(player)) == [
        ("players[0].company.spaces[1].space", "UNKNOWN_SPACE"),
        ("players[0].projects[0].type", "MISSING"),
    ]


def break_something(chance: random.Random, position: Position) -> Position:
    """Put one space, disk or tile in a place that the rules forbid."""
    number = chance.randrange(len(position.players))
    player = position.players[number]
    match chance.randrange(3):
        case 0:
            index = chance.randrange(len(player.company))
            space = player.company[index]
            broken = player.with_space(index, Space(space.department, (*space.standing_at, 8), space.lying))
        case 1 if player.projects:
            index = chance.randrange(len(player.projects))
            project = replace(player.projects[index], city_space=6)
            projects = (*player.projects[:index], project, *player.projects[index + 1 :])
            broken = replace(player, projects=tuple(sorted(projects)))
        case _:
            display = tuple(sorted((*position.display, "Alehouse", "Zoo")))
            return replace(position, display=display)
    return replace(position, players=(*position.players[:number], broken, *position.players[number + 1 :]))


def at(document: Any, path: str) -> Any:
    """Follow a path of the contract through a document in lowerCamelCase."""
    for part in path.replace("[", ".[").split("."):
        if part.startswith("["):
            document = document[int(part[1:-1])]
        else:
            head, *tail = part.split("_")
            document = document.get(head + "".join(word.capitalize() for word in tail))
    return document


@pytest.mark.parametrize("seed", range(60))
def test_paths_lead_to_the_fault_in_any_order(seed: int) -> None:
    """However a document's lists are shuffled, the same things are at the ends of the faults' paths."""
    chance = random.Random(seed)
    action = chance.choice(list(Action))
    position = break_something(chance, random_position(COMPONENTS, seed, action))
    canonical = position_to_json(COMPONENTS, position)
    faults = find_faults(COMPONENTS, position)
    assert faults
    shuffled: Any = json.loads(json.dumps(canonical))
    for player in shuffled["players"]:
        chance.shuffle(player["company"]["spaces"])
        chance.shuffle(player.get("projects", []))
    chance.shuffle(shuffled["display"].get("departments", []))
    chance.shuffle(shuffled.get("neutralProjects", []))
    chance.shuffle(shuffled.get("turn", {}).get("uses", []))
    assert sorted((reason, json.dumps(at(shuffled, path))) for path, reason in found(shuffled)) == sorted(
        (fault.reason, json.dumps(at(canonical, fault.path))) for fault in set(faults)
    )


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("SETUP_MOVES", ("SETUP_MOVES in round 3", "the setup only in round 1")),
        ("SETUP_PLACEMENT", ("SETUP_PLACEMENT in round 3", "the setup only in round 1")),
        ("GAME_OVER", ("GAME_OVER in round 3", "the end only in round 20, the last one")),
    ],
)
def test_a_phase_of_another_round_says_the_round_that_has_it(phase: str, said: tuple[str, str]) -> None:
    """The setup lies in round 1, and the end in round 20: that is what is allowed, not a time around them."""
    with pytest.raises(InvalidPosition) as caught:
        position_from_json(COMPONENTS, document({}, phase=phase, round=3))
    assert [(fault.found, fault.allowed) for fault in caught.value.faults if fault.path == "phase"] == [said]
