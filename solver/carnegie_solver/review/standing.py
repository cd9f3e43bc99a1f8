"""How a game stands: what each player's holdings are worth, and what Andrew would score."""

from __future__ import annotations

from msgspec import Struct

from carnegie_solver.advisor import outlook_of
from carnegie_solver.components import Components
from carnegie_solver.rules import Position
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet, total
from carnegie_solver.valuation import worth

CENTI_VP = 100
"""Centi-VP in a VP."""


class Standing(Struct, frozen=True):
    """How a position stands for a player, in centi-VP.

    Attributes
    ----------
    own
        What the player's holdings are worth.
    other
        What those of the best other player are worth; against Andrew, what he would score if the game ended now.
    """

    own: int
    other: int


def standings(components: Components, position: Position) -> tuple[Standing, ...]:
    """Give how a position between two rounds stands for each player by the default weights; nothing for one alone."""
    outlook = outlook_of(components, position)
    return _against_best(
        [worth(components, outlook, player) for player in position.players], position, components
    )


def final_standings(components: Components, position: Position) -> tuple[Standing, ...]:
    """Give how the game stands for each player if it ends now: scores in place of worths; nothing for one alone."""
    scores = [CENTI_VP * total(score_sheet(components, player)) for player in position.players]
    return _against_best(scores, position, components)


def _against_best(values: list[int], position: Position, components: Components) -> tuple[Standing, ...]:
    if position.andrew is not None:
        andrew = CENTI_VP * total(andrew_score_sheet(components, position))
        return tuple(Standing(value, andrew) for value in values)
    if len(values) == 1:
        return ()
    return tuple(
        Standing(value, max(values[:seat] + values[seat + 1 :])) for seat, value in enumerate(values)
    )
