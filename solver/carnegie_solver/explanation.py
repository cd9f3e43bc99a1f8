"""Why an answer is no better: which of the player's means bind it, and what one more unit of each would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from carnegie_solver.advisor import Suggestion, suggest
from carnegie_solver.components import Components
from carnegie_solver.limits import UNLIMITED, Limit
from carnegie_solver.restrictions import UNRESTRICTED, Restrictions
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Weights

MOST_OF_A_MEANS = 99
"""Beyond this no more is tried: nothing that a player could use is missing then."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What one more unit of a means would bring beyond its own worth, in centi-VP, more than 0.

    `means` is one of `MEANS`: dollars, goods cubes, employee moves, study points.
    """

    means: str
    gain: int


def _with_money(position: Position) -> Position | None:
    player = position.decider
    return position.with_decider(replace(player, money=player.money + 1))


def _with_goods(position: Position) -> Position | None:
    player = position.decider
    return position.with_decider(replace(player, goods=player.goods + 1))


def _with_moves(position: Position) -> Position | None:
    turn = position.turn
    if turn is None or not 0 < turn.moves < MOST_OF_A_MEANS:
        return None
    return replace(position, turn=replace(turn, moves=turn.moves + 1))


def _with_study_points(position: Position) -> Position | None:
    turn = position.turn
    if turn is None or not 0 < turn.study_points < MOST_OF_A_MEANS:
        return None
    return replace(position, turn=replace(turn, study_points=turn.study_points + 1))


MEANS: dict[str, Callable[[Position], Position | None]] = {
    "MONEY": _with_money,
    "GOODS": _with_goods,
    "MOVES": _with_moves,
    "STUDY_POINTS": _with_study_points,
}
"""The means of a decision: each gives a position with one unit more, or None where the decision has none of them."""


def bindings(
    components: Components,
    position: Position,
    suggestion: Suggestion,
    weights: Weights | None = None,
    limit: Limit = UNLIMITED,
    restrictions: Restrictions = UNRESTRICTED,
) -> tuple[Binding, ...]:
    """Give the means that bind an answer, the one that would bring the most first.

    Each is found by answering the same question, `restrictions` included, with one unit more. Only proved answers are
    compared: nothing is said of a means where a limit came first.
    """
    if not suggestion.lines or not suggestion.lines[0].proved:
        return ()
    found = _found(components, position, suggestion, weights, limit, restrictions)
    return tuple(sorted(found, key=lambda binding: -binding.gain))


def _found(
    components: Components,
    position: Position,
    suggestion: Suggestion,
    weights: Weights | None,
    limit: Limit,
    restrictions: Restrictions,
) -> Iterator[Binding]:
    for means, with_one_more in MEANS.items():
        richer = with_one_more(position)
        if richer is None or limit.out_of_time():
            continue
        other = suggest(components, richer, weights, limit, restrictions=restrictions)
        # The unit's own worth is in both the position's worth and the plan's, so it is not part of the gain.
        more = other.lines[0].gain - suggestion.lines[0].gain
        if other.lines[0].proved and more > 0:
            yield Binding(means, more)
