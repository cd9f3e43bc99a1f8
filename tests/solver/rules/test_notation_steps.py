"""Steps in the notation: what is printed is read again, and every other text is refused with its reason."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carnegie_solver.components import Action, ProjectType
from carnegie_solver.rules import (
    Position,
    Step,
    apply,
    legal_steps,
    position_from_json,
)
from carnegie_solver.rules.notation import (
    AmbiguousNotation,
    IllegalNotation,
    MalformedNotation,
    NotationError,
    parse_position,
    parse_step,
    parse_steps,
    print_step,
    print_steps,
)
from carnegie_solver.rules.notation.step_grammar import FORMS, read_pattern
from carnegie_solver.rules.notation.tokens import Piece
from carnegie_solver.rules.notation.words import read_identifier, read_name, write_identifier, write_name
from carnegie_solver.rules.steps import BuildProject, Mission, MoveEmployee, SellGoods, StandUp
from models.hand_positions import COMPONENTS, company, hand_position
from models.notation_checks import check_columns, outcome, round_trip
from models.notation_strategies import GAME_POSITIONS, KINDS, changed
from models.random_games import random_game
from models.step_universe import position_in_play

OPENING = position_from_json(COMPONENTS, {"players": [{}, {}]})
CONSTRUCTION = hand_position(
    {"company": company(c1={"standingAt": [1, 2]}, a1={"lying": 1}, lobby={"lying": 2})},
    action="CONSTRUCTION",
)
MOVING = hand_position(
    {"company": company(b1={"standingAt": [1, 2]}, c1={"standingAt": [1]}, lobby={"lying": 2})},
    action="HUMAN_RESOURCES",
)


def test_every_kind_of_step_has_a_form() -> None:
    kinds = set(get_args(Step))
    assert {kind for kind, _ in FORMS.values()} == kinds == set(KINDS)


@given(st.data(), st.sampled_from(list(KINDS)))
def test_every_step_is_read_as_printed(data: st.DataObject, kind: type) -> None:
    """Legal or not, with every combination of fields."""
    step = data.draw(KINDS[kind])
    text = print_step(step)
    assert text.isascii()
    assert ";" not in text
    assert read_pattern(Piece(text, 1)).complete() == step
    assert read_pattern(Piece(text, 1)).matches(step)


@settings(deadline=None)
@given(st.data(), st.sampled_from(list(KINDS)), st.sampled_from(GAME_POSITIONS))
def test_every_step_is_legal_or_refused(data: st.DataObject, kind: type, position: Position) -> None:
    """Steps at random are seldom legal; what is read has all that the text says."""
    step = data.draw(KINDS[kind])
    match outcome(lambda: parse_step(COMPONENTS, position, print_step(step))):
        case IllegalNotation() as illegal:
            assert illegal.refusal is not None
        case AmbiguousNotation() as ambiguous:
            assert len(ambiguous.matches) > 1
        case found:
            assert isinstance(found, Step)
            assert type(found) is kind
            apply(COMPONENTS, position, found)


@settings(deadline=None)
@given(st.sampled_from(GAME_POSITIONS))
def test_every_legal_step_is_read_as_printed(position: Position) -> None:
    for step in legal_steps(COMPONENTS, position):
        assert parse_step(COMPONENTS, position, print_step(step)) == step


@settings(deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(Action))
def test_every_legal_step_of_random_positions_is_read_as_printed(seed: int, action: Action) -> None:
    position = position_in_play(seed, action)
    legal = legal_steps(COMPONENTS, position)
    for step in legal[:: 1 + len(legal) // 60]:
        assert parse_step(COMPONENTS, position, print_step(step)) == step


TILES_AT_WORK = [
    (
        "r5 use HR | timeline HR:5 | player b1:1 a3=Human_Resources_Administration:1 lobby+2 | turn HR relocations:1",
        "relocate lobby-d4",
    ),
    (
        "r5 use HR | timeline HR:5 | player b1:1 a3=Human_Resources_Administration:1 lobby+2 | turn HR relocations:1",
        "relocate b1:1-d4",
    ),
    ("r5 use HR | timeline HR:5 | player b1:1 a3=Human_Resources_Administration:1", "use a3 relocations 1>S"),
    ("r5 use HR | timeline HR:5 | player b1:1 a3=Recruiting:1 c4=New_Lobby", "use a3 employee 1>E to:c4"),
    ("r5 use HR | timeline HR:5 | player b1:1 a3=Local_Partners:1 projects:Boston.2", "use a3 moves x1 in:E"),
    (
        "r5 use Mgt | timeline Mgt:5 | player a2:1 b2=Property_Management:1 lobby+3",
        "build Sales a3 fetch:lobby",
    ),
    (
        "r5 use Mgt | timeline Mgt:5 | player a2:1 b2=Property_Management:1 lobby+3",
        "build Sales a3 fetch:a2:1",
    ),
    ("r5 use Mgt | timeline Mgt:5 | player $9 9g a3=Sales:1", "use a3 sale x3"),
    ("r5 use Con | timeline Con:5 | player $9 c2=Construction_Outsourcing:1", "project Hou Boston.2 c2"),
    (
        "r5 use Con | timeline Con:5 | player c1:1 d3=Archives:1 tracks:W3",
        "project Hou Seattle.1 c1 1>W track:1",
    ),
    ("r5 event Con events:W | timeline Con:5 | player missions:W1 d3=Archives:1 tracks:W3", "home track:2"),
    ("r5 event Con events:W | timeline Con:5 | player missions:W1 c4=New_Lobby", "home to:c4"),
    ("r5 standing Con | timeline Con:5 | player $20 9vp b2=Payroll_Management:1 c1+1", "stand c1:2 bonus"),
    ("r5 standing Con | timeline Con:5 | player $20 9vp b2=Payroll_Management:1 c1+1", "stand c1:2 cut"),
    (
        "r5 use R&D | timeline R&D:5 | player $20 d2=Charitable_Giving:1 | player donations:WELFARE_FLAT",
        "donate WELFARE_FLAT by:d2 1>E",
    ),
]
"""What the Department tiles let a player do, which random games seldom come to."""


@pytest.mark.parametrize(("position_text", "text"), TILES_AT_WORK)
def test_what_tiles_do_is_read_as_printed(position_text: str, text: str) -> None:
    position = parse_position(COMPONENTS, position_text)
    round_trip(position)
    legal = {print_step(step): step for step in legal_steps(COMPONENTS, position)}
    assert text in legal
    for written, step in legal.items():
        assert parse_step(COMPONENTS, position, written) == step
        round_trip(apply(COMPONENTS, position, step))


@pytest.mark.parametrize("seed", [3, 9])
def test_a_whole_game_is_a_plan(seed: int) -> None:
    steps = [step for _, step, _ in random_game(seed)]
    start = next(before for before, _, _ in random_game(seed))
    assert parse_steps(COMPONENTS, start, print_steps(steps)) == tuple(steps)


@settings(deadline=None, max_examples=300)
@given(st.data(), st.sampled_from(GAME_POSITIONS))
def test_any_text_is_a_step_or_refused(data: st.DataObject, position: Position) -> None:
    texts = [print_step(step) for step in legal_steps(COMPONENTS, position)] or ["end"]
    text = data.draw(changed(st.sampled_from(texts)) | st.text())
    match outcome(lambda: parse_step(COMPONENTS, position, text)):
        case MalformedNotation() as malformed:
            check_columns(malformed, text)
        case AmbiguousNotation() as ambiguous:
            assert len(set(ambiguous.matches)) > 1
            for match in ambiguous.matches:
                assert print_step(parse_step(COMPONENTS, position, match)) == match
        case IllegalNotation() as illegal:
            assert illegal.reason
            assert str(illegal)
        case step:
            assert isinstance(step, Step)
            apply(COMPONENTS, position, step)
            assert parse_step(COMPONENTS, position, print_step(step)) == step


@settings(deadline=None)
@given(changed(st.just("sell 1; move lobby-c1; end; stand c1:1; end")))
def test_any_text_is_a_plan_or_refused(text: str) -> None:
    match outcome(lambda: parse_steps(COMPONENTS, MOVING, text)):
        case NotationError() as error:
            assert error.number is None or 0 <= error.number <= text.count(";")
        case tuple() as steps:
            assert parse_steps(COMPONENTS, MOVING, print_steps(steps)) == steps
        case other:
            pytest.fail(repr(other))


@given(st.text())
def test_every_name_can_be_written(name: str) -> None:
    assert read_name(write_name(name)) == name
    assert read_identifier(write_identifier(name)) == name


@pytest.mark.parametrize(
    ("text", "position", "step"),
    [
        ("sell 2", OPENING, SellGoods(2)),
        ("  sell   2 ", OPENING, SellGoods(2)),
        ("project Boston.2 2>E", CONSTRUCTION, ("c1", ProjectType.HOUSING, "Boston", 1, 2)),
        ("project Hou Reno Construction 1>W", CONSTRUCTION, ("c1", ProjectType.HOUSING, "Reno", 0, 1)),
        ("move c1-d1", MOVING, MoveEmployee(("c1", "d1"), 1)),
        ("move c1-d1-d2-d3", MOVING, MoveEmployee(("c1", "d1", "d2", "d3"), 1)),
        ("move lobby-c1-c2-c3", MOVING, MoveEmployee(("lobby", "c1", "c2", "c3"))),
    ],
)
def test_what_is_not_needed_may_be_left_out(text: str, position: Position, step: object) -> None:
    if isinstance(step, tuple):
        space, kind, city, city_space, workstation = step
        region = COMPONENTS.cities[COMPONENTS.city_index[city]].region
        step = BuildProject(space, kind, city, city_space, Mission(region, workstation))
    assert parse_step(COMPONENTS, position, text) == step


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [(1, "nothing")]),
        ("mov lobby-c1", [(1, "'mov'")]),
        ("stand c1:1 bonus extra", [(18, "'extra'")]),
        ("project Hou Boston.2 c1 1>X more", [(25, "'1>X'"), (29, "'more'")]),
        ("sell 1 2", [(8, "'2'")]),
        ("sell\t1", [(5, "'\\t'")]),
    ],
)
def test_malformed_steps(text: str, faults: list[tuple[int, str]]) -> None:
    with pytest.raises(MalformedNotation) as caught:
        parse_step(COMPONENTS, OPENING, text)
    assert [(fault.column, fault.found) for fault in caught.value.faults] == faults
    assert all(fault.allowed for fault in caught.value.faults)


def test_an_illegal_step_says_the_referees_reason() -> None:
    with pytest.raises(IllegalNotation) as caught:
        parse_step(COMPONENTS, CONSTRUCTION, "project Hou Boston.1 c1 1>E")
    assert caught.value.reason == "WRONG_PROJECT_TYPE"
    assert "project Hou Boston.2 c1 1>E" in caught.value.legal
    assert "WRONG_PROJECT_TYPE" in str(caught.value)
    with pytest.raises(IllegalNotation) as caught:
        parse_step(COMPONENTS, CONSTRUCTION, "project Gotham")
    assert caught.value.reason == "NO_LEGAL_STEP"
    assert caught.value.refusal is None
    assert "no legal step is of this form" in str(caught.value)


def test_an_ambiguous_step_lists_what_it_can_be() -> None:
    with pytest.raises(AmbiguousNotation) as caught:
        parse_step(COMPONENTS, CONSTRUCTION, "project Hou Boston")
    assert caught.value.matches == ("project Hou Boston.2 c1 1>E", "project Hou Boston.2 c1 2>E")
    assert "2 legal steps match" in str(caught.value)
    with pytest.raises(AmbiguousNotation):
        parse_step(COMPONENTS, MOVING, "move b1-c1-c2-c3")


def test_errors_of_a_plan_say_which_step() -> None:
    for text, kind in (("end; jump", MalformedNotation), ("sell 1; sell 9", IllegalNotation)):
        with pytest.raises(kind) as caught:
            parse_steps(COMPONENTS, MOVING, text)
        assert caught.value.number == 1
    assert parse_steps(COMPONENTS, MOVING, "  ") == ()


def test_all_errors_are_of_one_kind() -> None:
    for kind in (MalformedNotation, IllegalNotation, AmbiguousNotation):
        assert issubclass(kind, NotationError)
    assert issubclass(NotationError, ValueError)
    assert print_step(StandUp("c1", 2)) == "stand c1:2"
