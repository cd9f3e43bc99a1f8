"""Every kind of fault of a position is found, with its path in the document, and all of them at once."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.rules import InvalidPosition, position_from_json
from models.hand_positions import COMPONENTS, Json, company, document, project

HELD = {"lying": 1}
CARDS = [card for card in COMPONENTS.solo_cards if card.startswith("N")]


def found(data: object) -> list[tuple[str, str]]:
    """Give the path and the reason of every fault."""
    try:
        position_from_json(COMPONENTS, data)
    except InvalidPosition as invalid:
        for fault in invalid.faults:
            assert fault.found
            assert fault.allowed
        return [(fault.path, fault.reason) for fault in invalid.faults]
    return []


def of_player(**fields: Any) -> Json:
    """Give a mid-game document whose second player has some fields."""
    return document({}, fields)


def of_company(**spaces: Json) -> Json:
    return of_player(company=company(**spaces))


PLAYER_FAULTS: list[tuple[Json, str, str]] = [
    (of_player(money=-1), "money", "OUT_OF_RANGE"),
    (of_player(goods=-3), "goods", "OUT_OF_RANGE"),
    (of_player(vp=-7), "vp", "OUT_OF_RANGE"),
    (of_player(money=1000), "money", "OUT_OF_RANGE"),
    (of_player(missions={"west": -1}), "missions.west", "OUT_OF_RANGE"),
    (of_company(lobby={"lying": 16}), "employees_in_supply", "TOO_MANY_EMPLOYEES"),
    (of_player(missions={"east": 6}), "employees_in_supply", "TOO_MANY_EMPLOYEES"),
    (of_player(employeesInSupply=6), "employees_in_supply", "INCONSISTENT"),
    (of_player(employeesInSupply=-1), "employees_in_supply", "OUT_OF_RANGE"),
    (of_player(disksInSupply=23), "disks_in_supply", "INCONSISTENT"),
    (of_player(disksInSupply=-1), "disks_in_supply", "TOO_MANY_DISKS"),
    (of_company(a3={"standingAt": [1]}), "company.spaces[0].standing_at", "NO_WORKSTATION"),
    (of_company(lobby={"standingAt": [1]}), "company.spaces[0].standing_at", "NO_WORKSTATION"),
    (of_company(c1=HELD, b1={"standingAt": [3]}), "company.spaces[1].standing_at", "NO_WORKSTATION"),
    (of_company(b1={"standingAt": [0]}), "company.spaces[0].standing_at", "NO_WORKSTATION"),
    (of_company(b1={"standingAt": [1, 1]}), "company.spaces[0].standing_at", "DUPLICATE"),
    (
        of_company(a3={"department": "New Lobby", "standingAt": [1]}),
        "company.spaces[0].standing_at",
        "NO_WORKSTATION",
    ),
    (of_company(a3={"lying": -1}), "company.spaces[0].lying", "OUT_OF_RANGE"),
    (of_company(e9=HELD), "company.spaces[0].space", "UNKNOWN_SPACE"),
    (of_company(**{"": HELD}), "company.spaces[0].space", "UNKNOWN_SPACE"),
    (
        of_player(company={"spaces": [{"space": "a3"}, {"space": "a3"}]}),
        "company.spaces[1].space",
        "DUPLICATE",
    ),
    (of_company(a3={"department": "Bakery"}), "company.spaces[0].department", "UNKNOWN_DEPARTMENT"),
    (of_company(a3={"department": "Construction"}), "company.spaces[0].department", "INCONSISTENT"),
    (of_company(c1={"department": "Sales"}), "company.spaces[0].department", "INCONSISTENT"),
    (of_company(lobby={"department": "Sales"}), "company.spaces[0].department", "INCONSISTENT"),
    (
        {**of_company(a3={"department": "Sales"}, b3={"department": "Sales"}), "display": {}},
        "company.spaces",
        "IDENTICAL_DEPARTMENT",
    ),
    (of_player(reservedDepartment="Bakery"), "reserved_department", "UNKNOWN_DEPARTMENT"),
    (of_player(reservedDepartment="Construction"), "reserved_department", "UNKNOWN_DEPARTMENT"),
    (of_player(tabs={"housing": {"pulled": 6}}), "tabs.housing.pulled", "OUT_OF_RANGE"),
    (of_player(tabs={"industry": {"pulled": -1}}), "tabs.industry.pulled", "OUT_OF_RANGE"),
    (of_player(tabs={"housing": {"waiting": 0}}), "tabs.housing.waiting", "INCONSISTENT"),
    (of_player(tabs={"housing": {"waiting": 2}}), "tabs.housing.waiting", "INCONSISTENT"),
    (of_player(tabs={"commerce": {"built": 1}}), "tabs.commerce.built", "INCONSISTENT"),
    (of_player(transport={"south": 5}), "transport.south", "OUT_OF_RANGE"),
    (of_player(transport={"west": -1}), "transport.west", "OUT_OF_RANGE"),
    (of_player(donations=["PARKS"]), "donations[0]", "UNKNOWN_DONATION"),
    (of_player(donations=["WELFARE_FLAT"] * 2), "donations[1]", "DUPLICATE"),
    (of_player(projects=[project("Gotham", kind="HOUSING")]), "projects[0].city", "UNKNOWN_CITY"),
    (of_player(projects=[project("Gotham")]), "projects[0].city", "UNKNOWN_CITY"),
    (of_player(projects=[project("Boston", 3, "HOUSING")]), "projects[0].city_space", "OUT_OF_RANGE"),
    (of_player(projects=[project("Boston", -1)]), "projects[0].city_space", "OUT_OF_RANGE"),
    (of_player(projects=[project("Reno")]), "projects[0].type", "MISSING"),
    (of_player(projects=[project("Boston", 0, "HOUSING")]), "projects[0].type", "WRONG_PROJECT_TYPE"),
    (of_player(actionChoiceTile=True), "action_choice_tile", "TOO_MANY_TILES"),
]


@pytest.mark.parametrize(("data", "path", "reason"), PLAYER_FAULTS)
def test_of_one_player(data: Json, path: str, reason: str) -> None:
    """What one player cannot have is found below that player, by the index that the document gives it."""
    faults = found(data)
    assert (f"players[1].{path}", reason) in faults
    assert {place.split(".")[0] for place, _ in faults} == {"players[1]"}


BOSTON = project("Boston", 1)
INCOME: Json = {"phase": "EVENT", "action": "MANAGEMENT", "events": ["EVENT_INCOME_WEST"]}
DONATION: Json = {"phase": "EVENT", "action": "MANAGEMENT", "events": ["EVENT_DONATION"]}
# Housing, side A: the third circle leaves a choice.
CHOOSER: Json = {
    "tabs": {"housing": {"pulled": 2}},
    "projects": [BOSTON, project("Albany", 1), project("Chicago", 1)],
}
CHOICE: Json = {"type": "PROJECT_TYPE_HOUSING", "circle": 2}
CHANGED: Json = {
    "action": "CONSTRUCTION",
    "player": 1,
    "turn": {"action": "ACTION_HUMAN_RESOURCES", "moves": 3},
}
GAME_FAULTS: list[tuple[Json, list[tuple[str, str]]]] = [
    (document({}, round=0), [("round", "OUT_OF_RANGE"), ("timeline", "INCONSISTENT")]),
    (document({}, round=21), [("round", "OUT_OF_RANGE"), ("timeline", "INCONSISTENT")]),
    ({}, [("players", "WRONG_LENGTH")]),
    (document(*[{}] * 5), [("players", "WRONG_LENGTH")]),
    (document({}, {}, player=2), [("player", "OUT_OF_RANGE"), ("player", "INCONSISTENT")]),
    (document({}, {}, player=-1, action="MANAGEMENT"), [("player", "OUT_OF_RANGE")]),
    (document({}, firstPlayer=1), [("first_player", "OUT_OF_RANGE"), ("player", "OUT_OF_RANGE")]),
    (document({}, {}, player=1), [("player", "INCONSISTENT")]),
    (document({}, phase="STANDING_UP", round=4), [("action", "MISSING")]),
    (document({}, phase="SELECT_TIMELINE", action="MANAGEMENT", round=5), [("action", "INCONSISTENT")]),
    (document({}, phase="SETUP_MOVES"), [("phase", "INCONSISTENT")]),
    (document({}, phase="GAME_OVER"), [("phase", "INCONSISTENT")]),
    (document({}, round=6), [("timeline", "INCONSISTENT")]),
    (document({}, action="MANAGEMENT", events=["EVENT_DONATION"]), [("events", "INCONSISTENT")]),
    (document({}, action="MANAGEMENT", phase="EVENT"), [("events", "WRONG_LENGTH")]),
    (
        document({}, timeline={"management": {"used": 6}}, round=7),
        [("timeline.management.used", "OUT_OF_RANGE")],
    ),
    (
        document({}, timeline={"management": {"used": 4}}, action="CONSTRUCTION"),
        [("timeline.construction.used", "INCONSISTENT")],
    ),
    (
        document({}, timeline={"construction": {"events": ["EVENT_DONATION"], "used": 4}}),
        [("timeline.construction.events", "WRONG_LENGTH")],
    ),
    (
        document({"projects": [BOSTON]}, {"projects": [BOSTON]}),
        [("players[1].projects[0]", "SPACE_OCCUPIED")],
    ),
    (
        document({"projects": [BOSTON]}, neutralProjects=[project("Reno"), BOSTON]),
        [("neutral_projects[1]", "SPACE_OCCUPIED")],
    ),
    (document({}, neutralProjects=[project("Gotham")]), [("neutral_projects[0].city", "UNKNOWN_CITY")]),
    (
        document({}, neutralProjects=[project("Reno", 1)]),
        [("neutral_projects[0].city_space", "OUT_OF_RANGE")],
    ),
    (
        document({"transport": {"east": 4}}, {}, {"transport": {"east": 4}}),
        [("players[2].transport.east", "SPACE_OCCUPIED")],
    ),
    (
        document({"donations": ["WELFARE_FLAT"]}, neutralDonations=["WELFARE_GOODS", "WELFARE_FLAT"]),
        [("neutral_donations[1]", "SPACE_OCCUPIED"), ("players[0].donations[0]", "SPACE_OCCUPIED")],
    ),
    (document({}, neutralDonations=["WELFARE_FLAT", "ALMS"]), [("neutral_donations[1]", "UNKNOWN_DONATION")]),
    (
        document({}, display={"departments": ["Sales", "Cafe"]}),
        [("display.departments[1]", "UNKNOWN_DEPARTMENT")],
    ),
    (
        document({}, display={"departments": ["Sales", "Construction"]}),
        [("display.departments[1]", "UNKNOWN_DEPARTMENT")],
    ),
    (document({}, display={"departments": ["Sales"] * 3}), [("display.departments", "TOO_MANY_TILES")]),
    (
        document({"reservedDepartment": "Sales"}, display={"departments": ["Sales"] * 2}),
        [("display.departments", "TOO_MANY_TILES")],
    ),
    (
        document({"reservedDepartment": "Sales", "company": company(a3={"department": "Sales"})}, display={}),
        [("players[0].reserved_department", "INCONSISTENT")],
    ),
    (document({}, turn={}), [("turn", "INCONSISTENT")]),
    (document({}, phase="STANDING_UP", action="MANAGEMENT", turn={"moves": 1}), [("turn", "INCONSISTENT")]),
    (document({}, action="MANAGEMENT", turn={"moves": 1}), [("turn.moves", "OUT_OF_RANGE")]),
    (document({}, action="MANAGEMENT", turn={"studyPoints": 1}), [("turn.study_points", "OUT_OF_RANGE")]),
    (document({}, action="HUMAN_RESOURCES", turn={"moves": -1}), [("turn.moves", "OUT_OF_RANGE")]),
    (
        document({}, {}, action="MANAGEMENT", turn={"action": "ACTION_CONSTRUCTION"}),
        [("turn.action", "INCONSISTENT")],
    ),
    (
        document({}, {}, {}, action="MANAGEMENT", turn={"action": "ACTION_CONSTRUCTION"}),
        [("turn.action", "INCONSISTENT")],
    ),
    (
        document({}, action="CONSTRUCTION", turn={"uses": [{"space": "c1", "count": 2}]}),
        [("turn.uses[0].count", "OUT_OF_RANGE")],
    ),
    (
        document({}, action="CONSTRUCTION", turn={"uses": [{"space": "d1", "count": 1}]}),
        [("turn.uses[0].space", "INCONSISTENT")],
    ),
    (
        document({}, action="CONSTRUCTION", turn={"uses": [{"space": "z1", "count": 1}]}),
        [("turn.uses[0].space", "UNKNOWN_SPACE")],
    ),
    (
        document({}, action="CONSTRUCTION", turn={"uses": [{"space": "c1"}, {"space": "c1", "count": 1}]}),
        [("turn.uses[1].space", "DUPLICATE")],
    ),
    (
        {"phase": "PHASE_SETUP_MOVES", "players": [{}], "turn": {"moves": 11}},
        [("turn.moves", "OUT_OF_RANGE")],
    ),
    (
        {"phase": "PHASE_SETUP_MOVES", "players": [{}], "turn": {"action": "ACTION_MANAGEMENT"}},
        [("turn.action", "INCONSISTENT")],
    ),
    (document({"actionChoiceTile": True}, {}, {}), [("players[2].action_choice_tile", "TOO_MANY_TILES")]),
    (document({}, {}, andrew={"cards": CARDS}), [("andrew", "INCONSISTENT")]),
    (document({}, andrew={"cards": CARDS[:19]}), [("andrew.cards", "WRONG_LENGTH")]),
    (document({}, andrew={"cards": [*CARDS[:19], CARDS[0]]}), [("andrew.cards", "DUPLICATE")]),
    (document({}, andrew={"cards": [*CARDS[:19], "X99"]}), [("andrew.cards[19]", "UNKNOWN_CARD")]),
    (
        document({}, andrew={"cards": CARDS, "played": 21, "shift": 5, "vp": -1, "transport": {"west": 5}}),
        [
            ("andrew.played", "OUT_OF_RANGE"),
            ("andrew.shift", "OUT_OF_RANGE"),
            ("andrew.transport.west", "OUT_OF_RANGE"),
            ("andrew.vp", "OUT_OF_RANGE"),
        ],
    ),
    (
        document(
            {},
            andrew={"cards": CARDS, "departments": ["Sales", "Bank"], "donations": ["WELFARE_FLAT", "ALMS"]},
        ),
        [("andrew.departments[1]", "UNKNOWN_DEPARTMENT"), ("andrew.donations[1]", "UNKNOWN_DONATION")],
    ),
    (
        document(
            {}, andrew={"cards": CARDS, "projects": [project("Reno"), BOSTON]}, neutralProjects=[BOSTON]
        ),
        [("andrew.projects[1]", "SPACE_OCCUPIED")],
    ),
    (
        document({"transport": {"west": 4}}, andrew={"cards": CARDS, "transport": {"west": 4}}),
        [("andrew.transport.west", "SPACE_OCCUPIED")],
    ),
    # Andrew acts at certain moments only, and plays one card a round.
    (document({}, andrew={"cards": CARDS, "toAct": True}), [("andrew.to_act", "INCONSISTENT")]),
    (
        document({}, phase="STANDING_UP", action="MANAGEMENT", andrew={"cards": CARDS, "toAct": True}),
        [("andrew.to_act", "INCONSISTENT")],
    ),
    (
        document({}, **INCOME, andrew={"cards": CARDS, "toAct": True}),
        [("andrew.to_act", "INCONSISTENT")],
    ),
    (
        document({}, timeline={"management": {"used": 5}}, round=6, andrew={"cards": CARDS}),
        [("andrew.to_act", "INCONSISTENT")],
    ),
    (document({}, andrew={"cards": CARDS, "played": 4}), []),
    (document({}, andrew={"cards": CARDS, "played": 5}), [("andrew.played", "INCONSISTENT")]),
    (document({}, **INCOME, andrew={"cards": CARDS, "played": 4}), [("andrew.played", "INCONSISTENT")]),
    (document({}, action="MANAGEMENT", andrew={"cards": CARDS, "played": 4}), []),
    (
        document({}, action="MANAGEMENT", andrew={"cards": CARDS, "played": 4, "toAct": True}),
        [("andrew.played", "INCONSISTENT")],
    ),
    (
        document({}, used=5, phase="STANDING_UP", action="MANAGEMENT", andrew={"cards": CARDS, "played": 20}),
        [],
    ),
    (
        {"phase": "PHASE_SETUP_PLACEMENT", "players": [{"tabs": {"industry": {"pulled": 1}}}]},
        [("players[0].tabs.industry.pulled", "INCONSISTENT")],
    ),
    # What belongs to an event.
    (document({}, **INCOME, turn={"broughtHome": True, "studyPoints": 3}), []),
    (document({}, **INCOME, turn={"studyPoints": 3}), [("turn.study_points", "OUT_OF_RANGE")]),
    (document({}, **INCOME, turn={"donated": True}), [("turn.donated", "INCONSISTENT")]),
    (document({}, **INCOME, turn={"moves": 2}), [("turn", "INCONSISTENT")]),
    (document({}, **INCOME, turn={"action": "ACTION_MANAGEMENT"}), [("turn", "INCONSISTENT")]),
    (document({}, **DONATION, turn={"donated": True}), []),
    (document({}, **DONATION, turn={"broughtHome": True}), [("turn.brought_home", "INCONSISTENT")]),
    (document(CHOOSER, **INCOME, turn={"broughtHome": True, "choices": [CHOICE]}), []),
    (document(CHOOSER, **INCOME, turn={"choices": [CHOICE]}), [("turn.choices[0]", "INCONSISTENT")]),
    (
        document(CHOOSER, **INCOME, turn={"broughtHome": True, "choices": [CHOICE, CHOICE]}),
        [("turn.choices[1]", "INCONSISTENT")],
    ),
    (
        document(CHOOSER, **INCOME, turn={"broughtHome": True, "choices": [{**CHOICE, "circle": 1}]}),
        [("turn.choices[0]", "INCONSISTENT")],  # $2, no choice
    ),
    (
        document({}, **INCOME, turn={"broughtHome": True, "choices": [CHOICE]}),
        [("turn.choices[0]", "INCONSISTENT")],  # nothing is built
    ),
    (document({}, action="MANAGEMENT", turn={"donated": True}), [("turn", "INCONSISTENT")]),
    # Another action than the round's, with a tile that is not there, that nobody has, or that has been used.
    (document({}, {}, **CHANGED), [("turn.action", "INCONSISTENT")]),
    (document({}, {}, {}, firstPlayer=1, **CHANGED), [("turn.action", "INCONSISTENT")]),
    (document({}, {}, {}, **CHANGED), []),
    (document({}, {}, {}, {}, **CHANGED), [("players[1].action_choice_tile", "INCONSISTENT")]),
    (document({}, {"actionChoiceTile": False}, {}, {}, **CHANGED), []),
]


@pytest.mark.parametrize(("data", "faults"), GAME_FAULTS)
def test_of_the_game(data: Json, faults: list[tuple[str, str]]) -> None:
    """What the game as a whole cannot be in is found, and nothing else besides."""
    assert found(data) == faults


@pytest.mark.parametrize(
    ("data", "path", "reason"),
    [
        (None, "", "WRONG_TYPE"),
        ([], "", "WRONG_TYPE"),
        ("{}", "", "WRONG_TYPE"),
        (document({}, phase="TEA"), "phase", "UNKNOWN_ENUM_VALUE"),
        (document({}, phase="tea_time"), "phase", "UNKNOWN_ENUM_VALUE"),
        ({**document({}), "phase": 6}, "phase", "UNKNOWN_ENUM_VALUE"),
        ({**document({}), "phase": "EVENT"}, "phase", "UNKNOWN_ENUM_VALUE"),
        (document({}, action="SLEEP"), "action", "UNKNOWN_ENUM_VALUE"),
        (document({}, events=["EVENT_UNSPECIFIED"]), "events[0]", "UNKNOWN_ENUM_VALUE"),
        (of_player(tabs={"housing": {"side": "A"}}), "players[1].tabs.housing.side", "UNKNOWN_ENUM_VALUE"),
        (
            of_player(projects=[project("Reno", kind="INN")]),
            "players[1].projects[0].type",
            "UNKNOWN_ENUM_VALUE",
        ),
        (document({}, round="4"), "round", "WRONG_TYPE"),
        (document({}, round=4.0), "round", "WRONG_TYPE"),
        (document({}, round=True), "round", "WRONG_TYPE"),
        (document({}, round=float("nan")), "round", "WRONG_TYPE"),
        (document({}, round=2**31), "round", "OUT_OF_RANGE"),
        (document({}, round=10**6000), "round", "OUT_OF_RANGE"),
        (document({}, player="me"), "player", "WRONG_TYPE"),
        (document({}, colour="red"), "colour", "UNKNOWN_FIELD"),
        (
            of_player(company=company(a3={"employees": 2})),
            "players[1].company.spaces[0].employees",
            "UNKNOWN_FIELD",
        ),
        (of_player(money={"dollars": 3}), "players[1].money", "WRONG_TYPE"),
        (of_player(actionChoiceTile=1), "players[1].action_choice_tile", "WRONG_TYPE"),
        (of_player(company={"spaces": {"a1": 1}}), "players[1].company.spaces", "WRONG_TYPE"),
        (of_player(donations=[None]), "players[1].donations[0]", "WRONG_TYPE"),
        (of_player(donations="WELFARE_FLAT"), "players[1].donations", "WRONG_TYPE"),
        ({"players": {}}, "players", "WRONG_TYPE"),
        ({"players": [[]]}, "players[0]", "WRONG_TYPE"),
        ({"players": [{}], "round": 1, "first_player": 0, "firstPlayer": 0}, "first_player", "UNKNOWN_FIELD"),
    ],
)
def test_malformed(data: object, path: str, reason: str) -> None:
    """A value of a wrong type or of an unknown name, and an unknown field, is found by its path."""
    assert found(data) == [(path, reason)]
