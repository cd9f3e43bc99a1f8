"""Whole games at random: never a fault, nothing lost or made from nothing, and an end after twenty rounds.

`CARNEGIE_RANDOM_GAMES` says how many games are played.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Final, get_args

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Event, ProjectType
from carnegie_solver.rules import Phase, Position, Step, find_faults, position_from_json, position_to_json
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet, total
from carnegie_solver.rules.steps import AdvanceTransport, ChangeAction, Donate, SelectTimeline
from models.final_scores import andrew_vp, player_vp
from models.hand_positions import COMPONENTS
from models.random_games import (
    city_spaces,
    disks,
    donation_spaces,
    employees,
    last_spaces,
    random_game,
    random_table,
    tiles,
)
from models.step_results import BEGINS, begun_turn, expected_player, expected_turn
from models.tiles_at_work import ALL_TILES, enters_a_held_space, filled, tiles_at_work

GAMES: Final = int(os.environ.get("CARNEGIE_RANDOM_GAMES", "300"))
SAMPLE: Final = 300
"""So many games have, together, every kind of step, every tile at work, and boards of each kind that are full."""
FAULTS_LOOKED_FOR: Final = 0.2
ROUND_TRIPS: Final = 0.02
Report = Callable[[str, object], None]


def check_conserved(start: Position, position: Position) -> None:
    """Check that all employees, disks and tiles are there, and no space of a city holds two disks."""
    for player in position.players:
        assert employees(player) == 15
        assert disks(player) == 30
        assert min(player.money, player.goods, player.vp, player.disks_in_supply, *player.missions) >= 0
        assert [tab.built for tab in player.tabs] == [
            sum(project.type is kind for project in player.projects) for kind in ProjectType
        ]
        assert len(set(player.donations)) == len(player.donations)
    assert tiles(position) == tiles(start)
    assert len(set(city_spaces(position))) == len(city_spaces(position))


def check_shared(position: Position, given: int, entered: int) -> None:
    """Check that spaces for one disk are shared only as often as Charitable Giving and Archives have done it."""
    donations, ends = donation_spaces(position), [place for place, _ in last_spaces(position)]
    assert len(donations) - len(set(donations)) == given
    assert len(ends) - len(set(ends)) == entered


def check_change(before: Position, step: Step, after: Position) -> None:
    """Check that a step has changed what it says of its player and the turn, and nothing else."""
    expected = expected_player(before, step)
    assert after.players[before.player] == expected, step
    assert before.with_decider(expected).players == after.players, step
    if isinstance(step, BEGINS):
        action = step.action if isinstance(step, ChangeAction) else after.action
        assert after.turn == begun_turn(after, action), step
        return
    turn = expected_turn(before, step)
    if turn is not None and after.turn is not None:
        turn = replace(turn, acted=after.turn.acted)
    assert after.turn == turn, step
    assert after == replace(before, players=after.players, turn=after.turn, display=after.display), step


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
    """Check how a game ends: after round 20, the timeline used up, each sheet adding up to what is counted anew."""
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
        assert total(sheet) == sum(line.vp for line in sheet) == player_vp(player) >= 0
    if position.andrew is not None:
        assert (position.andrew.played, position.andrew.shift, position.andrew.to_act) == (20, 0, False)
        assert len(set(position.andrew.cards)) == 20
        sheet = andrew_score_sheet(COMPONENTS, position)
        assert total(sheet) == sum(line.vp for line in sheet) == andrew_vp(position)
    assert (position.andrew is None) == (random_table(seed).andrew is None)


@cache
def checked_game(seed: int) -> tuple[int, frozenset[str]]:
    """Play a game and check every step; give how many there were, and what has been seen in it."""
    chance = random.Random(seed)
    start = position = random_table(seed)
    check_conserved(start, start)
    steps = given = entered = 0
    seen: set[str] = set()
    selected: Counter[int] = Counter()
    events: Counter[Event] = Counter()
    for before, step, after in random_game(seed):
        assert before is position or before == position
        given += isinstance(step, Donate) and step.space is not None
        entered += isinstance(step, AdvanceTransport) and enters_a_held_space(before, after)
        check_conserved(start, after)
        check_shared(after, given, entered)
        check_change(before, step, after)
        check_order(before, after)
        if chance.random() < FAULTS_LOOKED_FOR:
            assert find_faults(COMPONENTS, after) == (), step
        if chance.random() < ROUND_TRIPS:
            assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, after)) == after
        if isinstance(step, SelectTimeline) or before.phase is Phase.SELECT_TIMELINE is not after.phase:
            selected[before.round] += 1
            events.update(after.events)
        seen.add(type(step).__name__)
        seen.update(tiles_at_work(before, step, after))
        position = after
        steps += 1
    assert find_faults(COMPONENTS, position) == ()
    check_end(seed, position)
    seen.update(filled(position))
    assert selected == dict.fromkeys(range(1, 21), 1)
    printed = Counter(event for row in start.timeline for event in row.events)
    printed.update(Event[name] for name in ("INCOME_EAST", "INCOME_MIDWEST", "INCOME_SOUTH", "INCOME_WEST"))
    printed[Event.DONATION] += 4
    assert events == printed
    return steps, frozenset(seen)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_whole_game(seed: int, record_property: Report) -> None:
    """Every position of a game is free of faults, keeps what must be kept, and changes as the step says."""
    steps, _ = checked_game(seed)
    record_property("compared: steps of whole games with what they must change", steps)


@pytest.mark.skipif(GAMES < SAMPLE, reason=f"fewer than {SAMPLE} games")
def test_the_games_leave_nothing_out(record_property: Report) -> None:
    """Together the games have every kind of step, every tile at work, and full boards."""
    games: Counter[str] = Counter()
    for seed in range(SAMPLE):
        games.update(checked_game(seed)[1])
    kinds = {kind.__name__ for kind in get_args(Step)}
    boards = {"a Company of 16 Departments", "four tabs fully pulled", "no free donation space"}
    ways = {"Political Lobbying by VP", "Political Lobbying by type", "Archives on a last space"}
    assert len(ALL_TILES) == 32
    wanted = kinds | ALL_TILES | boards | ways
    assert {name for name in wanted if not games[name]} == set()
    for board in sorted(boards):
        record_property(f"compared: games that end with {board}", games[board])
