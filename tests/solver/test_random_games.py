"""Whole games at random: never a fault, nothing lost or made from nothing, and an end after twenty rounds.

`CARNEGIE_RANDOM_GAMES` says how many games are played.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable

import pytest

from carnegie_solver.components import Event, ProjectType
from carnegie_solver.rules import Phase, Position, Step, find_faults, position_from_json, position_to_json
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet, total
from carnegie_solver.rules.steps import BuildProject, ChangeAction, EndTurn, SelectTimeline
from models.hand_positions import COMPONENTS
from models.random_games import (
    change_by,
    city_spaces,
    disks,
    donation_spaces,
    employees,
    last_spaces,
    random_game,
    random_table,
    tiles,
)

GAMES = int(os.environ.get("CARNEGIE_RANDOM_GAMES", "60"))
Report = Callable[[str, object], None]


def check_conserved(start: Position, position: Position) -> None:
    """Check that all employees, disks and tiles are there, and no space holds two disks."""
    for player in position.players:
        assert employees(player) == 15
        assert disks(player) == 30
        assert min(player.money, player.goods, player.vp, player.disks_in_supply, *player.missions) >= 0
        assert [tab.built for tab in player.tabs] == [
            sum(project.type is kind for project in player.projects) for kind in ProjectType
        ]
    assert tiles(position) == tiles(start)
    for held in (
        city_spaces(position),
        donation_spaces(position),
        [place for place, _ in last_spaces(position)],
    ):
        assert len(set(held)) == len(held)


def check_change(before: Position, step: Step, after: Position) -> None:
    """Check that a step has changed what it says of its player's holdings, and nothing of anybody else's."""
    expected = change_by(before, step)
    for number, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if number != before.player:
            assert new == old
            continue
        assert (new.money - old.money, new.goods - old.goods, new.vp - old.vp) == (
            expected.money,
            expected.goods,
            expected.vp,
        ), step
        assert old.employees_in_supply - new.employees_in_supply == expected.new_employee
    same = (after.phase, after.player) == (before.phase, before.player)
    if same and not isinstance(step, EndTurn | ChangeAction):  # those two begin a turn
        points = [0 if position.turn is None else position.turn.study_points for position in (before, after)]
        # Points of an income mark are lost with the next project.
        kept = 0 if isinstance(step, BuildProject) else points[0]
        assert points[1] == kept + expected.study_points, step


def check_order(before: Position, after: Position) -> None:
    """Check that the round, its phases and the players follow each other."""
    assert after.round in (before.round, before.round + 1)
    if after.round > before.round:
        assert (before.phase, after.phase) == (Phase.STANDING_UP, Phase.SELECT_TIMELINE)
        assert after.first_player == (before.first_player + 1) % len(before.players)
    elif after.phase < before.phase:
        assert (before.phase, after.phase) == (Phase.SETUP_STANDING_UP, Phase.SETUP_MOVES)
    if after.phase is Phase.SELECT_TIMELINE and before.phase is not after.phase:
        assert after.player == after.first_player
        assert sum(row.used for row in after.timeline) == after.round - 1


def check_end(seed: int, position: Position) -> None:
    """Check how a game ends: after round 20, the timeline used up, each sheet adding up to its total."""
    assert (position.round, position.phase, position.turn, position.action) == (
        20,
        Phase.GAME_OVER,
        None,
        None,
    )
    assert [row.used for row in position.timeline] == [5, 5, 5, 5]
    for player in position.players:
        sheet = score_sheet(COMPONENTS, player)
        assert len({line.name for line in sheet}) == len(sheet)
        assert total(sheet) == sum(line.vp for line in sheet) >= 0
    if position.andrew is not None:
        assert (position.andrew.played, position.andrew.shift, position.andrew.to_act) == (20, 0, False)
        assert len(set(position.andrew.cards)) == 20
        sheet = andrew_score_sheet(COMPONENTS, position)
        assert total(sheet) == sum(line.vp for line in sheet) > 0
    assert (position.andrew is None) == (random_table(seed).andrew is None)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_whole_game(seed: int, record_property: Report) -> None:
    """Every position of a game is free of faults, keeps what must be kept, and changes as the step says."""
    chance = random.Random(seed)
    start = position = random_table(seed)
    check_conserved(start, start)
    steps = 0
    selected: Counter[int] = Counter()
    events: Counter[Event] = Counter()
    for before, step, after in random_game(seed):
        assert before == position
        assert find_faults(COMPONENTS, after) == (), step
        check_conserved(start, after)
        check_change(before, step, after)
        check_order(before, after)
        if chance.random() < 0.03:
            assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, after)) == after
        if isinstance(step, SelectTimeline) or before.phase is Phase.SELECT_TIMELINE is not after.phase:
            selected[before.round] += 1
            events.update(after.events)
        position = after
        steps += 1
    check_end(seed, position)
    assert selected == dict.fromkeys(range(1, 21), 1)
    printed = Counter(event for row in start.timeline for event in row.events)
    printed.update(Event[name] for name in ("INCOME_EAST", "INCOME_MIDWEST", "INCOME_SOUTH", "INCOME_WEST"))
    printed[Event.DONATION] += 4
    assert events == printed
    record_property("compared: steps of whole games with what they must change", steps)
