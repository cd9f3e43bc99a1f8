"""Research and Development: uses of Departments, tabs to slide, transport disks to advance, donations to make."""

from __future__ import annotations

from carnegie_solver.components import Action, Components
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.empty_turn import solve_empty
from carnegie_solver.decisions.program import SMALL, answer_of
from carnegie_solver.decisions.research.program import ResearchProgram
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook

SETTINGS = SMALL
"""Measured by `bench/programs.py`."""


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best plans for a turn of Research and Development.

    Raises
    ------
    ValueError
        When the position is not in a turn of Research and Development.
    """
    if position.turn is None or position.turn.action is not Action.RESEARCH_AND_DEVELOPMENT:
        raise ValueError("no turn of Research and Development")
    empty = solve_empty(components, outlook, position)
    if empty is not None:
        return empty
    research = ResearchProgram(components, outlook, position)
    outcomes = research.program.solve_lines(limit, SETTINGS, count)
    return answer_of(outcomes, research.plan)
