"""A position goes to JSON and back, defaults are those documented, and the JSON is protobuf's own."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from google.protobuf import json_format
from msgspec.structs import replace

from carnegie.v1 import position_pb2
from carnegie_solver.components import Action, Event, ProjectType, Region, TabSide
from carnegie_solver.rules import (
    Andrew,
    InvalidPosition,
    NeutralProject,
    Phase,
    Position,
    Project,
    Space,
    Tab,
    TimelineRow,
    Turn,
    digest,
    find_faults,
    position_from_json,
    position_to_json,
)
from models.hand_positions import COMPONENTS, STARTING_SPACES, company, document, hand_position, project
from models.random_games import TABLES, game_positions
from models.random_positions import random_position

POSITIONS = [random_position(COMPONENTS, seed, action) for seed in range(40) for action in Action]
IN_GAMES = [position for seed in range(len(TABLES)) for position in game_positions(seed, every=23)]
CARDS = tuple(card for card in COMPONENTS.solo_cards if card.startswith("N"))
SOLO = replace(
    hand_position({}),
    andrew=Andrew(
        CARDS,
        played=3,
        shift=2,
        vp=7,
        departments=("Recruiting", "Sales"),
        projects=(NeutralProject("Boston", 1), NeutralProject("Reno", 0)),
        donations=("WELFARE_FLAT",),
        transport=(0, 1, 0, 4),
    ),
)

IN_TURNS = [
    replace(
        hand_position({}, {}, {}, {}, action="CONSTRUCTION", player=1),
        turn=Turn(Action.CONSTRUCTION, uses=((3, 1),), acted=True),
    ),
    hand_position(
        {
            "tabs": {"housing": {"pulled": 2}},
            "projects": [project(city, 1) for city in ("Boston", "Chicago", "Albany")],
        },
        phase="EVENT",
        action="MANAGEMENT",
        events=["EVENT_INCOME_MIDWEST", "EVENT_DONATION"],
        turn={
            "broughtHome": True,
            "studyPoints": 2,
            "choices": [{"type": "PROJECT_TYPE_HOUSING", "circle": 2}],
        },
    ),
    hand_position({}, phase="EVENT", action="MANAGEMENT", events=["EVENT_DONATION"], turn={"donated": True}),
    hand_position(
        {},
        action="MANAGEMENT",
        andrew={"cards": list(CARDS), "played": 3, "shift": 1, "toAct": True},
    ),
]


def read(data: object) -> Position:
    return position_from_json(COMPONENTS, data)


def write(position: Position) -> dict[str, Any]:
    return position_to_json(COMPONENTS, position)


@pytest.mark.parametrize("position", [*POSITIONS, *IN_GAMES, *IN_TURNS, SOLO])
def test_round_trip(position: Position) -> None:
    """Writing and reading gives the position again; writing again gives the same text and digest."""
    text = json.dumps(write(position))
    again = read(json.loads(text))
    assert again == position
    assert hash(again) == hash(position)
    assert json.dumps(write(again)) == text
    assert digest(COMPONENTS, again) == digest(COMPONENTS, position)


@pytest.mark.parametrize("position", [*POSITIONS, *IN_GAMES, *IN_TURNS, SOLO])
def test_same_as_protobufs_json(position: Position) -> None:
    """The canonical JSON is what protobuf itself prints for the message; its two spellings are read alike."""
    written = write(position)
    message = json_format.ParseDict(written, position_pb2.Position())
    assert json_format.MessageToDict(message) == written
    assert read(json_format.MessageToDict(message, preserving_proto_field_name=True)) == position
    printed_in_full = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
    assert read(printed_in_full) == position


def test_digests_differ() -> None:
    """Different positions have different digests, of 64 hexadecimal digits."""
    digests = {digest(COMPONENTS, position) for position in POSITIONS}
    assert len(digests) == len(set(POSITIONS))
    assert all(len(bytes.fromhex(found)) == 32 for found in digests)


def test_everything_left_out() -> None:
    """A position of which nothing is said but its players is that of a new game after its setup [public]."""
    position = read({"players": [{}, {}]})
    assert position.round == 1
    assert position.phase is Phase.SELECT_TIMELINE
    assert (position.first_player, position.player) == (0, 0)
    assert position.action is None
    assert position.events == ()
    assert position.timeline == (
        TimelineRow((Event.INCOME_WEST, Event.DONATION, Event.INCOME_MIDWEST, Event.INCOME_EAST)),
        TimelineRow((Event.INCOME_SOUTH, Event.INCOME_EAST, Event.DONATION, Event.INCOME_WEST)),
        TimelineRow((Event.INCOME_EAST, Event.INCOME_MIDWEST, Event.INCOME_WEST, Event.DONATION)),
        TimelineRow((Event.INCOME_SOUTH, Event.INCOME_WEST, Event.INCOME_EAST, Event.DONATION)),
    )
    assert len(position.display) == 16
    assert position.display == tuple(sorted(row.name for row in COMPONENTS.tables.departments.rows[:16]))
    assert (position.neutral_projects, position.neutral_donations) == ((), ())
    assert (position.turn, position.andrew) == (None, None)
    one, other = position.players
    assert one == other
    assert (one.money, one.goods, one.vp) == (12, 4, 0)
    company_by_label = dict(zip(COMPONENTS.space_labels, one.company, strict=True))
    assert company_by_label.pop("lobby") == Space(lying=5)
    for name, label in STARTING_SPACES.items():
        assert company_by_label.pop(label) == Space(name, standing_at=(1,))
    assert set(company_by_label.values()) == {Space()}
    assert one.missions == (0, 0, 0, 0)
    assert one.employees_in_supply == 5
    # 1 on the score track, 4 on the transport tracks, 3 on the exposed circles of Housing, Commerce and Industry.
    assert one.disks_in_supply == 30 - 1 - 4 - 3
    assert one.tabs == (Tab(waiting=1), Tab(waiting=1), Tab(waiting=1), Tab())
    assert {tab.side for tab in one.tabs} == {TabSide.A}
    assert one.transport == (0, 0, 0, 0)
    assert (one.projects, one.donations) == ((), ())
    assert one.reserved_department is None
    assert not one.action_choice_tile


@pytest.mark.parametrize(("count", "holders"), [(1, []), (2, []), (3, [2]), (4, [0, 1, 2, 3])])
def test_action_choice_tiles_by_number_of_players(count: int, holders: list[int]) -> None:
    """With three players the third holds an Action Choice tile, with four all do, with fewer nobody [public]."""
    position = read({"players": [{}] * count})
    assert [number for number, player in enumerate(position.players) if player.action_choice_tile] == holders


def test_player_left_out_is_the_first() -> None:
    """The decision is the first player's where nobody else is named."""
    assert read({"players": [{}, {}, {}], "firstPlayer": 2}).player == 2


