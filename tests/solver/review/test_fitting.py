"""The fit of the expected margin: it finds a line that is there, keeps it monotone, and is judged by other games."""

from __future__ import annotations

import random
import statistics
import sys
from pathlib import Path

import pytest

from carnegie_solver.review.standing import Standing

sys.path.insert(0, str(Path(__file__).parents[3] / "bench"))
from tuning.margin_games import Game, play
from tuning.margins import Fit, Sample, fitted, samples_of, typical_error


def drawn(count: int, own: float, other: float, noise: float = 0.0) -> list[Sample]:
    """Draw samples around a line with the offsets 100 and -300."""
    chance = random.Random(count)
    samples = []
    for seed in range(count):
        standing = Standing(chance.randrange(20_000), chance.randrange(20_000))
        group = 1 + seed % 2
        offset = 100 if group == 1 else -300
        margin = offset + own * standing.own - other * standing.other + chance.gauss(0.0, noise)
        samples.append(Sample(group, seed, standing, round(margin)))
    return samples


def test_a_line_that_is_there_is_found() -> None:
    fit = fitted(drawn(60, 0.8, 0.5), alike=False)
    assert fit.own == pytest.approx(0.8, abs=1e-3)
    assert fit.other == pytest.approx(0.5, abs=1e-3)
    assert fit.offsets == {1: pytest.approx(100, abs=2), 2: pytest.approx(-300, abs=2)}
    alike = fitted(drawn(60, 0.7, 0.7), alike=True)
    assert alike.own == alike.other == pytest.approx(0.7, abs=1e-3)


@pytest.mark.parametrize(("own", "other", "found"), [(-0.5, 0.8, (0.0, 0.8)), (0.9, -0.1, (0.9, 0.0))])
def test_no_slope_is_negative(own: float, other: float, found: tuple[float, float]) -> None:
    """One that would be is 0; the other one is fitted without it."""
    fit = fitted(drawn(2_000, own, other), alike=False)
    assert min(fit.own, fit.other) == 0.0
    assert fit.own == pytest.approx(found[0], abs=0.1)
    assert fit.other == pytest.approx(found[1], abs=0.1)
    assert fitted(drawn(60, -0.5, -0.5), alike=True).own == 0.0
    assert fitted(drawn(60, -0.5, -0.5), alike=False) == Fit(
        fitted(drawn(60, -0.5, -0.5), alike=True).offsets, 0.0, 0.0
    )


def test_the_typical_error_is_that_in_other_games() -> None:
    """Noise of a known size is found again; few games are foretold worse by the others than by themselves."""
    assert typical_error(drawn(2_000, 0.8, 0.5, 900.0), alike=False) == pytest.approx(900, rel=0.1)
    few = drawn(15, 0.8, 0.5, 900.0)
    fit = fitted(few, alike=False)
    of_itself = statistics.pstdev((sample.margin - fit.expected(sample) for sample in few), 0.0)
    assert typical_error(few, alike=False) > of_itself


@pytest.mark.parametrize(("players", "level"), [(1, 2), (2, None)])
def test_a_game_is_played_and_watched(players: int, level: int | None) -> None:
    """How it stood after 19 rounds, for each player; for two players one's margin is the other's, turned round."""
    game = play(players, level, 3)
    assert game == play(players, level, 3)
    assert game.kind == ("andrew-2" if level else "players-2")
    assert [len(standings) for standings in game.after_rounds] == [players] * 19
    assert sum(game.margins) == 0 or players == 1
    for standings in game.after_rounds:
        if players == 2:
            first, second = standings
            assert (first.own, first.other) == (second.other, second.own)


def test_each_player_of_each_game_is_a_sample() -> None:
    standings = ((Standing(1, 2), Standing(2, 1)),) * 19
    games = [Game("players-2", 7, standings, (5, -5)), Game("andrew-3", 8, ((Standing(3, 4),),) * 19, (6,))]
    assert samples_of(games, "players", 4) == [
        Sample(2, 7, Standing(1, 2), 5),
        Sample(2, 7, Standing(2, 1), -5),
    ]
    assert samples_of(games, "andrew", 19) == [Sample(3, 8, Standing(3, 4), 6)]
