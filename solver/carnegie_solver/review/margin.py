"""The expected final margin after a round, by coefficients measured in games that the advisor played."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from importlib import resources

from msgspec import Struct

from carnegie_solver.components import Components
from carnegie_solver.review.standing import Standing, final_standings, standings
from carnegie_solver.rules import Phase, Position

COEFFICIENTS = "margins.json"
"""The data file of this package with the coefficients, and where they are from."""
THOUSANDTHS = 1_000
"""The unit of slopes: centi-VP of margin per thousand centi-VP of worth."""


class ExpectedMargin(Struct, frozen=True):
    """The expected final margin of a player after a round.

    Attributes
    ----------
    round
        The round, 1 to 20.
    margin
        The player's final score less that of the best other player, or Andrew, in centi-VP.
    typical_error
        How far off such margins typically are, in centi-VP, as a standard deviation; 0 after the last round.
    """

    round: int
    margin: int
    typical_error: int


class Coefficients(Struct, frozen=True):
    """What the margin of a kind of game is expected to be, after each round but the last, from round 1 on.

    Attributes
    ----------
    offsets
        Centi-VP, by Andrew's level or by the number of players.
    own, other
        How much of the own and of the other's standing is taken, in thousandths, 0 or more: more worth never lowers
        the margin, and more of the other's never raises it.
    typical_error
        In centi-VP, in games that the others were not fitted to.
    """

    offsets: Mapping[int, tuple[int, ...]]
    own: tuple[int, ...]
    other: tuple[int, ...]
    typical_error: tuple[int, ...]

    def expected(self, group: int, rounds: int, standing: Standing) -> ExpectedMargin:
        """Give what is expected after so many rounds, 1 to 19, at a level of Andrew or with so many players."""
        at = rounds - 1
        scaled = self.own[at] * standing.own - self.other[at] * standing.other
        margin = self.offsets[group][at] + round(scaled / THOUSANDTHS)
        return ExpectedMargin(rounds, margin, self.typical_error[at])


@functools.cache
def coefficients() -> tuple[Coefficients, Coefficients]:
    """Load the coefficients: those of games against Andrew, and those of games of several players."""
    data = json.loads(resources.files(__package__).joinpath(COEFFICIENTS).read_text(encoding="utf-8"))
    against_andrew, of_several = (
        Coefficients(
            {int(group): tuple(values) for group, values in data[kind]["offsets"].items()},
            *(tuple(data[kind][name]) for name in ("own", "other", "typical_error")),
        )
        for kind in ("andrew", "players")
    )
    return against_andrew, of_several


def margin_after_round(
    components: Components, position: Position, player: int, level: int | None
) -> ExpectedMargin | None:
    """Give the expected final margin of a player in the position that a round has ended in.

    Parameters
    ----------
    components
        The printed game.
    position
        The position in which the next round's row is to be selected, from the second round on; or in which the game is
        over, where the margin is the real one.
    player
        An index into the position's players.
    level
        Andrew's, 1 to 4; None without him.

    Returns
    -------
    The margin; None in a game of one player without Andrew.
    """
    if position.phase is Phase.GAME_OVER:
        final = final_standings(components, position)
        return ExpectedMargin(position.round, final[player].own - final[player].other, 0) if final else None
    against_andrew, of_several = coefficients()
    known = standings(components, position)
    if not known:
        return None
    rounds = position.round - 1
    if level is not None:
        return against_andrew.expected(level, rounds, known[player])
    return of_several.expected(len(position.players), rounds, known[player])
