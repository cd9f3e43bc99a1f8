"""Where employees should end the turn: the exact optimiser behind the Human Resources decision."""

from carnegie_solver.decisions.placement.problem import (
    Method,
    Option,
    Placement,
    PlacementProblem,
    Statistics,
)
from carnegie_solver.decisions.placement.routes import routes_of
from carnegie_solver.decisions.placement.search import solve_placement

__all__ = [
    "Method",
    "Option",
    "Placement",
    "PlacementProblem",
    "Statistics",
    "routes_of",
    "solve_placement",
]
