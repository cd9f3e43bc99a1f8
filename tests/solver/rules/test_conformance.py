"""The cases of tests/conformance hold, and leave out no Department, donation, card, space, number, rule or refusal."""

from __future__ import annotations

import doctest
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from carnegie.v1 import position_pb2, steps_pb2
from carnegie_solver.rules.new_game import Layout, new_game
from models import conformance, conformance_paths
from models.conformance import FOLDER, cases_of, paths
from models.conformance_coverage import (
    STARTING_SPACES,
    all_cases,
    all_exercised,
    notices,
    outcome_of,
    printed_numbers,
    shown_by,
    subject_of,
    with_number_raised,
    without_department,
    without_donation,
)
from models.hand_positions import COMPONENTS
from models.second_opinion import PRINTED

RULES = (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")
TILES = [row["name"] for row in PRINTED["departments"]["rows"]]
DONATIONS = [row["id"] for row in PRINTED["donations"]["rows"]]
CARDS = PRINTED["solo_cards"]["rows"]
ACTIONS = ["HUMAN_RESOURCES", "MANAGEMENT", "CONSTRUCTION", "RESEARCH_AND_DEVELOPMENT"]
REGIONS = ["WEST", "MIDWEST", "EAST", "SOUTH"]


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", paths(), ids=named)
def test_file(path: Path) -> None:
    """Every case of the file is as it expects."""
    failed = outcome_of(path).failed
    text = "\n".join(f"{name}\n    " + "\n    ".join(found) for name, found in failed.items())
    assert not failed, f"\n{text}"


def test_examples_of_the_harness() -> None:
    """The examples in the harness's docstrings give what they say."""
    for module in (conformance, conformance_paths):
        assert doctest.testmod(module).failed == 0


def test_a_wrong_case_fails() -> None:
    """A case whose position, step, value, refusal or score is another one does not hold."""
    sale = next(case for case in all_cases("departments/06-sales") if "then" in case.expected)
    path = "players[0].money"
    wrong: list[dict[str, Any]] = [
        {**sale.expected, "then": {path: sale.expected["then"][path] + 1}},
        {"steps": sale.expected["steps"], "refused": "NO_USE_LEFT"},
        {"steps": [*sale.expected["steps"] * 3], "then": {}},
        {"score": {"players[0].vp": 99}},
        {"legal": [{"playAndrew": {}}]},
        {"notLegal": [{"endTurn": {}}]},
        {"faults": {path: "OUT_OF_RANGE"}},
    ]
    for expected in wrong:
        case = replace(sale, expected=expected)
        assert conformance.failures(case), expected


# What the cases leave out -------------------------------------------------------------------------------------------


def test_every_rule_has_a_case() -> None:
    """Each rule of docs/rules.md is named by a case, and no case names another."""
    rules = set(re.findall(r"^- \*\*(\d+\.\d+)\*\* ", RULES, re.MULTILINE))
    assert len(rules) > 100
    named_rules = {rule for case in all_cases() for rule in case.rules}
    assert sorted(rules - named_rules) == []
    assert sorted(named_rules - rules) == []


def test_every_refusal_has_a_case() -> None:
    """Each reason why a step is refused is the reason of a case."""
    table = RULES.split("\n## Why a step is refused\n")[1]
    reasons = set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE))
    refused = {case.expected["refused"] for case in all_cases() if "refused" in case.expected}
    assert sorted(reasons ^ refused) == []


@pytest.mark.parametrize("department", [*STARTING_SPACES.values(), *TILES])
def test_every_department_has_a_case(department: str) -> None:
    """Some case of the Department's own file fails when nobody stands in it; each has a file of its own."""
    slug = department.lower().replace("&", "-and-").replace(" ", "-")
    number = TILES.index(department) + 1 if department in TILES else 0
    own = f"departments/{number:02}-{slug}$"
    assert shown_by(own, lambda case: without_department(case, department)), own


@pytest.mark.parametrize("donation", DONATIONS)
def test_every_donation_has_a_case(donation: str) -> None:
    """Some case fails when the donation has not been made, and some case makes it."""
    own = f"donations/{donation.lower().replace('_', '-')}$"
    assert shown_by(own, lambda case: without_donation(case, donation)), own
    assert donation in all_exercised().donated


def test_every_card_has_cases() -> None:
    """With each solo card on top, Andrew selects the timeline, donates, and does each of the four actions."""
    whats = ["PHASE_SELECT_TIMELINE", "PHASE_EVENT", *(f"ACTION_{action}" for action in ACTIONS)]
    missing = set(product([card["id"] for card in CARDS], whats)) - all_exercised().cards
    assert sorted(missing) == []


def test_the_cards_rows_are_the_printed_ones() -> None:
    """What the tables of the cards expect is worked out from the printed rows, by the numbers of the tiles."""
    of_type: dict[str, list[str]] = {action: [] for action in ACTIONS}
    for tile in PRINTED["departments"]["rows"]:
        if not tile["expansion"]:
            of_type[tile["type"]].append(tile["name"])
    rows = [row for path in sorted(FOLDER.glob("andrew/cards-*.json")) for row in conformance.rows_of(path)]
    by_card = {row["card"]: row for row in rows}
    assert len(by_card) == len(rows) == len(CARDS) == 40
    for card in CARDS:
        left = {action: iter(names) for action, names in of_type.items()}
        assert by_card[card["id"]] == {
            "card": card["id"],
            "main": f"ACTION_{card['main_action']}",
            "donation": card["donation"],
            "vp": (0, 1, 3, 6, 10)[card["human_resources_shift"]],
            "takes": [next(left[action]) for action in card["management_departments"]],
            "builds": [{"city": city} for city in card["construction_cities"]],
            "track": card["research_region"].lower(),
            "steps": card["research_steps"],
        }


