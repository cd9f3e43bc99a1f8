"""The smallest sets of new cities that raise the links: found by a search before the program is built.

The link score rises with every city and every level, so it is that of the best of these sets within what the plan does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from carnegie_solver.components import Components, Level, Region

GroupScore = Callable[[Components, Level, int], int]
"""The VP of a connected group of cities, by its level and the link points of its major cities; rising with both."""

FAR = 99
"""More new cities than any turn brings."""


class LinkSet(Struct, frozen=True):
    """Cities to enter, and regions that must reach `level`, for links that score `vp`."""

    cities: frozenset[int]
    regions: frozenset[Region]
    level: Level
    vp: int


class LinkQuestion(Struct, frozen=True):
    """What the links depend on in a turn.

    Attributes
    ----------
    own, enterable
        The cities with an own project, and those that can get the first one.
    now, attainable
        By region, the level reached now, and the highest that the turn can reach.
    most_new
        The most cities that can be entered.
    of_group
        How a connected group of cities scores.
    before
        What the links score now, in VP.
    """

    own: frozenset[int]
    enterable: frozenset[int]
    now: tuple[Level, ...]
    attainable: tuple[Level, ...]
    most_new: int
    of_group: GroupScore
    before: int


def link_sets(components: Components, question: LinkQuestion) -> tuple[LinkSet, ...]:
    """Find the smallest sets of new cities and levels for each score above the present one."""
    found: list[LinkSet] = []
    for level in Level:
        reached = [region for region in Region if question.now[region] >= level]
        ahead = [region for region in Region if question.now[region] < level <= question.attainable[region]]
        for count in range(len(ahead) + 1):
            for raised in combinations(ahead, count):
                search = _Search(components, question, level, frozenset((*reached, *raised)))
                for cities, vp in search.found.items():
                    found.append(LinkSet(frozenset(_bits(cities)), frozenset(raised), level, vp))
    found.sort(key=lambda one: (len(one.cities) + len(one.regions), -one.vp, sorted(one.cities)))
    kept: list[LinkSet] = []
    for one in found:
        if not any(_makes_needless(other, one) for other in kept):
            kept.append(one)
    return tuple(kept)


def _makes_needless(other: LinkSet, one: LinkSet) -> bool:
    """Whether another set needs nothing that the one does not, and scores as much."""
    return (
        other.vp >= one.vp
        and other.cities <= one.cities
        and other.regions <= one.regions
        and (other.level <= one.level or not other.regions)
    )


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class _Search:
    """All minimal sets of new cities for one level and the cities of some regions; cities are bits of a mask.

    A group grows from a major city, path by path, each path leading to a further major city; a city from which none can
    be reached within the number of new cities is not tried. Every minimal set is a union of such paths.
    """

    def __init__(
        self, components: Components, question: LinkQuestion, level: Level, regions: frozenset[Region]
    ) -> None:
        self.found: dict[int, int] = {}
        self._components = components
        self._level = level
        self._before = question.before
        self._of_group = question.of_group
        self._most_new = question.most_new
        allowed = [index for index, city in enumerate(components.cities) if city.region in regions]
        self._own = sum(1 << city for city in allowed if city in question.own)
        self._new = sum(1 << city for city in allowed if city in question.enterable)
        self._near = [sum(1 << other for other in others) for others in components.city_neighbours]
        self._majors = [city for city in components.majors if (self._own | self._new) >> city & 1]
        self._link_points = [components.cities[city].link_points for city in self._majors]
        if len(self._majors) < 2 or self._vp(sum(self._link_points)) <= self._before:
            return
        self._group_of = self._own_groups()
        self._distances = [self._distances_to(major) for major in self._majors]
        self._seen: set[tuple[int, int]] = set()
        for major in self._majors:
            new = not self._own >> major & 1
            if not new or self._most_new:
                group = self._joined(major)
                self._note(new << major, group)
                self._grow(new << major, group, group)

    def _own_groups(self) -> dict[int, int]:
        """Give the connected group of each own city."""
        groups = {}
        left = self._own
        while left:
            group = frontier = left & -left
            while frontier:
                reached = self._neighbours(frontier) & self._own & ~group
                group |= reached
                frontier = reached
            groups.update(dict.fromkeys(_bits(group), group))
            left &= ~group
        return groups

    def _neighbours(self, cities: int) -> int:
        reached = 0
        for city in _bits(cities):
            reached |= self._near[city]
        return reached

    def _joined(self, city: int) -> int:
        """Give a city with the own groups that it touches."""
        if city in self._group_of:
            return self._group_of[city]
        joined = 1 << city
        for own in _bits(self._near[city] & self._own):
            joined |= self._group_of[own]
        return joined

    def _distances_to(self, major: int) -> Sequence[int]:
        """Give the fewest new cities that a way from each city to a major one enters, the first left out."""
        distances = [FAR] * len(self._components.cities)
        distances[major] = 0
        layer = 1 << major
        done = 0
        distance = 0
        while layer:
            # Own cities cost nothing, so they belong to the layer from which they are reached.
            within = layer
            while within:
                done |= within
                for city in _bits(within):
                    distances[city] = distance
                free = within & self._own
                within = self._neighbours(free) & (self._own | self._new) & ~done
                layer |= within
            layer = self._neighbours(layer & self._new) & (self._own | self._new) & ~done
            distance += 1
        return distances

    def _grow(self, new: int, group: int, tip: int, past: int = 0) -> None:
        """Extend a group by one new city next to its tip, in every way.

        On the way to a major city the tip is the last step; cities next to the group before it, `past`, need no way.
        """
        if (new, tip) in self._seen:
            return
        self._seen.add((new, tip))
        left = self._most_new - new.bit_count() - 1
        if left < 0:
            return
        points = self._points(group)
        apart = [number for number, major in enumerate(self._majors) if not group >> major & 1]
        for city in _bits(self._neighbours(tip) & self._new & ~group & ~self._neighbours(past)):
            near = [number for number in apart if self._distances[number][city] <= left]
            attainable = points + sum(self._link_points[number] for number in near)
            if not near or self._vp(attainable) <= self._before:
                continue
            added = self._joined(city)
            larger = new | 1 << city
            if any(added >> self._majors[number] & 1 for number in near):
                self._note(larger, group | added)
                self._grow(larger, group | added, group | added)
            else:
                self._grow(larger, group | added, added & ~group, group)

    def _points(self, group: int) -> int:
        return sum(
            points
            for major, points in zip(self._majors, self._link_points, strict=True)
            if group >> major & 1
        )

    def _vp(self, points: int) -> int:
        return self._of_group(self._components, self._level, points)

    def _note(self, new: int, group: int) -> None:
        if sum(group >> major & 1 for major in self._majors) >= 2:
            vp = self._vp(self._points(group))
            if vp > self._before:
                self.found[new] = max(vp, self.found.get(new, 0))
