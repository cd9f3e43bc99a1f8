"""Selecting the timeline: the round's action, and the events of the next unused space."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, Event
from carnegie_solver.rules import Phase, Position, Turn
from carnegie_solver.rules.steps import BringHome, Donate, EndTurn, SelectTimeline
from models.hand_positions import COMPONENTS, hand_position, play, read_document, refusal

HR, MANAGEMENT, CONSTRUCTION, RESEARCH = Action
# The front sides of the tiles 1 to 4, from the topmost row down, and what the board prints on the fifth spaces.
ROWS = {
    HR: ("INCOME_WEST", "DONATION", "INCOME_MIDWEST", "INCOME_EAST", "INCOME_EAST DONATION"),
    MANAGEMENT: ("INCOME_SOUTH", "INCOME_EAST", "DONATION", "INCOME_WEST", "INCOME_MIDWEST DONATION"),
    CONSTRUCTION: ("INCOME_EAST", "INCOME_MIDWEST", "INCOME_WEST", "DONATION", "INCOME_SOUTH DONATION"),
    RESEARCH: ("INCOME_SOUTH", "INCOME_WEST", "INCOME_EAST", "DONATION", "INCOME_WEST DONATION"),
}


def with_used(human_resources: int, management: int, construction: int, research: int) -> Position:
    """Give a position in which a row is to be selected, with so many spaces of each used."""
    used = (human_resources, management, construction, research)
    timeline = {
        "humanResources": {"used": human_resources},
        "management": {"used": management},
        "construction": {"used": construction},
        "researchAndDevelopment": {"used": research},
    }
    return read_document({"round": 1 + sum(used), "timeline": timeline, "players": [{}, {}, {}]})


def used_of(position: Position) -> tuple[int, ...]:
    return tuple(row.used for row in position.timeline)


def names(events: tuple[Event, ...]) -> str:
    return " ".join(event.name for event in events)


@pytest.mark.parametrize("row", Action)
@pytest.mark.parametrize("space", range(5))
def test_each_space_of_each_row(row: Action, space: int) -> None:
    """The row's action is the round's; its next unused space brings the events, the fifth an income and a donation."""
    used = [0, 0, 0, 0]
    used[row] = space
    after = play(with_used(*used), SelectTimeline(row))
    assert after.action is row
    assert names(after.events) == ROWS[row][space]
    used[row] += 1
    assert used_of(after) == tuple(used)
    assert (after.phase, after.player, after.turn) == (Phase.EVENT, 0, Turn(None))


@pytest.mark.parametrize(
    ("used", "selected", "brings", "event"),
    [
        ((5, 2, 0, 0), HR, MANAGEMENT, "DONATION"),
        ((5, 5, 1, 0), HR, CONSTRUCTION, "INCOME_MIDWEST"),
        ((0, 5, 5, 4), MANAGEMENT, RESEARCH, "INCOME_WEST DONATION"),
        ((3, 0, 0, 5), RESEARCH, HR, "INCOME_EAST"),  # the topmost follows the lowest
        ((5, 5, 3, 5), RESEARCH, CONSTRUCTION, "DONATION"),
        ((5, 4, 5, 5), CONSTRUCTION, MANAGEMENT, "INCOME_MIDWEST DONATION"),
        ((5, 4, 5, 5), MANAGEMENT, MANAGEMENT, "INCOME_MIDWEST DONATION"),
    ],
)
def test_a_row_that_is_used_up(
    used: tuple[int, int, int, int], selected: Action, brings: Action, event: str
) -> None:
    """Its action may still be selected; the event comes from the next row below that has a space left [public]."""
    after = play(with_used(*used), SelectTimeline(selected))
    assert after.action is selected
    assert names(after.events) == event
    expected = [count + (row is brings) for row, count in zip(Action, used, strict=True)]
    assert used_of(after) == tuple(expected)


@pytest.mark.parametrize("seed", range(10))
def test_each_space_is_used_once(seed: int) -> None:
    """Whatever is selected, twenty rounds use each of the twenty spaces once."""
    chance = random.Random(seed)
    position = with_used(0, 0, 0, 0)
    events: Counter[str] = Counter()
    for _ in range(20):
        position = play(position, SelectTimeline(chance.choice([HR, HR, *Action])))
        events.update(names(position.events).split())
        while position.phase not in (Phase.SELECT_TIMELINE, Phase.GAME_OVER):
            position = play(position, EndTurn())
    assert used_of(position) == (5, 5, 5, 5)
    assert events == Counter(" ".join(space for row in ROWS.values() for space in row).split())
    assert refusal(position, SelectTimeline(HR)) == ("WRONG_PHASE", "")


def test_the_first_player_selects() -> None:
    """The first player selects; then events, and the use of Departments, begin with him."""
    position = hand_position({}, {}, {}, firstPlayer=2)
    after = play(position, SelectTimeline(CONSTRUCTION))
    assert names(after.events) == "INCOME_MIDWEST"
    order = []
    while after.phase is Phase.EVENT:
        order.append(after.player)
        after = play(after, EndTurn())
    assert order == [2, 0, 1]
    assert (after.phase, after.player, after.action, after.events) == (
        Phase.USE_DEPARTMENTS,
        2,
        CONSTRUCTION,
        (),
    )
    assert after.turn == Turn(CONSTRUCTION, uses=((COMPONENTS.space_index["c1"], 1),))


def test_two_events_one_after_the_other() -> None:
    """At a fifth space all players take their income, then all may donate."""
    position = play(with_used(0, 0, 0, 4), SelectTimeline(RESEARCH))
    order = []
    while position.phase is Phase.EVENT:
        order.append((names(position.events), position.player))
        position = play(position, EndTurn())
    assert order == [("INCOME_WEST DONATION", number) for number in range(3)] + [
        ("DONATION", number) for number in range(3)
    ]


@pytest.mark.parametrize("phase", ["EVENT", "USE_DEPARTMENTS", "STANDING_UP"])
def test_only_once_a_round(phase: str) -> None:
    """Nothing is selected in the other phases."""
    events = {"events": ["EVENT_DONATION"]} if phase == "EVENT" else {}
    position = hand_position({}, {}, phase=phase, action="MANAGEMENT", **events)
    assert refusal(position, SelectTimeline(HR)) == ("WRONG_PHASE", "")


def test_selecting_cannot_be_passed() -> None:
    """The first player has to select, and nothing of the event can be done before."""
    position = hand_position({"missions": {"west": 1}}, {})
    assert refusal(position, EndTurn()) == ("WRONG_PHASE", "")
    assert refusal(position, BringHome()) == ("WRONG_PHASE", "")
    assert refusal(position, Donate("WELFARE_FLAT")) == ("WRONG_PHASE", "")


def test_selecting_changes_no_holdings() -> None:
    """Only the timeline, the action and the events change."""
    position = with_used(1, 2, 3, 4)
    after = play(position, SelectTimeline(MANAGEMENT))
    back = replace(after, phase=position.phase, action=None, events=(), turn=None, timeline=position.timeline)
    assert back == position
