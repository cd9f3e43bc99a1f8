"""The order of decisions: who is next, when a round ends, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.components import Action
from carnegie_solver.rules import Phase, Position, Turn
from carnegie_solver.rules.steps import EndTurn, MoveEmployee, SellGoods, StandUp
from models.hand_positions import (
    COMPONENTS,
    company,
    document,
    hand_position,
    play,
    project,
    read_document,
    refusal,
)

CROWD: list[dict[str, Any]] = [
    {"company": company(b1={"standingAt": [1]}, c1={"standingAt": [1]}, d1={"standingAt": [1, 2]})},
    {"company": company(b1={"standingAt": [1, 2]}, c1={"standingAt": [2, 3]})},
    {"company": company(a1={"standingAt": [1]})},
]
CHOSEN = [project("Boston", 1), project("Albany", 1), project("Chicago", 1)]


def decisions(position: Position, count: int) -> list[tuple[int, str, int]]:
    """Give round, phase and player of the following decisions, when everybody only ends his."""
    found = []
    for _ in range(count):
        position = play(position, EndTurn())
        found.append((position.round, position.phase.name, position.player))
    return found


def test_order_in_a_round() -> None:
    """All use their Departments from the first player clockwise, then all stand employees up, then a round begins."""
    position = hand_position({}, {}, {}, action="CONSTRUCTION", firstPlayer=1)
    assert (position.round, position.player) == (4, 1)
    assert decisions(position, 6) == [
        (4, "USE_DEPARTMENTS", 2),
        (4, "USE_DEPARTMENTS", 0),
        (4, "STANDING_UP", 1),
        (4, "STANDING_UP", 2),
        (4, "STANDING_UP", 0),
        (5, "SELECT_TIMELINE", 2),
    ]


def test_the_first_player_passes_clockwise() -> None:
    """The first player of the next round is the next one clockwise, and selects the timeline [public]."""
    for first in range(4):
        position = hand_position({}, {}, {}, {}, action="MANAGEMENT", firstPlayer=first)
        after = play(position, *[EndTurn()] * 8)
        assert after.first_player == after.player == (first + 1) % 4
        assert (after.round, after.phase, after.action, after.turn) == (5, Phase.SELECT_TIMELINE, None, None)
        assert after.timeline == position.timeline
        assert refusal(after, EndTurn()) == ("WRONG_PHASE", "")


@pytest.mark.parametrize(
    ("action", "turns"),
    [
        (
            "HUMAN_RESOURCES",
            [Turn(Action.HUMAN_RESOURCES, moves=count) for count in (6, 9, 3)],
        ),
        (
            "CONSTRUCTION",
            [Turn(Action.CONSTRUCTION, uses=((3, count),)) for count in (1, 2)] + [Turn(Action.CONSTRUCTION)],
        ),
        (
            "MANAGEMENT",
            [Turn(Action.MANAGEMENT), Turn(Action.MANAGEMENT), Turn(Action.MANAGEMENT, uses=((1, 1),))],
        ),
        (
            "RESEARCH_AND_DEVELOPMENT",
            [Turn(Action.RESEARCH_AND_DEVELOPMENT, study_points=count) for count in (6, 0, 0)],
        ),
    ],
)
def test_each_turn_begins_with_its_players_own(action: str, turns: list[Turn]) -> None:
    """A turn begins with the moves, study points and uses of the player whose turn it is."""
    position = hand_position(*CROWD, action=action)
    found = [position.turn]
    for _ in turns[1:]:
        position = play(position, EndTurn())
        found.append(position.turn)
    assert found == turns
    assert play(position, EndTurn()).turn is None


def test_one_player() -> None:
    """With one player a round is a turn and a standing-up."""
    position = hand_position({}, action="CONSTRUCTION")
    assert decisions(position, 2) == [(4, "STANDING_UP", 0), (5, "SELECT_TIMELINE", 0)]


def test_the_game_ends_after_the_last_round() -> None:
    """After the standing-up of round 20 the game is over, and nobody decides anything any more."""
    position = hand_position({}, {}, action="CONSTRUCTION", used=5, firstPlayer=1)
    assert position.round == 20
    over = play(position, *[EndTurn()] * 4)
    assert (over.round, over.phase, over.action, over.turn) == (20, Phase.GAME_OVER, None, None)
    assert refusal(over, EndTurn()) == ("WRONG_PHASE", "")
    assert read_document(document({}, {}, phase="GAME_OVER", used=5)).phase is Phase.GAME_OVER


def test_setup_moves() -> None:
    """At setup each player makes up to six moves and then stands employees up, clockwise [public]."""
    position = read_document({"phase": "PHASE_SETUP_MOVES", "firstPlayer": 1, "players": [{}, {}, {}]})
    assert position.turn == Turn(Action.HUMAN_RESOURCES, moves=6)
    moved = play(
        position, MoveEmployee(("lobby", "c1", "c2", "c3", "c4")), MoveEmployee(("lobby", "b1", "a1"))
    )
    assert moved.turn == Turn(Action.HUMAN_RESOURCES)
    assert refusal(moved, MoveEmployee(("lobby", "b1"))) == ("NOT_ENOUGH_MOVES", "path")
    standing = play(moved, EndTurn(), StandUp("a1", 2))
    assert standing.phase is Phase.SETUP_STANDING_UP
    assert standing.players[1].money == 11
    assert decisions(standing, 5) == [
        (1, "SETUP_MOVES", 2),
        (1, "SETUP_STANDING_UP", 2),
        (1, "SETUP_MOVES", 0),
        (1, "SETUP_STANDING_UP", 0),
        (1, "SELECT_TIMELINE", 1),
    ]
    second = play(standing, EndTurn())
    assert second.turn == Turn(Action.HUMAN_RESOURCES, moves=6)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (hand_position({}), "WRONG_PHASE"),
        (read_document({"phase": "PHASE_SETUP_PLACEMENT", "players": [{}]}), "HOUSING_NOT_PLACED"),
        (
            read_document(
                {"phase": "PHASE_SETUP_PLACEMENT", "players": [{"projects": [project("Boston", 1)]}]}
            ),
            "NOTHING_RESERVED",
        ),
        (
            hand_position(
                {"tabs": {"housing": {"pulled": 2}}, "projects": CHOSEN},
                phase="EVENT",
                action="MANAGEMENT",
                events=["EVENT_INCOME_WEST"],
                turn={"broughtHome": True, "choices": [{"type": "PROJECT_TYPE_HOUSING", "circle": 2}]},
            ),
            "INCOME_NOT_CHOSEN",
        ),
    ],
)
def test_decisions_that_cannot_be_ended(position: Position, reason: str) -> None:
    """A row has to be selected, the setup's placement completed, and every income chosen; goods can be sold."""
    assert refusal(position, EndTurn()) == (reason, "")
    assert play(position, SellGoods(1)).decider.money == 13


def test_events_can_be_passed() -> None:
    """An event in which a player does nothing passes to the next player, then to the use of Departments."""
    position = hand_position({}, {}, phase="EVENT", action="MANAGEMENT", events=["EVENT_DONATION"])
    assert decisions(position, 2) == [(4, "EVENT", 1), (4, "USE_DEPARTMENTS", 0)]


def test_ending_a_turn_changes_no_holdings() -> None:
    """Ending decisions moves nothing: at the end of the round all players have what they had."""
    position = hand_position(*CROWD, action="MANAGEMENT")
    after = play(position, *[EndTurn()] * 6)
    assert after.players == position.players
    assert after.display == position.display
    assert COMPONENTS.tables.setup.rounds == 20