def test_supplies_are_what_is_left() -> None:
    """Of 15 employees and 30 disks the supply holds what lies nowhere else."""
    (player,) = hand_position(
        {
            "company": company(lobby={"lying": 2}, c1={"standingAt": [1, 2]}),
            "missions": {"west": 1, "south": 2},
            "tabs": {"housing": {"pulled": 2}},
            "projects": [project("Boston", 1)],
            "donations": ["WELFARE_FLAT", "WELFARE_GOODS"],
        },
        action="CONSTRUCTION",
    ).players
    assert player.employees_in_supply == 15 - 4 - 3
    # Housing shows three circles, one built; Commerce and Industry one each; two donations; five on tracks and score.
    assert player.tabs[ProjectType.HOUSING] == Tab(TabSide.A, pulled=2, built=1, waiting=2)
    assert player.disks_in_supply == 30 - 5 - 3 - 2 - 2


def test_listed_company_stands_alone() -> None:
    """In a Company that is listed, a starting space that is not listed holds its Department and nobody."""
    (player,) = hand_position(
        {"company": company(a3={"department": "Sales", "lying": 1}, b1={"lying": 1})}
    ).players
    by_label = dict(zip(COMPONENTS.space_labels, player.company, strict=True))
    assert by_label["a3"] == Space("Sales", lying=1)
    assert by_label["b1"] == Space("Human Resources", lying=1)
    assert by_label["c1"] == Space("Construction")
    assert by_label["lobby"] == Space()
    assert player.employees_in_supply == 13


def test_type_of_a_project_left_out_is_the_printed_one() -> None:
    """A project on a space for one type is of that type; in a small city its type must be said."""
    fields = {"projects": [project("Denver", 1)], "tabs": {"publicInfrastructure": {"pulled": 1}}}
    (player,) = hand_position(fields).players
    assert player.projects == (Project("Denver", 1, ProjectType.PUBLIC_INFRASTRUCTURE),)
    with pytest.raises(InvalidPosition) as caught:
        hand_position({"projects": [project("Reno")]})
    assert [(fault.path, fault.reason) for fault in caught.value.faults] == [
        ("players[0].projects[0].type", "MISSING")
    ]


