"""Positions in the notation: what is printed is read again, and every other text is refused with its reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from carnegie_solver.components import Action, ProjectType
from carnegie_solver.rules import (
    InvalidPosition,
    Position,
    Tab,
    Turn,
    position_from_json,
)
from carnegie_solver.rules.notation import (
    MalformedNotation,
    parse_position,
    print_position,
)
from models.hand_positions import COMPONENTS, company, hand_position
from models.notation_checks import check_columns, outcome, round_trip
from models.notation_strategies import POSITION_TEXTS, changed
from models.random_games import random_game
from models.step_universe import position_in_play

EXAMPLES = sorted(Path(__file__).parents[3].joinpath("examples", "positions").glob("*.json"))
OPENING = position_from_json(COMPONENTS, {"players": [{}, {}]})
CONSTRUCTION = hand_position(
    {"company": company(c1={"standingAt": [1, 2]}, a1={"lying": 1}, lobby={"lying": 2})},
    action="CONSTRUCTION",
)


@pytest.mark.parametrize("seed", range(8))
def test_positions_of_games_are_read_as_printed(seed: int) -> None:
    """Every position of a random game, with one to four players or Andrew."""
    for before, _, _ in random_game(seed):
        round_trip(before)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_positions_by_hand_are_read_as_printed(path: Path) -> None:
    round_trip(position_from_json(COMPONENTS, json.loads(path.read_text(encoding="utf-8"))))


@settings(deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(Action), st.booleans())
def test_random_positions_are_read_as_printed(seed: int, action: Action, standing_up: bool) -> None:
    round_trip(position_in_play(seed, action, standing_up))


def test_a_new_game_is_short() -> None:
    assert round_trip(OPENING) == "r1 select | player $12 4g 0vp | player $12 4g 0vp"
    assert parse_position(COMPONENTS, "r1 select | player | player") == OPENING


@pytest.mark.parametrize("field", [field.name for field in fields(Turn)])
def test_every_field_of_a_turn_is_printed(field: str) -> None:
    """Whatever a turn holds is in the text, so that turns that differ have different texts."""
    values: dict[str, object] = {
        "action": Action.MANAGEMENT,
        "moves": 1,
        "study_points": 2,
        "uses": ((1, 1),),
        "choices": ((ProjectType.HOUSING, 2),),
        "relocations": 3,
    }
    turn = Turn(Action.CONSTRUCTION)
    changed_turn = replace(turn, **{field: values.get(field, True)})
    usual, other = (replace(CONSTRUCTION, turn=each) for each in (turn, changed_turn))
    texts = {print_position(COMPONENTS, each) for each in (usual, other, CONSTRUCTION)}
    assert len(texts) == 3


def test_what_does_not_follow_from_the_rest_is_printed() -> None:
    """No turn where there could be one; a Company without anybody; disks that are not in the supply."""
    assert round_trip(replace(CONSTRUCTION, turn=None)).endswith("| turn -")
    deserted = hand_position({"company": {"spaces": []}})
    assert "nobody" in round_trip(deserted)
    player = OPENING.players[0]
    gone = replace(player.company[1], department=None, standing_at=())
    bare = replace(player.with_space(1, gone), employees_in_supply=player.employees_in_supply + 1)
    assert "a1=-" in round_trip(replace(OPENING, players=(bare, OPENING.players[1])))
    donated = replace(player, disks_in_supply=0).with_tab(ProjectType.HOUSING, Tab(waiting=0))
    text = print_position(COMPONENTS, replace(OPENING, players=(donated,)))
    assert "tabs:HouA0w0" in text
    assert "disks:0" in text


def test_tiles_go_by_name_or_number() -> None:
    text = "r1 select | player | player | table display:6,Sales,Recruiting*2"
    assert parse_position(COMPONENTS, text).display == ("Recruiting", "Recruiting", "Sales", "Sales")


def test_all_that_is_malformed_is_said_at_once() -> None:
    text = "r1 selct | player $x b1:1 b1:2 projects:Bostn.1,Reno,Boston.4 | table display:Sails | tabel"
    with pytest.raises(MalformedNotation) as caught:
        parse_position(COMPONENTS, text)
    faults = caught.value.faults
    assert [(fault.section, fault.found) for fault in faults] == [
        ("round", "'selct'"),
        ("round", "nothing"),
        ("player 1", "'$x'"),
        ("player 1", "'b1:2'"),
        ("player 1", "'Bostn.1'"),
        ("player 1", "'Reno'"),
        ("player 1", "'Boston.4'"),
        ("table", "'Sails'"),
        ("", "'tabel'"),
    ]
    for fault in faults:
        if fault.found != "nothing":
            assert text[fault.column - 1 :].startswith(fault.found.strip("'"))
    assert "table?" in faults[-1].allowed
    assert "Sales?" in faults[-2].allowed
    assert "9 faults" in str(caught.value)


def test_an_illegal_position_is_not_malformed() -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse_position(COMPONENTS, "r1 select first:3 | player $-1 | player a3:1")
    assert [(fault.path, fault.reason) for fault in caught.value.faults] == [
        ("first_player", "OUT_OF_RANGE"),
        ("player", "OUT_OF_RANGE"),
        ("players[0].money", "OUT_OF_RANGE"),
        ("players[1].company.spaces[5].standing_at", "NO_WORKSTATION"),
    ]


@settings(deadline=None, max_examples=300)
@given(changed(st.sampled_from(POSITION_TEXTS)) | st.text())
def test_any_text_is_a_position_or_refused(text: str) -> None:
    match outcome(lambda: parse_position(COMPONENTS, text)):
        case Position() as position:
            round_trip(position)
        case MalformedNotation() as malformed:
            check_columns(malformed, text)
        case InvalidPosition() as invalid:
            assert invalid.faults
        case other:
            pytest.fail(repr(other))
