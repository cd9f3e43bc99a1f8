"""Projects on the map: whose they are, and which spaces they take."""

from __future__ import annotations

from collections.abc import Iterator

from carnegie_solver.components import CitySize, Components, ProjectType, Region
from carnegie_solver.rules.position import Player, Position


def projects_in(components: Components, player: Player, region: Region) -> int:
    """Count the player's projects in a region."""
    cities = (components.cities[components.city_index[project.city]] for project in player.projects)
    return sum(city.region is region for city in cities)


def occupied_spaces(position: Position) -> frozenset[tuple[str, int]]:
    """List the spaces of cities that hold a disk, whosoever's."""
    taken = {(project.city, project.city_space) for player in position.players for project in player.projects}
    taken.update((project.city, project.city_space) for project in position.neutral_projects)
    if position.andrew is not None:
        taken.update((project.city, project.city_space) for project in position.andrew.projects)
    return frozenset(taken)


def open_housing_spaces(components: Components, position: Position) -> Iterator[tuple[str, int]]:
    """Give the free Housing spaces of medium and major cities, for the Housing disk of the setup [public]."""
    taken = occupied_spaces(position)
    for city, spaces in zip(components.cities, components.city_spaces, strict=True):
        if city.size is not CitySize.SMALL:
            for number, kind in enumerate(spaces):
                if kind is ProjectType.HOUSING and (city.name, number) not in taken:
                    yield city.name, number
