"""What the employees on the spaces of a Company are worth: each by himself, and for what their Department scores."""

from __future__ import annotations

from collections.abc import Collection

from carnegie_solver.components import Components
from carnegie_solver.rules import Player, Space
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.valuation import Outlook


class SpaceWorths:
    """The worth of the employees on each space, for a player whose other holdings stay as they are.

    Parameters
    ----------
    player
        The player as the decision finds him.
    changing
        Departments whose score at the end of the game the decision can change: it is left out here.
    """

    def __init__(
        self, components: Components, outlook: Outlook, player: Player, changing: Collection[str] = ()
    ) -> None:
        self._components, self.outlook, self._player = components, outlook, player
        self._staffed: dict[str | None, int] = dict.fromkeys(changing, 0)

    def of(self, index: int, space: Space) -> int:
        """Give the worth of the employees on a space, in centi-VP: the VP for those who stand, the estimate for all.

        What the Department scores at the end of the game for being staffed is among it.
        """
        staffing = self.of_staffing(space.department) if space.standing_at else 0
        return worth_of_space(self._components, self.outlook, index, space, staffing)

    def of_staffing(self, department: str | None) -> int:
        """Give what a Department scores at the end of the game for being staffed, in centi-VP."""
        known = self._staffed.get(department)
        if known is None:
            rule = rule_of(department).endgame
            vp = 0 if rule is None else rule.score(self._components, self._player)
            known = self._staffed[department] = 100 * vp
        return known


def worth_of_space(components: Components, outlook: Outlook, index: int, space: Space, staffing: int) -> int:
    """Give the worth of the employees on a space, in centi-VP; `staffing` is among it where anybody stands."""
    standing = len(space.standing_at)
    vp = components.tables.final.vp_per_standing_employee * standing
    worth = 100 * vp + outlook.workforce(index, space.department, standing, space.lying)
    return worth + staffing if standing else worth
