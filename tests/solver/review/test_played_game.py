"""A recorded game is cut into the decisions of a player: all of them, nothing else, each whole."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Callable, Hashable
from functools import cache

import pytest

from carnegie_solver.advisor import decision_of
from carnegie_solver.review.played_game import PlayedGame, is_forced, played_game
from carnegie_solver.rules import Position, Step, apply, legal_steps, replay
from carnegie_solver.rules.new_game import Layout, Pool
from carnegie_solver.rules.record import GameRecord, IllegalRecordedStep, InvalidRecord, begin, make_record
from carnegie_solver.rules.steps import EndTurn, PlayAndrew
from models.hand_positions import COMPONENTS
from models.random_games import TABLES, random_game

SEEDS = range(16)


@cache
def recorded(seed: int) -> GameRecord:
    """Play a game of any table by chance, and give its record."""
    players, level = TABLES[seed % len(TABLES)]
    return make_record(
        COMPONENTS,
        seed,
        [step for _, step, _ in random_game(seed)],
        players=players,
        solo_level=level,
        pool=list(Pool)[seed // 8 % 3],
        layout=list(Layout)[seed // 24 % 2],
    )


def awaited(position: Position) -> Hashable:
    """Say which decision a position waits for: whose, and where in the round."""
    return position.round, position.phase, position.player, len(position.events)


def ways_to_decide(position: Position, most: int) -> int:
    """Count the legal step sequences that decide what is awaited, the shortest first, up to a number of them."""
    start = awaited(position)
    waiting = collections.deque([position])
    ways = 0
    while waiting and ways < most:
        reached = waiting.popleft()
        for step in legal_steps(COMPONENTS, reached):
            after = apply(COMPONENTS, reached, step)
            if awaited(after) == start:
                waiting.append(after)
            else:
                ways += 1
    return min(ways, most)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_decisions_are_all_that_the_players_have_decided(seed: int) -> None:
    """Each step but Andrew's is in one decision of its player; a decision is one from its first step to its last."""
    record = recorded(seed)
    positions = list(itertools.accumulate(record.steps, _applied, initial=begin(COMPONENTS, record)))
    found: list[int] = []
    for player in range(record.players):
        game = played_game(COMPONENTS, record, player)
        for played in game.decisions:
            numbers = range(played.first_step, played.first_step + len(played.steps))
            found += numbers
            assert played.steps == record.steps[numbers.start : numbers.stop]
            assert played.position == positions[numbers.start]
            assert played.decision == decision_of(played.position)
            start = awaited(played.position)
            assert played.position.player == player
            assert {awaited(positions[number]) for number in numbers} == {start}
            assert awaited(positions[numbers.stop]) != start
        assert [each.first_step for each in game.decisions] == sorted(
            each.first_step for each in game.decisions
        )
        assert game.end == positions[-1]
    nobodys = {number for number, step in enumerate(record.steps) if isinstance(step, PlayAndrew)}
    assert sorted(found) == sorted(set(range(len(record.steps))) - nobodys)


def _applied(position: Position, step: Step) -> Position:
    return apply(COMPONENTS, position, step)


def test_a_decision_is_forced_where_there_is_one_way_only(
    record_property: Callable[[str, object], None],
) -> None:
    forced = 0
    for seed in SEEDS:
        for played in played_game(COMPONENTS, recorded(seed), 0).decisions:
            ways = ways_to_decide(played.position, 2)
            assert is_forced(COMPONENTS, played) == (ways == 1)
            forced += ways == 1
    assert forced > 20
    record_property("compared: forced decisions, ways counted", forced)


def parts(game: PlayedGame) -> list[tuple[int, int]]:
    return [(played.first_step, len(played.steps)) for played in game.decisions]


def test_a_game_that_breaks_off_has_the_decisions_that_were_made() -> None:
    """After any number of steps the decisions are those of the whole game that have ended, the margins likewise."""
    record = recorded(2)
    assert record.solo_level is not None
    whole = played_game(COMPONENTS, record, 0)
    for count in (0, 1, 2, 17, 60, len(record.steps) - 1):
        steps = record.steps[:count]
        broken_off = make_record(
            COMPONENTS, record.seed, steps, solo_level=record.solo_level, players=1, pool=record.pool
        )
        game = played_game(COMPONENTS, broken_off, 0)
        assert parts(game) == [part for part in parts(whole) if sum(part) <= count]
        assert game.end == replay(COMPONENTS, begin(COMPONENTS, record), steps)
        rounds = game.end.round - 1
        assert game.margins == whole.margins[:rounds]
    assert [margin.round for margin in whole.margins] == list(range(1, 21))


def test_a_record_that_cannot_be_played_is_refused() -> None:
    record = recorded(1)
    with pytest.raises(IllegalRecordedStep) as illegal:
        played_game(COMPONENTS, _with_steps(record, EndTurn()), 0)
    assert illegal.value.number == 0
    with pytest.raises(InvalidRecord) as other:
        played_game(COMPONENTS, _with_steps(record, *record.steps[:5]), 0)
    assert [fault.reason for fault in other.value.faults] == ["OTHER_GAME"]


def _with_steps(record: GameRecord, *steps: Step) -> GameRecord:
    return GameRecord(
        record.components_digest,
        record.seed,
        record.players,
        record.solo_level,
        record.pool,
        record.layout,
        steps,
        record.final_digest,
    )
