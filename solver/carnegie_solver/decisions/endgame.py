"""The Departments that score at the end of the game, as far as a decision has to do with them."""

from __future__ import annotations

from collections.abc import Iterator

from carnegie_solver.components import Components, Level
from carnegie_solver.rules import Player
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.endgame import (
    EndgameRule,
    FewestProjects,
    MoreLinkPoints,
    MostProjects,
    PerEmptySpace,
)
from carnegie_solver.rules.links import group_vp

COUNTED = (PerEmptySpace, MostProjects, FewestProjects, MoreLinkPoints)
"""The kinds of rules whose change by a decision its optimiser counts."""


def may_score(player: Player) -> Iterator[tuple[str, EndgameRule, bool]]:
    """Give the own Departments with employees that score at the end of the game: name, rule, whether staffed now."""
    for space in player.company:
        rule = rule_of(space.department).endgame
        if rule is not None and space.department is not None and space.employees:
            yield space.department, rule, bool(space.standing_at)


class LinkScores:
    """How connected groups of cities score for a player in a decision in which nobody leaves a Department that scores.

    Attributes
    ----------
    open
        The Department with employees, none of whom stands, that would score more link points, and its rule; None if
        there is none. One that is staffed stays so: what it scores is among the links.
    """

    def __init__(self, player: Player) -> None:
        self.open: tuple[str, MoreLinkPoints] | None = None
        self._staffed: MoreLinkPoints | None = None
        for name, rule, staffed in may_score(player):
            if isinstance(rule, MoreLinkPoints):
                if staffed:
                    self._staffed = rule
                else:
                    self.open = name, rule

    def of_group(self, components: Components, level: Level, points: int) -> int:
        """Give the VP of a group at a level, with some link points of its own."""
        score = group_vp if self._staffed is None else self._staffed.of_group
        return score(components, level, points)
