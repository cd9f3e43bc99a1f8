"""The printed game loads, is what the board says, cannot be changed, and only its assumed tables can be replaced."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import networkx as nx
import pytest
from pydantic import ValidationError

from carnegie_solver.components import (
    Action,
    CitySize,
    Event,
    InvalidComponents,
    ProjectType,
    Region,
    TabSide,
    TabSpaceKind,
    load_components,
)
from carnegie_solver.components.tables import Tables
from models.component_tables import faults_of, table
from models.hand_positions import COMPONENTS, STARTING_SPACES


def test_counts() -> None:
    """The tables hold as many rows as the game has cities, links, donations, Departments, tiles and cards."""
    tables = COMPONENTS.tables
    assert len(tables.cities.rows) == 32
    assert len({frozenset(link) for link in tables.map_links.rows}) == 54
    assert len(COMPONENTS.donations) == 20
    assert len(tables.departments.rows) == 32
    assert [row.number for row in tables.departments.rows] == list(range(1, 33))
    assert [row.expansion for row in tables.departments.rows] == [False] * 16 + [True] * 16
    assert Counter(card.deck for card in tables.solo_cards.rows) == {"NORMAL": 20, "ADVANCED": 20}
    assert len(COMPONENTS.solo_cards) == 40
    assert len(tables.timeline_tiles.rows) == 8
    assert len(tables.company_board.spaces) == 16
    assert len(tables.company_board.starting_departments) == 5


def test_sources() -> None:
    """Every table says where it comes from; the Company's board, the tabs and the prices of bidding are assumed."""
    sources = {name: getattr(COMPONENTS.tables, name).source for name in Tables.model_fields}
    assert sources == {
        "cities": "board",
        "map_links": "board",
        "link_score": "board",
        "transport_tracks": "board",
        "donations": "board",
        "project_goods_cost": "seed",
        "departments": "board",
        "timeline_tiles": "public",
        "solo_cards": "public",
        "company_board": "assumed",
        "project_tabs": "assumed",
        "setup": "public",
        "final": "public",
        "bidding": "assumed",
    }
    assert COMPONENTS.assumed == ("company_board", "project_tabs", "bidding")


@pytest.mark.parametrize(
    ("kind", "vp"),
    [
        (ProjectType.HOUSING, 6),
        (ProjectType.COMMERCE, 9),
        (ProjectType.INDUSTRY, 12),
        (ProjectType.PUBLIC_INFRASTRUCTURE, 15),
    ],
)
def test_vp_of_tabs(kind: ProjectType, vp: int) -> None:
    """Side A of the tabs shows 6, 9, 12 and 15 VP in all; side B ends in +3; both begin with one exposed space."""
    first, second = COMPONENTS.tab(kind, TabSide.A), COMPONENTS.tab(kind, TabSide.B)
    assert sum(space.vp for space in first.spaces) == vp
    assert [space.kind for space in first.spaces].count(TabSpaceKind.DONATION_LIMIT) == 0
    assert second.spaces[-1].kind is TabSpaceKind.DONATION_LIMIT
    assert sum(space.raise_by for space in second.spaces) == 3
    blank = kind is ProjectType.PUBLIC_INFRASTRUCTURE
    for tab in (first, second):
        assert tab.spaces[0].kind is (TabSpaceKind.BLANK if blank else TabSpaceKind.PROJECT)


def test_goods_costs() -> None:
    """Housing and Commerce cost 1 goods cube, Industry and Public Infrastructure 2 [seed]."""
    assert COMPONENTS.goods_cost == (1, 1, 2, 2)


def test_map() -> None:
    """The map hangs together: 11, 8, 5 and 8 cities by region, links between known cities, four major cities."""
    names = {city.name for city in COMPONENTS.cities}
    assert Counter(city.region for city in COMPONENTS.cities) == {
        Region.WEST: 11,
        Region.MIDWEST: 8,
        Region.EAST: 5,
        Region.SOUTH: 8,
    }
    graph = nx.Graph(COMPONENTS.tables.map_links.rows)
    assert set(graph) == names
    assert nx.is_connected(graph)
    majors = {
        COMPONENTS.cities[index].name: COMPONENTS.cities[index].link_points for index in COMPONENTS.majors
    }
    assert majors == {"San Francisco": 2, "Chicago": 1, "New York": 1, "New Orleans": 1}
    for city in COMPONENTS.cities:
        assert (city.size is CitySize.SMALL) == (city.spaces == ("ANY",))
        assert len(city.spaces) == {CitySize.SMALL: 1, CitySize.MEDIUM: 3, CitySize.MAJOR: 5}[city.size]
        assert not city.income_mark or city.size is CitySize.SMALL
        assert city.link_points == 0 or city.size is CitySize.MAJOR


