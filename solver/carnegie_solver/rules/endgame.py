"""What Departments score at the end of the game while they are staffed [public]: the vocabulary of their rules."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from carnegie_solver.components import Components, Level, Region
from carnegie_solver.rules.links import PRINTED_POINTS, group_vp, levels, link_vp, own_cities
from carnegie_solver.rules.position import Player
from carnegie_solver.rules.projects import projects_in


class EndgameRule(Protocol):
    """What a Department scores at the end of the game while it is staffed."""

    def score(self, components: Components, player: Player) -> int:
        """Give the VP that it scores for a player, 0 or more, if it is staffed."""
        ...


class PerEmptySpace(Struct, frozen=True):
    """`vp` for each space of the Company without a Department, the Lobby left out."""

    vp: int

    def score(self, _components: Components, player: Player) -> int:
        """Give the VP that it scores for a player."""
        return self.vp * sum(space.department is None for space in player.company[1:])


class MostProjects(Struct, frozen=True):
    """`vp` for each own project in one region of the player's choice."""

    vp: int

    def score(self, components: Components, player: Player) -> int:
        """Give the VP that it scores for a player."""
        return self.vp * max(projects_in(components, player, region) for region in Region)


class FewestProjects(Struct, frozen=True):
    """`vp` for each own project in the region where the player has the fewest."""

    vp: int

    def score(self, components: Components, player: Player) -> int:
        """Give the VP that it scores for a player."""
        return self.vp * min(projects_in(components, player, region) for region in Region)


class MoreLinkPoints(Struct, frozen=True):
    """What `points` more link points score, at most `most_points` in all.

    Each point beyond those printed gives `beyond_vp`.
    """

    points: int
    most_points: int
    beyond_vp: int

    def of_group(self, components: Components, level: Level, points: int) -> int:
        """Give the VP of a connected group of cities, with some link points of its own, at a level."""
        counted = min(self.most_points, points + self.points)
        beyond = max(0, counted - PRINTED_POINTS)
        return group_vp(components, level, counted) + self.beyond_vp * beyond

    def score(self, components: Components, player: Player) -> int:
        """Give the VP that it scores for a player."""
        cities, reached = own_cities(components, player), levels(components, player)
        with_more = link_vp(components, cities, reached, self.of_group)
        return with_more - link_vp(components, cities, reached)
