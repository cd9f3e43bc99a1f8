"""Why an answer is no better: which of the player's means bind it, and what one more unit of each would bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from carnegie_solver.advisor import Suggestion, suggest
from carnegie_solver.components import Components
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached, any_reached
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


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an answer is no better.

    Attributes
    ----------
    bindings
        The means that bind the answer, the one that would bring the most first.
    limit_reached
        The limit for which nothing can be said of some means; None where all is said.
    work
        Deterministic work of the searches.
    """

    bindings: tuple[Binding, ...]
    limit_reached: LimitReached | None
    work: float


def explain(
    components: Components,
    position: Position,
    suggestion: Suggestion,
    weights: Weights | None = None,
    limit: Limit = UNLIMITED,
) -> Explanation:
    """Give the means that bind an answer.

    Each is found by answering the same question with one unit more. Only proved answers are compared: nothing is said
    of a means where a limit came first. The answer's own work counts against the limit.
    """
    if not suggestion.lines or not suggestion.lines[0].proved:
        return Explanation((), None, 0.0)
    left = limit.after(suggestion.statistics.work)
    found: list[Binding] = []
    reached: list[LimitReached | None] = []
    work = 0.0
    richer = [(means, more) for means, one_more in MEANS.items() if (more := one_more(position)) is not None]
    for number, (means, question) in enumerate(richer):
        share = left.after(work).share(len(richer) - number)
        if share.reached() is not None:
            reached.append(share.reached())
            continue
        other = suggest(components, question, weights, share)
        work += other.statistics.work
        reached.append(other.limit_reached)
        # The unit's own worth is in both the position's worth and the plan's, so it is not part of the gain.
        gain = other.lines[0].gain - suggestion.lines[0].gain
        if other.lines[0].proved and gain > 0:
            found.append(Binding(means, gain))
    found.sort(key=lambda binding: -binding.gain)
    return Explanation(tuple(found), any_reached(reached), work)
