"""Construction."""

from __future__ import annotations

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.construction.program import ConstructionProgram
from carnegie_solver.decisions.program import Settings
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position
from carnegie_solver.rules.steps import EndTurn
from carnegie_solver.valuation import Outlook

SETTINGS = Settings(presolve=False, linearization_level=1)


def solve(components: Components, outlook: Outlook, position: Position, limit: Limit) -> Answer:
    """Build in the best way."""
    if position.turn is None:
        raise ValueError("no turn of Construction")
    construction = ConstructionProgram(components, outlook, position)
    outcome = construction.program.solve(limit, SETTINGS)
    plan = Plan((EndTurn(),))
    if outcome.found:
        plan = Plan((*construction.steps(outcome), EndTurn()), construction.closing.steps(outcome))
    return Answer(plan, outcome.gain, outcome.bound, outcome.limit_reached, outcome.statistics)
