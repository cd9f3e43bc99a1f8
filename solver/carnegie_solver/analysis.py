"""Analysing: better and better answers while a search goes on, and its last word."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.advisor import PROVED_BEST, Suggestion, suggest
from carnegie_solver.components import Components
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached
from carnegie_solver.restrictions import UNRESTRICTED, Restrictions
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Weights

FIRST_WORK = 0.01
"""Deterministic work of the first search; each further one may do `WORK_FACTOR` times as much."""
WORK_FACTOR = 4.0


class Report(Struct, frozen=True):
    """What an analysis has to say: an answer that is better than the one before, or, once, the final one."""

    suggestion: Suggestion
    final: bool


def analyze(
    components: Components,
    position: Position,
    weights: Weights | None = None,
    limit: Limit = UNLIMITED,
    *,
    lines: int = 1,
    restrictions: Restrictions = UNRESTRICTED,
) -> Iterator[Report]:
    """Search with more and more work, and report each better answer; the last report is the final one.

    The searches begin anew each time, which costs a third more in all than the last one alone. The final answer is the
    one that `suggest` gives for the same limit, but where a limit on time ends the last search with less than an
    earlier one has found.

    Parameters
    ----------
    components, position, weights, limit, lines, restrictions
        As for `advisor.suggest`.

    Raises
    ------
    WaitsForAndrew
        Before any report, when the position waits for Andrew.
    """
    best: Suggestion | None = None
    work = FIRST_WORK
    while True:
        last = limit.work is not None and work >= limit.work
        bounded = replace(limit, work=limit.work if last else work)
        found = suggest(components, position, weights, bounded, lines=lines, restrictions=restrictions)
        ended = last or found.limit_reached is not LimitReached.WORK or limit.out_of_time()
        better = best is None or _rank(found) > _rank(best)
        if ended:
            told = found if better or best is None or _is_settled(found) else best
            if found.limit_reached is LimitReached.TIME or (found.limit_reached is not None and not last):
                # The searches that a limit of work has ended may do more: only time keeps them from it.
                told = replace(told, limit_reached=LimitReached.TIME)
            yield Report(told, final=True)
            return
        if better:
            best = found
            yield Report(found, final=False)
        work *= WORK_FACTOR


def _is_settled(suggestion: Suggestion) -> bool:
    return suggestion.status == PROVED_BEST or not suggestion.lines


def _rank(suggestion: Suggestion) -> tuple[int, int, int]:
    """Order answers: by what the best line gains, by how little more is possible, by how many lines there are."""
    gain = suggestion.lines[0].gain if suggestion.lines else 0
    return gain, -suggestion.bound, len(suggestion.lines)
