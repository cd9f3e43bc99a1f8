"""Action Choice tiles: another action than the chosen one, once a game, before anything else in the turn."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.components import Action, ProjectType, Region
from carnegie_solver.rules import (
    InvalidPosition,
    Position,
    Step,
    Turn,
    legal_steps,
    position_from_json,
    position_to_json,
)
from carnegie_solver.rules.scoring import score_sheet
from carnegie_solver.rules.steps import (
    BuildProject,
    ChangeAction,
    EndTurn,
    Gain,
    Mission,
    MoveEmployee,
    SellGoods,
    SlideTab,
    UseDepartment,
)
from models.hand_positions import COMPONENTS, company, document, hand_position, play, refusal

HR, MANAGEMENT, CONSTRUCTION, RESEARCH = Action
FULL = {"company": company(a1={"standingAt": [1, 2]}, c1={"standingAt": [1, 2]}, d1={"standingAt": [1, 2]})}
NONE = ("NO_ACTION_CHOICE", "")


def second_of_four(action: str, **fields: Any) -> Position:
    """Give a position in which a player after the first of four begins his turn, holding a tile."""
    return hand_position({}, {**FULL, **fields}, {}, {}, action=action, player=1)


def changes(position: Position) -> set[Action]:
    return {step.action for step in legal_steps(COMPONENTS, position) if isinstance(step, ChangeAction)}


@pytest.mark.parametrize(
    ("action", "turn"),
    [
        (HR, Turn(HR, moves=3)),  # the permanent employee's
        (MANAGEMENT, Turn(MANAGEMENT, uses=((COMPONENTS.space_index["a1"], 2),))),
        (RESEARCH, Turn(RESEARCH, study_points=6)),
    ],
)
def test_another_action(action: Action, turn: Turn) -> None:
    """The turn begins anew with the other action; the tile is gone; the round's action stays for all others."""
    position = second_of_four("CONSTRUCTION")
    assert changes(position) == {HR, MANAGEMENT, RESEARCH}
    after = play(position, ChangeAction(action))
    assert after.turn == turn
    assert after.action is CONSTRUCTION
    assert [player.action_choice_tile for player in after.players] == [True, False, True, True]
    assert refusal(after, ChangeAction(MANAGEMENT if action is HR else HR)) == NONE
    following = play(after, EndTurn())
    assert following.turn == Turn(CONSTRUCTION, uses=((COMPONENTS.space_index["c1"], 1),))
    assert changes(following) == {HR, MANAGEMENT, RESEARCH}


def test_not_the_rounds_action() -> None:
    """The tile is for another action."""
    assert refusal(second_of_four("CONSTRUCTION"), ChangeAction(CONSTRUCTION)) == ("SAME_ACTION", "action")


def test_not_the_first_player() -> None:
    """The first player, who has chosen the action, does it."""
    for count in (3, 4):
        for first in range(count):
            players = [{"actionChoiceTile": number == first} for number in range(count)]
            position = hand_position(*players, action="MANAGEMENT", firstPlayer=first)
            assert refusal(position, ChangeAction(HR)) == NONE
            assert changes(position) == set()


def test_without_a_tile() -> None:
    """Without a tile there is no choice: with one or two players nobody has one, with three only the third."""
    assert refusal(second_of_four("CONSTRUCTION", actionChoiceTile=False), ChangeAction(HR)) == NONE
    assert refusal(hand_position({}, {}, action="CONSTRUCTION", player=1), ChangeAction(HR)) == NONE
    second = hand_position({}, {}, {}, action="CONSTRUCTION", player=1)
    assert refusal(second, ChangeAction(HR)) == NONE
    assert changes(play(second, EndTurn())) == {HR, MANAGEMENT, RESEARCH}


@pytest.mark.parametrize(
    ("action", "step"),
    [
        # A Mission takes the employee along with its use: what is left looks like a turn that begins.
        ("CONSTRUCTION", BuildProject("c1", ProjectType.HOUSING, "Reno", 0, Mission(Region.WEST, 1))),
        ("MANAGEMENT", UseDepartment("a1", Gain.MONEY, Mission(Region.EAST, 1))),
        ("MANAGEMENT", UseDepartment("a1", Gain.GOODS)),
        ("RESEARCH_AND_DEVELOPMENT", SlideTab(ProjectType.HOUSING)),
        ("HUMAN_RESOURCES", MoveEmployee(("a1", "b1"), 1)),
    ],
)
def test_before_anything_else(action: str, step: Step) -> None:
    """Once anything has been done in the turn, it is too late."""
    position = second_of_four(action)
    assert len(changes(position)) == 3
    begun = play(position, step)
    assert begun.turn is not None
    assert begun.turn.acted
    other = RESEARCH if action == "CONSTRUCTION" else CONSTRUCTION
    assert refusal(begun, ChangeAction(other)) == NONE
    assert changes(begun) == set()
    assert begun.players[1].action_choice_tile
    assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, begun)) == begun
    following = play(begun, EndTurn())
    assert following.turn is not None
    assert not following.turn.acted
    assert len(changes(following)) == 3


def test_sales_are_not_part_of_the_turn() -> None:
    """Goods cubes may be sold at any time, so also before the action is changed."""
    position = second_of_four("CONSTRUCTION")
    assert play(position, SellGoods(2), ChangeAction(HR)) == play(position, ChangeAction(HR), SellGoods(2))


def test_only_when_departments_are_used() -> None:
    """Not in an event, not when standing up."""
    event = hand_position(
        {}, {}, {}, {}, phase="EVENT", action="MANAGEMENT", events=["EVENT_DONATION"], player=1
    )
    rest = hand_position({}, {}, {}, {}, phase="STANDING_UP", action="MANAGEMENT", player=1)
    for position in (event, rest, hand_position({}, {}, {}, {})):
        assert refusal(position, ChangeAction(HR)) == NONE


def test_an_unused_tile_is_worth_three() -> None:
    """It scores 3 VP at the end, a used one nothing [public]."""
    position = second_of_four("CONSTRUCTION")
    after = play(position, ChangeAction(HR))
    found = [
        {line.name: line.vp for line in score_sheet(COMPONENTS, state.players[1])}["action_choice_tile"]
        for state in (position, after)
    ]
    assert found == [3, 0]


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"player": 0, "turn": {"acted": True, "uses": [{"space": "c1", "count": 1}]}}, "turn.acted"),
        ({"player": 2, "turn": {"acted": True, "uses": [{"space": "c1", "count": 1}]}}, "turn.acted"),
        ({"phase": "EVENT", "events": ["EVENT_DONATION"], "turn": {"acted": True}}, "turn"),
    ],
)
def test_faults(fields: dict[str, Any], path: str) -> None:
    """Only whoever could have changed the action is marked as having begun."""
    players: list[dict[str, Any]] = [{}, {}, {"actionChoiceTile": False}, {}]
    data = document(*players, action="CONSTRUCTION", **fields)
    with pytest.raises(InvalidPosition) as caught:
        position_from_json(COMPONENTS, data)
    assert [(fault.path, fault.reason) for fault in caught.value.faults] == [(path, "INCONSISTENT")]
