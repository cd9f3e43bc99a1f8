"""An income event: whom to bring home, which incomes to choose, and how study points are spent at once."""

from __future__ import annotations

from dataclasses import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.income.program import IncomeProgram
from carnegie_solver.decisions.program import SMALL, answer_of
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.events import INCOME_EVENTS
from carnegie_solver.valuation import Outlook

SETTINGS = SMALL
"""Measured by `bench/programs.py`."""


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best plans for an income event.

    Raises
    ------
    ValueError
        When the position is not in an income event.
    """
    if position.phase is not Phase.EVENT or position.events[0] not in INCOME_EVENTS:
        raise ValueError("no income event")
    income = IncomeProgram(components, outlook, position)
    outcomes = income.program.solve_lines(limit, SETTINGS, count)
    answer = answer_of(outcomes, income.plan)
    bounds = [choice.bound for choice in answer.choices]
    if income.beyond:
        bounds = [bounds[0] + income.beyond] * len(bounds)
    choices = tuple(
        replace(choice, plan=choice.plan if outcome.found else income.plain_plan(), bound=bound)
        for choice, outcome, bound in zip(answer.choices, outcomes, bounds, strict=True)
    )
    return replace(answer, choices=choices)