def event(name: str) -> str:
    return "EVENT_DONATION" if name == "DONATION" else f"EVENT_INCOME_{name}"


def test_every_timeline_space_has_a_case() -> None:
    """Each space of both sides of each tile is selected in some case, and the fifth space of each row."""
    sides = {
        tuple(event(name) for name in tile[side])
        for tile in PRINTED["timeline_tiles"]["rows"]
        for side in ("front", "back")
    }
    assert len(sides) == 16
    assert set(product(sides, range(4))) <= all_exercised().timeline_spaces
    assert all_exercised().double_events == {f"ACTION_{action}" for action in ACTIONS}


@pytest.mark.parametrize("layout", Layout)
def test_every_side_comes_up_in_new_games(layout: Layout) -> None:
    """New games lay out each side of each tile, as rows or as columns, and nothing else."""
    sides = {
        tuple(tile[side]): (tile["tile"], side)
        for tile in PRINTED["timeline_tiles"]["rows"]
        for side in ("front", "back")
    }
    seen = set()
    for seed in range(40):
        rows = [
            tuple(item.name.removeprefix("INCOME_") for item in row.events)
            for row in new_game(COMPONENTS, seed, layout=layout).timeline
        ]
        laid = rows if layout is Layout.ROWS else list(zip(*rows, strict=True))
        seen |= {sides[tile] for tile in laid}
    assert seen == set(sides.values())


def test_every_space_of_the_tracks_has_a_case() -> None:
    """Somebody comes home at each space of each track, and a disk arrives at each last one."""
    assert set(product(REGIONS, range(5))) - all_exercised().incomes == set()
    assert all_exercised().bonuses == set(REGIONS)


def test_every_kind_of_step_and_event_has_a_case() -> None:
    """Each kind of step, each gain, each event and each phase in which anybody decides."""
    done = all_exercised()
    assert done.kinds == {item.json_name for item in steps_pb2.Step.DESCRIPTOR.fields}
    assert done.gains == {name for name in steps_pb2.Gain.keys() if name != "GAIN_UNSPECIFIED"}  # noqa: SIM118
    assert done.events == {name for name in position_pb2.Event.keys() if name != "EVENT_UNSPECIFIED"}  # noqa: SIM118
    assert done.phases == set(position_pb2.Phase.keys()) - {"PHASE_UNSPECIFIED", "PHASE_GAME_OVER"}


# Printed numbers, and the files that show them; the groups of the first are put in the place of the second's braces.
# Not among them: names, what a user's file alone could change, and the cards, which have a test of their own.
NUMBERS = {
    r"cities\.rows\.\d+\.vp_per_project": "rules/9.5",
    r"link_score\.": "rules/9.6",
    r"transport_tracks\.rows\.(\w+)\.": "tracks/{0}$",
    r"donations\.rows\.\d+\.vp_each": "donations/",
    r"donations\.limit": "donations/",
    r"project_goods_cost\.": "departments/00-construction",
    r"departments\.rows\.\d+\.desk_costs": "rules/8.1-standing",
    r"departments\.rows\.\d+\.extra_goods": "departments/04-new-lobby",
    r"solo_cards\.shift_vp": "andrew/shift-scoring",
    r"company_board\.starting_departments\.\d+\.desk_costs": "rules/8.1-standing",
    r"company_board\.starting_departments\.0\.permanent_employees": "departments/00-human-resources",
    r"project_tabs\.rows\.\d+\.spaces\.\d+\.income": "events/project-income",
    r"project_tabs\.rows\.\d+\.spaces\.\d+\.(?:vp|raise_by)": "rules/7.[45]",
    r"project_tabs\.rows\.\d+\.advance_costs": "rules/7.2-sliding",
    r"setup\.(?:money|goods$|employees\.in_supply|employees\.lying|departments_removed|neutral)": "rules/13.1-setup",
    r"setup\.action_choice_tiles\.": "rules/13.1-setup",
    r"setup\.(?:goods_sell|action_choice_tile_unused)": "rules/(1.9-sales|9.10)",
    r"setup\.setup_moves": "rules/2.5-setup",
    r"final\.": "rules/9.[23]-",
}


@pytest.mark.parametrize("numbers", NUMBERS)
def test_every_printed_number_has_a_case(numbers: str) -> None:
    """Some case fails when a printed number is another one."""
    tried, unnoticed = 0, []
    for path in printed_numbers(PRINTED):
        dotted = ".".join(map(str, path))
        match = re.match(numbers, dotted)
        components = match and with_number_raised(path)
        if match is None or components is None:
            continue
        tried += 1
        files = NUMBERS[numbers].format(*(group.lower() for group in match.groups()))
        if not notices(files, components, subject_of(path)):
            unnoticed.append(dotted)
    assert tried
    assert unnoticed == []


def test_every_file_is_named_and_read() -> None:
    """Each file lies in a folder of the README's, and the README names all folders."""
    folders = {path.parent.name for path in paths()}
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert {name for name in folders if f"`{name}/`" not in readme} == set()
    assert set(FOLDER.rglob("*.json")) == set(paths())
    for path in paths():
        names = [case.name for case in cases_of(path)]
        assert len(names) == len(set(names)), path
