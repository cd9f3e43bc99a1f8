"""Comparing a decision's answer with the referee and with the naive enumeration."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

import pytest

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer, Solve
from carnegie_solver.decisions.outcomes import outcome
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import Plan, stages
from carnegie_solver.plans import outcome as outcome_of_plan
from carnegie_solver.restrictions import UNRESTRICTED, NothingPermitted, Restrictions
from carnegie_solver.rules import Position, replay
from carnegie_solver.rules.steps import SellGoods
from carnegie_solver.valuation import Outlook, Weights, load_weights, worth
from models.enumeration import TooLarge, best_lines, best_worth


@dataclass(frozen=True)
class Compared:
    """How many instances were compared, how many of those had something to do, how many were too large."""

    instances: int
    with_steps: int
    too_large: int


def refereed_gain(components: Components, outlook: Outlook, position: Position, plan: Plan) -> int:
    """Give what the referee finds that a plan gains, in centi-VP; raises IllegalStep if it is illegal."""
    final = outcome_of_plan(components, position, plan)
    player = position.player
    before = worth(components, outlook, position.players[player])
    return worth(components, outlook, final.players[player]) - before


def check_claim(components: Components, solve: Solve, position: Position) -> Answer:
    """Solve without a limit and check that the plan is legal, proved, and gains exactly what is claimed."""
    outlook = Outlook(components, load_weights(), position.timeline)
    answer = solve(components, outlook, position, UNLIMITED)
    assert refereed_gain(components, outlook, position, answer.plan) == answer.gain, answer
    assert answer.bound == answer.gain
    assert answer.proved
    assert answer.limit_reached is None
    return answer


def compare_lines(
    components: Components,
    solve: Solve,
    positions: Iterable[Position],
    count: int = 5,
    most: int = 6_000,
    restrictions_of: Callable[[Position], Restrictions] = lambda _: UNRESTRICTED,
    weights: Weights | None = None,
) -> Compared:
    """Check each position's lines: their gains are the best of the naive enumeration, and no two are the same plan.

    With allow and avoid lists those of the plans that they permit; where there is none, the decision says so. Without
    `weights` the default ones count.
    """
    instances = with_steps = too_large = 0
    for position in positions:
        restrictions = restrictions_of(position)
        outlook = Outlook(components, weights or load_weights(), position.timeline, restrictions)
        before = worth(components, outlook, position.decider)
        try:
            best = [line - before for line in best_lines(components, outlook, position, count, most)]
        except TooLarge:
            too_large += 1
            continue
        if not best:
            with pytest.raises(NothingPermitted):
                solve(components, outlook, position, UNLIMITED, count)
            instances += 1
            continue
        answer = solve(components, outlook, position, UNLIMITED, count)
        assert [choice.gain for choice in answer.choices] == best, (answer, best, restrictions, position)
        assert all(choice.proved for choice in answer.choices)
        assert len({outcome_of(components, position, choice.plan) for choice in answer.choices}) == len(best)
        for choice in answer.choices:
            assert refereed_gain(components, outlook, position, choice.plan) == choice.gain
            for step, reached, _, _ in stages(components, position, choice.plan):
                assert restrictions.permits(components, reached, step), (step, restrictions, position)
        instances += 1
        with_steps += len(answer.plan.steps) > 1
    return Compared(instances, with_steps, too_large)


def outcome_of(components: Components, position: Position, plan: Plan) -> Hashable:
    """Give the outcome of a plan as `decisions.outcomes` sees it."""
    own = plan.steps[:-1]
    sold = sum(step.count for step in own if isinstance(step, SellGoods))
    return outcome(components, position, replay(components, position, own), sold)


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