def test_neighbours_go_both_ways() -> None:
    """A city next to another, and a Company's space next to another, has it as a neighbour too."""
    for neighbours in (COMPONENTS.city_neighbours, COMPONENTS.space_neighbours):
        for one, others in enumerate(neighbours):
            assert one not in others
            assert all(one in neighbours[other] for other in others)
    assert sum(map(len, COMPONENTS.city_neighbours)) == 2 * 54


def test_company_board() -> None:
    """The assumed board is a grid of four by four above a Lobby that touches its two middle columns."""
    assert COMPONENTS.space_labels == (
        "lobby",
        *(f"{column}{row}" for row in range(1, 5) for column in "abcd"),
    )
    labels = COMPONENTS.space_labels
    edges = {frozenset((labels[one], labels[other])) for one, other in COMPONENTS.space_edges}
    across = {
        frozenset((f"{one}{row}", f"{other}{row}"))
        for one, other in ("ab", "bc", "cd")
        for row in range(1, 5)
    }
    up = {frozenset((f"{column}{row}", f"{column}{row + 1}")) for column in "abcd" for row in range(1, 4)}
    assert edges == across | up | {frozenset(("lobby", "b1")), frozenset(("lobby", "c1"))}
    assert [label for label, top in zip(labels, COMPONENTS.topmost, strict=True) if top] == [
        "a4",
        "b4",
        "c4",
        "d4",
    ]
    assert {name: labels[index] for index, name in COMPONENTS.starting_spaces.items()} == STARTING_SPACES
    permanent = {
        name: d.permanent_employees for name, d in COMPONENTS.departments.items() if d.permanent_employees
    }
    assert permanent == {"Human Resources": 1}


def test_tracks() -> None:
    """Each track has five spaces, holds one disk on the last, and pays its bonus there only."""
    for track in COMPONENTS.tracks:
        assert len(track.spaces) == 5
        assert len(track.advance_costs) == 4
        assert [space.single_occupant for space in track.spaces] == [False] * 4 + [True]
        bonuses = [space.arrival_bonus.money + space.arrival_bonus.goods for space in track.spaces]
        assert bonuses[:4] == [0] * 4
        assert bonuses[4] in (3, 10)
        levels = [space.level for space in track.spaces]
        assert levels == sorted(levels)


def test_timeline() -> None:
    """The events left to right are those of the tiles, and every row ends in an income and a donation."""
    assert COMPONENTS.timeline_events[1, True] == (
        Event.INCOME_WEST,
        Event.DONATION,
        Event.INCOME_MIDWEST,
        Event.INCOME_EAST,
    )
    assert COMPONENTS.last_events == (
        (Event.INCOME_EAST, Event.DONATION),
        (Event.INCOME_MIDWEST, Event.DONATION),
        (Event.INCOME_SOUTH, Event.DONATION),
        (Event.INCOME_WEST, Event.DONATION),
    )
    assert all(events.count(Event.DONATION) == 1 for events in COMPONENTS.timeline_events.values())


def test_solo_cards_name_what_exists() -> None:
    """Andrew's cards name donations and cities of the board, and each deck has 20 cards."""
    for card in COMPONENTS.tables.solo_cards.rows:
        assert card.donation in COMPONENTS.donations
        assert all(city in COMPONENTS.city_index for city in card.construction_cities)
    assert [sum(deck.values()) for deck in COMPONENTS.tables.solo_cards.decks.values()] == [20, 20, 20, 20]


