"""An income event: whom to bring home, which incomes to choose, and how study points are spent at once."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.income.program import IncomeProgram
from carnegie_solver.decisions.program import SMALL, answer_of
from carnegie_solver.decisions.standing_options import Holdings
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Phase, Player, Position
from carnegie_solver.rules.events import INCOME_EVENTS, legal_incomes
from carnegie_solver.rules.research import legal_research
from carnegie_solver.rules.steps import EndTurn, Step
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
    if not any(True for _ in _steps(components, position)):
        return _with_sale_only(components, outlook, position.decider)
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


def _with_sale_only(components: Components, outlook: Outlook, player: Player) -> Answer:
    """Give the answer where nothing can be done but to sell goods cubes, now or later in the round."""
    gain, sale = Holdings(components, outlook, player).free_sale()
    return Answer(
        (Choice(Plan((EndTurn(),), sale), gain, gain),),
        None,
        Statistics("ENUMERATION", nodes=player.goods + 1),
    )


def _steps(components: Components, position: Position) -> Iterator[Step]:
    """Give the legal steps of an income event but for its end; sales lead to none."""
    yield from legal_incomes(components, position)
    yield from legal_research(components, position)
