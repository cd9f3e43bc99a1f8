"""Where employees should end the turn: the exact optimiser behind the Human Resources decision."""

from carnegie_solver.decisions.placement.effort import OutOfLimitError, TooManyStatesError, work_of
from carnegie_solver.decisions.placement.problem import (
    Method,
    Option,
    Placement,
    PlacementProblem,
    Statistics,
)
from carnegie_solver.decisions.placement.routes import routes_of
from carnegie_solver.decisions.placement.search import solve_placement
from carnegie_solver.decisions.placement.several_search import Multipliers, SeveralSearch

__all__ = [
    "Method",
    "Multipliers",
    "Option",
    "OutOfLimitError",
    "Placement",
    "PlacementProblem",
    "SeveralSearch",
    "Statistics",
    "TooManyStatesError",
    "routes_of",
    "solve_placement",
    "work_of",
]