def test_a_users_table_replaces_an_assumed_one() -> None:
    """A user's table takes effect, is no longer called assumed, and leaves the others as printed."""
    tabs = table("project_tabs")
    tabs["rows"][0]["advance_costs"][0] = 5
    components = load_components({"project_tabs": tabs})
    assert components.tab(ProjectType.HOUSING, TabSide.A).advance_costs == (5, 1, 2, 2, 3)
    assert components.tables.project_tabs.source == "user"
    assert components.assumed == ("company_board", "bidding")
    assert components.tables.company_board == COMPONENTS.tables.company_board
    assert COMPONENTS.tab(ProjectType.HOUSING, TabSide.A).advance_costs[0] == 1


@pytest.mark.parametrize("source", ["board", "Assumed", "", None, 5, ["user"]])
def test_a_users_table_has_no_other_source(source: object) -> None:
    """A misspelt mark of stand-ins must not make them the user's own values."""
    with pytest.raises(InvalidComponents) as caught:
        load_components({"project_tabs": {**table("project_tabs"), "source": source}, "cities": {}})
    faults = {fault.path: fault for fault in caught.value.faults}
    assert set(faults) == {"project_tabs.source", "cities"}
    assert faults["project_tabs.source"].reason == "UNKNOWN_ENUM_VALUE"
    assert faults["project_tabs.source"].allowed == "assumed or user, or left out"


@pytest.mark.parametrize(
    "spaces", [[{}] * 20_001, [[1] * 30_000], {str(number): 1 for number in range(20_001)}]
)
def test_more_values_than_any_game_has_are_not_looked_at(spaces: object) -> None:
    """All that is wrong in a file is told, unless it is so much that to tell it would take seconds."""
    with pytest.raises(InvalidComponents) as caught:
        load_components({"company_board": {"spaces": spaces}})
    (fault,) = caught.value.faults
    assert (fault.path, fault.reason, fault.allowed) == ("", "OUT_OF_RANGE", "up to 20000 values")


def test_as_many_values_as_are_allowed_are_looked_at() -> None:
    """With the file, the table and the list there are 20,000 of them; each space without its row is told."""
    with pytest.raises(InvalidComponents) as caught:
        load_components({"company_board": {"spaces": [{}] * 19_997}})
    assert sum(fault.path.endswith(".row") for fault in caught.value.faults) == 19_997


@pytest.mark.parametrize("source", ["assumed", "user"])
def test_a_users_table_with_stand_ins_left_stays_an_assumed_one(source: str) -> None:
    """Only a file that says so itself is still called assumed; its values take effect all the same."""
    tabs = {**table("project_tabs"), "source": source}
    tabs["rows"][0]["advance_costs"][0] = 5
    components = load_components({"project_tabs": tabs})
    assert components.tables.project_tabs.source == source
    assert ("project_tabs" in components.assumed) == (source == "assumed")
    assert components.tab(ProjectType.HOUSING, TabSide.A).advance_costs[0] == 5


def test_a_users_board_can_have_another_layout() -> None:
    """The graph of a Company follows the user's board: a fifth row, and a Lobby below the first column only."""
    board = table("company_board")
    board["lobby"] = {"row": 0, "column": 0, "column_span": 1}
    board["spaces"].append({"row": 5, "column": 2})
    components = load_components({"company_board": board})
    labels = components.space_labels
    assert labels[-1] == "c5"
    assert components.topmost[labels.index("c5")]
    assert not components.topmost[labels.index("c4")]
    assert [labels[space] for space in components.space_neighbours[0]] == ["a1"]
    assert [labels[space] for space in components.space_neighbours[labels.index("c5")]] == ["c4"]


def test_digest() -> None:
    """The digest is the same for the same values, whatever their order and remarks, and another for any change."""
    assert load_components().digest == COMPONENTS.digest
    assert len(COMPONENTS.digest) == 64
    tabs, board = table("project_tabs"), table("company_board")
    replaced = load_components({"project_tabs": tabs, "company_board": board})
    reordered = {"company_board": dict(reversed(board.items())), "project_tabs": tabs}
    assert load_components(reordered).digest == replaced.digest == COMPONENTS.digest
    own = deepcopy(tabs)
    own["rows"][0]["advance_costs"][0] = 5
    of_own = load_components({"project_tabs": own}).digest
    assert of_own != COMPONENTS.digest
    for remarks in ({"note": "as on my copy"}, {"source": "assumed"}, {"source": "user", "note": ""}):
        assert load_components({"project_tabs": {**own, **remarks}}).digest == of_own
    changed = deepcopy(board)
    changed["starting_departments"][3]["desk_costs"][0] += 1
    assert load_components({"project_tabs": tabs, "company_board": changed}).digest != replaced.digest
    assert load_components({}).digest == COMPONENTS.digest


