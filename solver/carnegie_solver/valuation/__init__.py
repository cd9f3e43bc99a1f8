"""What a position is worth to a player, term by term, in integer centi-VP."""

from carnegie_solver.valuation.outlook import SPACES_PER_ROW, Outlook, remembered, rounds_left
from carnegie_solver.valuation.terms import Worth, valuation, valuation_in, worth
from carnegie_solver.valuation.weights import InvalidWeights, Weights, load_weights

__all__ = [
    "SPACES_PER_ROW",
    "InvalidWeights",
    "Outlook",
    "Weights",
    "Worth",
    "load_weights",
    "remembered",
    "rounds_left",
    "valuation",
    "valuation_in",
    "worth",
]
