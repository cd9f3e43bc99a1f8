"""The expected final margin: the real one at the end, and before it monotone in what both sides hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources

import pytest
from msgspec.structs import replace

from carnegie_solver.components import load_components
from carnegie_solver.review.margin import COEFFICIENTS, Coefficients, coefficients, margin_after_round
from carnegie_solver.review.standing import Standing
from carnegie_solver.rules import Phase, Player, Position
from models.final_scores import andrew_vp, player_vp
from models.hand_positions import COMPONENTS
from models.random_games import TABLES, random_game

AGAINST_ANDREW, OF_SEVERAL = coefficients()
KINDS = [pytest.param(AGAINST_ANDREW, id="Andrew"), pytest.param(OF_SEVERAL, id="players")]


def between_rounds(seed: int) -> list[Position]:
    """Give the positions of a game in which a round has just ended, the last one included."""
    positions = [after for before, _, after in random_game(seed) if _ends_round(before, after)]
    assert len(positions) == 20
    return positions


def _ends_round(before: Position, after: Position) -> bool:
    return after.round > before.round or after.phase is Phase.GAME_OVER


@pytest.mark.parametrize("seed", range(16))
def test_at_the_end_it_is_the_real_margin(seed: int) -> None:
    """Scores counted anew from the rules; the error is 0."""
    _, level = TABLES[seed % len(TABLES)]
    final = between_rounds(seed)[-1]
    scores = [player_vp(player) for player in final.players]
    for player, own in enumerate(scores):
        margin = margin_after_round(COMPONENTS, final, player, level)
        others = scores[:player] + scores[player + 1 :]
        if (andrew := andrew_vp(final)) is not None:
            others = [andrew]
        if not others:
            assert margin is None
            continue
        assert margin is not None
        assert (margin.round, margin.margin, margin.typical_error) == (20, 100 * (own - max(others)), 0)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5, 6])
def test_more_vp_never_lower_it(seed: int) -> None:
    """A VP more on the score track never lowers the margin, and the best other player's never raises it."""
    _, level = TABLES[seed % len(TABLES)]
    for position in between_rounds(seed):
        margin = margin_after_round(COMPONENTS, position, 0, level)
        richer = margin_after_round(COMPONENTS, _changed(position, 0, _with_vp), 0, level)
        assert margin is not None
        assert richer is not None
        assert richer.margin >= margin.margin
        assert richer.typical_error == margin.typical_error
        for other in range(1, len(position.players)):
            behind = margin_after_round(COMPONENTS, _changed(position, other, _with_vp), 0, level)
            assert behind is not None
            assert behind.margin <= margin.margin
        if position.andrew is not None:
            andrew = replace(position.andrew, vp=position.andrew.vp + 10)
            behind = margin_after_round(COMPONENTS, replace(position, andrew=andrew), 0, level)
            assert behind is not None
            assert behind.margin <= margin.margin


def _with_vp(player: Player) -> Player:
    return replace(player, vp=player.vp + 10)


def _changed(position: Position, player: int, change: Callable[[Player], Player]) -> Position:
    players = list(position.players)
    players[player] = change(players[player])
    return replace(position, players=tuple(players))


def test_it_is_a_sum_of_parts() -> None:
    """By hand: 500 + 0.8 times 6,000 less 0.5 times 9,000, then the same with a slope that has to be rounded."""
    line = Coefficients({2: (500, 0)}, (800, 333), (500, 0), (1_200, 900))
    expected = line.expected(2, 1, Standing(6_000, 9_000))
    assert (expected.round, expected.margin, expected.typical_error) == (1, 800, 1_200)
    assert line.expected(2, 2, Standing(10, 0)).margin == 3


@pytest.mark.parametrize("kind", KINDS)
def test_the_coefficients_have_a_value_for_each_round(kind: Coefficients) -> None:
    assert set(kind.offsets) == ({1, 2, 3, 4} if kind is AGAINST_ANDREW else {2, 3, 4})
    for values in (*kind.offsets.values(), kind.own, kind.other, kind.typical_error):
        assert len(values) == 19
    assert min(*kind.own, *kind.other) >= 0
    assert min(kind.typical_error) > 0
    # What is known grows: the last rounds can be foretold better than the first ones.
    assert max(kind.typical_error[-3:]) < min(kind.typical_error[:3])


def test_of_two_players_one_has_what_the_other_lacks() -> None:
    """The slopes are alike and there is no offset, so that the margins of both are opposite."""
    assert OF_SEVERAL.own == OF_SEVERAL.other
    assert set(OF_SEVERAL.offsets[2]) == {0}
    for position in between_rounds(1):
        first, second = (margin_after_round(COMPONENTS, position, player, None) for player in (0, 1))
        assert first is not None
        assert second is not None
        assert first.margin == -second.margin


def test_it_is_said_where_the_coefficients_are_from() -> None:
    text = resources.files("carnegie_solver.review").joinpath(COEFFICIENTS).read_text(encoding="utf-8")
    measured = json.loads(text)["measured"]
    assert measured["components_digest"] == load_components().digest
    assert measured["games_at_each_level"] >= 20
    assert measured["games_of_each_number_of_players"] >= 10
    assert measured["commit"]
    assert "dirty" not in measured["commit"]