def test_tables_cannot_be_changed() -> None:
    """Nothing in the components can be assigned to, added or replaced."""
    tables: Any = COMPONENTS.tables
    with pytest.raises(ValidationError):
        tables.setup.money = 99
    with pytest.raises(TypeError):
        tables.cities.rows[0] = tables.cities.rows[1]
    with pytest.raises(TypeError):
        tables.link_score.rows["CART"][2] = 99
    with pytest.raises(TypeError):
        tables.transport_tracks.rows[Region.WEST] = tables.transport_tracks.rows[Region.EAST]
    components: Any = COMPONENTS
    with pytest.raises(AttributeError):
        components.digest = ""
    for lookup in (
        components.departments,
        components.city_index,
        components.donations,
        components.starting_spaces,
    ):
        with pytest.raises(TypeError):
            lookup["x"] = 1
    department: Any = components.departments["Sales"]
    with pytest.raises(AttributeError):
        department.name = "x"


def test_all_faults_of_a_users_file_at_once() -> None:
    """Every bad value of a file is found in one go, each with its path and reason."""
    board, tabs = table("company_board"), table("project_tabs")
    board["starting_departments"][0]["desk_costs"] = [-1, "free"]
    board["lobby"]["column_span"] = 0
    board["spaces"][3] = {"row": 0}
    board["doors"] = 2
    tabs["rows"][1]["advance_costs"].pop()
    tabs["rows"][2]["spaces"][1]["kind"] = "CUBE"
    tabs["rows"][3]["spaces"][1] = {"kind": "VP", "vp": 1, "income": {}}
    tabs["rows"][4]["side"] = "C"
    tabs["rows"][5]["spaces"][0]["income"] = {"money": True}
    found = faults_of({"company_board": board, "project_tabs": tabs, "cities": {}, "ships": {}})
    assert {(fault.path, fault.reason) for fault in found} == {
        ("cities", "NOT_REPLACEABLE"),
        ("ships", "UNKNOWN_FIELD"),
        ("company_board.lobby.column_span", "OUT_OF_RANGE"),
        ("company_board.spaces[3].row", "OUT_OF_RANGE"),
        ("company_board.spaces[3].column", "MISSING"),
        ("company_board.starting_departments[0].desk_costs[0]", "OUT_OF_RANGE"),
        ("company_board.starting_departments[0].desk_costs[1]", "WRONG_TYPE"),
        ("company_board.doors", "UNKNOWN_FIELD"),
        ("project_tabs.rows[1].advance_costs", "INCONSISTENT"),
        ("project_tabs.rows[2].spaces[1].kind", "UNKNOWN_ENUM_VALUE"),
        ("project_tabs.rows[3].spaces[1].income", "INCONSISTENT"),
        ("project_tabs.rows[4].side", "UNKNOWN_ENUM_VALUE"),
        ("project_tabs.rows[5].spaces[0].income.money", "WRONG_TYPE"),
    }


@pytest.mark.parametrize(
    ("replacements", "path", "reason"),
    [
        ([], "", "WRONG_TYPE"),
        ("company_board", "", "WRONG_TYPE"),
        ({"company_board": []}, "company_board", "WRONG_TYPE"),
        ({"project_tabs": None}, "project_tabs", "WRONG_TYPE"),
        ({"project_tabs": {"rows": []}}, "project_tabs.rows", "INCONSISTENT"),
        ({"setup": {"money": 100}}, "setup", "NOT_REPLACEABLE"),
    ],
)
def test_files_that_are_no_tables(replacements: object, path: str, reason: str) -> None:
    """A file that is not an object of tables, or replaces a printed one, is refused."""
    assert [(fault.path, fault.reason) for fault in faults_of(replacements)] == [(path, reason)]


def test_rows_of_the_timeline_are_the_actions() -> None:
    """There is one last event for each action, in the order of the rows."""
    assert len(COMPONENTS.last_events) == len(Action)
