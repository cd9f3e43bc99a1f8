"""Construction: which projects to build where, with whom on which Mission, as a CP-SAT program."""

from __future__ import annotations

from carnegie_solver.components import Action, Components
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.construction.program import ConstructionProgram
from carnegie_solver.decisions.empty_turn import solve_empty
from carnegie_solver.decisions.program import SMALL, answer_of
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook

__all__ = ["SETTINGS", "ConstructionProgram", "solve"]

SETTINGS = SMALL
"""Measured by `bench/construction.py`."""


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best plan for a turn of Construction.

    Raises
    ------
    ValueError
        When the position is not in a turn of Construction.
    """
    if position.turn is None or position.turn.action is not Action.CONSTRUCTION:
        raise ValueError("no turn of Construction")
    empty = solve_empty(components, outlook, position)
    if empty is not None:
        return empty
    construction = ConstructionProgram(components, outlook, position)
    outcomes = construction.program.solve_lines(limit, SETTINGS, count)
    return answer_of(outcomes, construction.plan)
