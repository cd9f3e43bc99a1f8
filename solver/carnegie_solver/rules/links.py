"""The links: VP for the best connected group of cities [public, board]."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from carnegie_solver.components import Components, Level, Region
from carnegie_solver.rules.position import Player

PRINTED_POINTS = 5
"""The most link points for which the board prints VP [board]."""


def levels(components: Components, player: Player) -> tuple[Level, ...]:
    """Give the transport level that the player's disk has reached, by region."""
    return tuple(components.tracks[region].spaces[player.transport[region]].level for region in Region)


def own_cities(components: Components, player: Player) -> frozenset[int]:
    """Give the cities in which the player has a project, by index."""
    return frozenset(components.city_index[project.city] for project in player.projects)


def connected_groups(components: Components, cities: Collection[int]) -> tuple[frozenset[int], ...]:
    """Give the largest connected groups of some cities."""
    return _grouping(components)(frozenset(cities))


@lru_cache(maxsize=16)
def _grouping(components: Components) -> Callable[[frozenset[int]], tuple[frozenset[int], ...]]:
    """Give what finds the groups on a map and remembers them, for as long as the components are among the last ones."""
    neighbours_of = components.city_neighbours

    @lru_cache(maxsize=4096)
    def grouped(cities: frozenset[int]) -> tuple[frozenset[int], ...]:
        groups = []
        left = set(cities)
        while left:
            frontier = [min(left)]
            group = set(frontier)
            left -= group
            while frontier:
                for neighbour in neighbours_of[frontier.pop()]:
                    if neighbour in left:
                        left.discard(neighbour)
                        group.add(neighbour)
                        frontier.append(neighbour)
            groups.append(frozenset(group))
        return tuple(groups)

    return grouped


def group_vp(components: Components, level: Level, points: int) -> int:
    """Score a connected group of cities at a level, with some link points of its major cities [board]."""
    return components.link_vp(level, min(PRINTED_POINTS, points))


def link_vp(
    components: Components,
    cities: Collection[int],
    region_levels: Sequence[Level],
    of_group: Callable[[Components, Level, int], int] = group_vp,
) -> int:
    """Score the links: the best group, by the lowest transport level among its regions and its major cities [public].

    A city may be left out when that raises the result, so for each level the group need only hold cities of regions
    that have reached it. At least two major cities must be joined [decided].
    """
    best = 0
    if sum(city in components.majors for city in cities) < 2:
        return best
    for level in Level:
        reached = [city for city in cities if region_levels[components.cities[city].region] >= level]
        for group in connected_groups(components, reached):
            majors = [city for city in group if city in components.majors]
            if len(majors) >= 2:
                points = sum(components.cities[city].link_points for city in majors)
                best = max(best, of_group(components, level, points))
    return best
