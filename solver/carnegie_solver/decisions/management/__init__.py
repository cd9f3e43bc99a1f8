"""Management: what to take and sell, whom to send on Missions or fetch, what to build, as a CP-SAT program."""

from __future__ import annotations

from msgspec.structs import replace

from carnegie_solver.components import Action, Components
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.empty_turn import solve_empty
from carnegie_solver.decisions.management.program import ManagementProgram
from carnegie_solver.decisions.program import SMALL, answer_of
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook

__all__ = ["SETTINGS", "SETTINGS_OF_FETCHING", "ManagementProgram", "solve"]

SETTINGS = SMALL
"""Measured by `bench/programs.py`."""
SETTINGS_OF_FETCHING = replace(SMALL, presolve=True, linearization_level=2)
"""With employees to be fetched the program is larger, and presolve pays for itself in the slow ones."""


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best plan for a turn of Management.

    Raises
    ------
    ValueError
        When the position is not in a turn of Management.
    """
    if position.turn is None or position.turn.action is not Action.MANAGEMENT:
        raise ValueError("no turn of Management")
    empty = solve_empty(components, outlook, position)
    if empty is not None:
        return empty
    management = ManagementProgram(components, outlook, position, count)
    settings = SETTINGS_OF_FETCHING if management.fetches else SETTINGS
    outcomes = management.program.solve_lines(limit, settings, count)
    return answer_of(outcomes, management.plan)
