"""Tables that contradict themselves are refused, each contradiction at the innermost thing that is wrong."""

from __future__ import annotations

import pytest

from carnegie_solver.components import load_components
from models.component_tables import faults_of, table


def test_contradictions_within_a_board() -> None:
    """A board names each of its contradictions where it is: spaces, and Departments with what they are."""
    board = table("company_board")
    departments = board["starting_departments"]
    board["spaces"][3] = board["spaces"][2]
    departments[1] |= {"row": departments[0]["row"], "column": departments[0]["column"]}
    departments[2]["type"] = "CONSTRUCTION"
    departments[3]["desk_costs"] = []
    departments[4] |= {"name": departments[3]["name"], "type": departments[3]["type"], "row": 9}
    label = "abcd"[departments[0]["column"]] + str(departments[0]["row"])
    twice = "abcd"[board["spaces"][2]["column"]] + str(board["spaces"][2]["row"])
    outside = "abcd"[departments[4]["column"]] + "9"
    faults = faults_of({"company_board": board})
    assert {fault.reason for fault in faults} == {"INCONSISTENT"}
    place = "company_board.starting_departments"
    assert sorted((fault.path, fault.found) for fault in faults) == [
        ("company_board.spaces[3]", f"{twice} again"),
        (f"{place}[1]", f"{departments[1]['name']} at {label}, where {departments[0]['name']} is"),
        (f"{place}[2].type", "CONSTRUCTION"),
        (f"{place}[3].desk_costs", "no workstation"),
        (f"{place}[4]", f"{departments[4]['name']} at {outside}"),
        (f"{place}[4].name", f"'{departments[4]['name']}' again"),
    ]


@pytest.mark.parametrize(
    ("tables", "path", "found"),
    [
        ({"company_board": {"note": None}}, "company_board.note", "null"),
        ({"company_board": {"note": {"of": [True, None]}}}, "company_board.note", "an object with of"),
        (
            {"company_board": {"note": [True, None, {}]}},
            "company_board.note",
            "[true, null, an object with nothing in it]",
        ),
        ([{"note": 1}], "", "[an object with note]"),
    ],
)
def test_found_values_are_told_in_the_words_of_the_file(tables: object, path: str, found: str) -> None:
    """No fault shows a whole table, nor a word that is Python's."""
    if isinstance(tables, dict):
        tables = {"company_board": table("company_board") | tables["company_board"]}
    assert [(fault.path, fault.found) for fault in faults_of(tables)] == [(path, found)]


def test_each_side_of_a_tab_once() -> None:
    """A side that comes twice is named where it comes again, and the one whose place it takes by its name."""
    tabs = table("project_tabs")
    tabs["rows"][5] = tabs["rows"][4]
    again, missing = faults_of({"project_tabs": tabs})
    assert (again.path, again.found) == ("project_tabs.rows[5]", "side A of INDUSTRY again")
    assert (missing.path, missing.found) == ("project_tabs.rows", "no side B of INDUSTRY")


def test_a_lobby_does_not_go_on_beside_the_board() -> None:
    """The Lobby touches columns that there are."""
    board = table("company_board")
    columns = 1 + max(space["column"] for space in board["spaces"])
    board["lobby"] |= {"column": 0, "column_span": columns}
    assert load_components({"company_board": board}).tables.company_board.lobby.column_span == columns
    for column, span in ((1, columns), (columns, 1)):
        board["lobby"] |= {"column": column, "column_span": span}
        (fault,) = faults_of({"company_board": board})
        assert (fault.path, fault.reason) == ("company_board.lobby.column_span", "INCONSISTENT")
        assert fault.found == f"{span} from column {chr(ord('a') + column)} on"
        assert fault.allowed == f"a Lobby that ends with the last of {columns} columns at the latest"


@pytest.mark.parametrize(
    ("income", "place"),
    [
        ({"money": 1, "choice": [{"goods": 1}, {"money": 3}]}, ""),
        ({"choice": [{"goods": 1}]}, ".choice"),
        ({"choice": [{"choice": [{"goods": 1}, {"vp": 1}]}, {"money": 1}]}, ".choice[0]"),
    ],
)
def test_incomes_have_one_form(income: dict[str, object], place: str) -> None:
    """An income is either amounts, or a choice of two or more plain incomes."""
    tabs = table("project_tabs")
    tabs["rows"][0]["spaces"][0]["income"] = income
    (fault,) = faults_of({"project_tabs": tabs})
    assert (fault.path, fault.reason) == (f"project_tabs.rows[0].spaces[0].income{place}", "INCONSISTENT")