def test_turn_left_out_is_the_turn_as_it_begins() -> None:
    """A turn of which nothing is said begins: uses and study points by who stands, moves also by the permanent one."""
    stands = {
        "company": company(b1={"standingAt": [1, 2]}, c1={"standingAt": [2, 3]}, d1={"standingAt": [1]})
    }
    places = COMPONENTS.space_index
    assert hand_position(stands, action="HUMAN_RESOURCES").turn == Turn(Action.HUMAN_RESOURCES, moves=9)
    assert hand_position(stands, action="CONSTRUCTION").turn == Turn(
        Action.CONSTRUCTION, uses=((places["c1"], 2),)
    )
    research = hand_position(stands, action="RESEARCH_AND_DEVELOPMENT").turn
    assert research == Turn(Action.RESEARCH_AND_DEVELOPMENT, study_points=3)
    assert hand_position({"company": company(lobby={"lying": 1})}, action="HUMAN_RESOURCES").turn == Turn(
        Action.HUMAN_RESOURCES, moves=3
    )
    setup = read({"phase": "PHASE_SETUP_MOVES", "players": [{}, {}]})
    assert setup.turn == Turn(Action.HUMAN_RESOURCES, moves=6)


def test_turn_that_is_given_is_not_completed() -> None:
    """Of a turn of which something is said, the rest is nothing."""
    fields = document({}, action="CONSTRUCTION")
    assert read({**fields, "turn": {"moves": 0}}).turn == Turn(Action.CONSTRUCTION)
    assert read({**fields, "turn": {}}).turn == read(fields).turn
    used = {"uses": [{"space": "c1", "count": 0}]}
    assert read({**fields, "turn": used}).turn == Turn(Action.CONSTRUCTION)


def test_empty_display() -> None:
    """A display that is given empty has no Department; one that is left out has all of the base game."""
    assert read({"players": [{}], "display": {}}).display == ()
    assert read({"players": [{}], "display": {"departments": []}}).display == ()
    assert len(read({"players": [{}], "display": None}).display) == 16


def test_null_is_left_out() -> None:
    """A null is a field left out, wherever it stands."""
    assert read({"players": [{"money": None, "company": None}], "turn": None, "round": None}) == read(
        {"players": [{}]}
    )


def test_lists_are_put_in_order() -> None:
    """The order of spaces, projects, disks and tiles in a document makes no difference; that of donations does."""
    chance = random.Random(5)
    for position in POSITIONS:
        written = write(position)
        shuffled: dict[str, Any] = json.loads(json.dumps(written))
        lists = [
            shuffled.get("neutralProjects"),
            shuffled.get("neutralDonations"),
            shuffled["display"].get("departments"),
        ]
        for player in shuffled["players"]:
            lists += [player["company"]["spaces"], player.get("projects")]
            lists += [space.get("standingAt") for space in player["company"]["spaces"]]
        lists.append(shuffled.get("turn", {}).get("uses"))
        for items in lists:
            chance.shuffle(items or [])
        assert write(read(shuffled)) == written
    donations = ["WELFARE_GOODS", "WELFARE_FLAT"]
    assert hand_position({"donations": donations}).players[0].donations == tuple(donations)


def test_read_positions_have_no_faults() -> None:
    """What the reader gives has no faults, and a position with faults cannot be read."""
    assert all(find_faults(COMPONENTS, position) == () for position in [*POSITIONS, SOLO])
    broken = replace(POSITIONS[0], round=21)
    faults = find_faults(COMPONENTS, broken)
    assert faults
    with pytest.raises(InvalidPosition) as caught:
        read(write(broken))
    assert set(caught.value.faults) == set(faults)


def test_regions_and_types_are_told_apart() -> None:
    """Each field of missions, transport and tabs reaches its own region or type."""
    (player,) = hand_position(
        {
            "missions": {"west": 1, "midwest": 2, "east": 3, "south": 4},
            "transport": {"west": 4, "midwest": 3, "east": 2, "south": 1},
            "tabs": {
                "housing": {"pulled": 1, "side": "TAB_SIDE_B"},
                "commerce": {"pulled": 2},
                "industry": {"pulled": 3},
                "publicInfrastructure": {"pulled": 4},
            },
            "company": company(lobby={"lying": 5}),
        }
    ).players
    assert [
        player.missions[region] for region in (Region.WEST, Region.MIDWEST, Region.EAST, Region.SOUTH)
    ] == [1, 2, 3, 4]
    assert player.transport == (4, 3, 2, 1)
    assert [tab.pulled for tab in player.tabs] == [1, 2, 3, 4]
    assert [tab.side for tab in player.tabs] == [TabSide.B, TabSide.A, TabSide.A, TabSide.A]
