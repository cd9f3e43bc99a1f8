"""Comparing a decision's answer with the referee and with the naive enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.limits import UNLIMITED, Limit
from carnegie_solver.plans import outcome
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.enumeration import TooLarge, best_worth

Solve = Callable[[Components, Outlook, Position, Limit], Answer]


@dataclass(frozen=True)
class Compared:
    """How many instances were compared, how many of those had something to do, how many were too large."""

    instances: int
    with_steps: int
    too_large: int


def refereed_gain(components: Components, outlook: Outlook, position: Position, answer: Answer) -> int:
    """Give what the referee finds that a plan gains, in centi-VP; raises IllegalStep if it is illegal."""
    final = outcome(components, position, answer.plan)
    player = position.player
    before = worth(components, outlook, position.players[player])
    return worth(components, outlook, final.players[player]) - before


def check_claim(components: Components, solve: Solve, position: Position) -> Answer:
    """Solve without a limit and check that the plan is legal, proved, and gains exactly what is claimed."""
    outlook = Outlook(components, load_weights(), position.timeline)
    answer = solve(components, outlook, position, UNLIMITED)
    assert refereed_gain(components, outlook, position, answer) == answer.gain, answer
    assert answer.bound == answer.gain
    assert answer.proved
    assert answer.limit_reached is None
    return answer


def compare(
    components: Components, solve: Solve, positions: Iterable[Position], most: int = 6_000
) -> Compared:
    """Check each position's answer against the best of the naive enumeration."""
    instances = with_steps = too_large = 0
    for position in positions:
        answer = check_claim(components, solve, position)
        outlook = Outlook(components, load_weights(), position.timeline)
        before = worth(components, outlook, position.decider)
        try:
            best = best_worth(components, outlook, position, most) - before
        except TooLarge:
            too_large += 1
            continue
        assert answer.gain == best, (answer, best, position)
        instances += 1
        with_steps += len(answer.plan.steps) > 1
    return Compared(instances, with_steps, too_large)
