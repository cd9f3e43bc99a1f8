"""Why an answer is no better: which of the player's means bind it, and what one more unit of each would bring."""

from __future__ import annotations

from msgspec import Struct

from carnegie_solver.advisor import Suggestion, suggest
from carnegie_solver.components import Components
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached, any_reached
from carnegie_solver.means import MEANS
from carnegie_solver.restrictions import UNRESTRICTED, Restrictions
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Weights


class Binding(Struct, frozen=True):
    """What one more unit of a means would bring beyond its own worth, in centi-VP, more than 0.

    `means` is one of `MEANS`; `subject` says where the unit would bring the most, as `means.Richer` does.
    """

    means: str
    gain: int
    subject: str = ""


class Explanation(Struct, frozen=True):
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
    restrictions: Restrictions = UNRESTRICTED,
) -> Explanation:
    """Give the means that bind an answer.

    Each is found by answering the same question, `restrictions` included, with one unit more. Only proved answers are
    compared: nothing is said of a means where a limit came first. The answer's own work counts against the limit.
    """
    if not suggestion.lines or not suggestion.lines[0].proved:
        return Explanation((), None, 0.0)
    left = limit.after(suggestion.statistics.work)
    questions = [(means, richer) for means, ask in MEANS.items() for richer in ask(components, position)]
    found: dict[str, Binding] = {}
    unsettled: set[str] = set()
    reached: list[LimitReached | None] = []
    work = 0.0
    for number, (means, richer) in enumerate(questions):
        share = left.after(work).share(len(questions) - number)
        if share.reached() is not None:
            reached.append(share.reached())
            unsettled.add(means)
            continue
        other = suggest(richer.components, richer.position, weights, share, restrictions=restrictions)
        work += other.statistics.work
        reached.append(other.limit_reached)
        if not other.lines or not other.lines[0].proved:
            unsettled.add(means)
        # The unit's own worth is in both the position's worth and the plan's, so it is not part of the gain.
        gain = other.lines[0].gain - suggestion.lines[0].gain
        if gain > 0 and (means not in found or gain > found[means].gain):
            found[means] = Binding(means, gain, richer.subject)
    bindings = [binding for means, binding in found.items() if means not in unsettled]
    bindings.sort(key=lambda binding: -binding.gain)
    return Explanation(tuple(bindings), any_reached(reached), work)
