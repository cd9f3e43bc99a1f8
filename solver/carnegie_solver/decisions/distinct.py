"""Lines that differ in the end: of plans that leave the same once the employees have stood up, the best one is kept.

Optimisers tell plans apart by what the decision itself changes (`outcomes`). Another employee sent away and another one
stood up can come to the same, so more plans are asked for until there are as many that differ, or no more.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer, Choice, Solve
from carnegie_solver.decisions.outcomes import outcome
from carnegie_solver.limits import Limit
from carnegie_solver.plans import outcome as outcome_of_plan
from carnegie_solver.rules import IllegalStep, Position
from carnegie_solver.rules.steps import SelectTimeline
from carnegie_solver.valuation import Outlook

MOST_ASKED = 4
"""So many times the lines wanted are asked for at most."""


def solve_distinct(
    solve: Solve,
    components: Components,
    outlook: Outlook,
    position: Position,
    limit: Limit,
    count: int,
) -> Answer:
    """Find up to `count` plans that leave something different at the end of the round, best first.

    There are fewer where no more are found among the plans that the optimiser tells apart, of which it is asked for up
    to four times as many.
    """
    asked = count
    answer = solve(components, outlook, position, limit, asked)
    work = answer.statistics.work
    kept = _kept(components, position, answer, count)
    while len(kept) < count and len(answer.choices) == asked and asked < MOST_ASKED * count:
        if answer.limit_reached is not None:
            break
        asked *= 2
        more = solve(components, outlook, position, limit.after(work), asked)
        work += more.statistics.work
        if more.limit_reached is not None:
            # What was found before is proved; that there would be more is named by the limit.
            answer = replace(answer, limit_reached=more.limit_reached)
            break
        answer = more
        kept = _kept(components, position, answer, count)
    statistics = replace(answer.statistics, work=work)
    return Answer(kept, answer.limit_reached, statistics)


def _kept(components: Components, position: Position, answer: Answer, count: int) -> tuple[Choice, ...]:
    """Give the first plan of each end, at most `count`."""
    if len(answer.choices) == 1:
        return answer.choices
    kept: dict[Hashable, Choice] = {}
    for number, choice in enumerate(answer.choices):
        try:
            final = outcome_of_plan(components, position, choice.plan)
        except IllegalStep:  # the referee says so of it later
            kept[number] = choice
            continue
        # Rows of the timeline are different decisions, even where both leave everything the same: a used-up row takes
        # the space of another one.
        rows = tuple(step for step in choice.plan.steps if isinstance(step, SelectTimeline))
        kept.setdefault((rows, outcome(components, position, final, 0)), choice)
    return tuple(kept.values())[:count]
