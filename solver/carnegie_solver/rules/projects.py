"""A player's projects on the map."""

from __future__ import annotations

from carnegie_solver.components import Components, Region
from carnegie_solver.rules.position import Player


def projects_in(components: Components, player: Player, region: Region) -> int:
    """Count the player's projects in a region."""
    cities = (components.cities[components.city_index[project.city]] for project in player.projects)
    return sum(city.region is region for city in cities)
