"""Where projects can be built: free spaces that are as good as each other, counted together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, ProjectType, Region
from carnegie_solver.decisions.program import LinearExpr, Program
from carnegie_solver.rules import Position
from carnegie_solver.rules.construction import occupied_spaces
from carnegie_solver.rules.links import own_cities


@dataclass(frozen=True, slots=True)
class Place:
    """Free spaces of a city on which the same symbol is printed.

    `takes` is the type that they take, None for every type; `free` holds their numbers, ascending.
    """

    city: int
    takes: ProjectType | None
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """Projects of one type on the spaces of one place; `most` of them can be built in the turn."""

    place: Place
    kind: ProjectType
    most: int

    @property
    def city(self) -> int:
        """The index of the city."""
        return self.place.city


def free_places(components: Components, position: Position) -> tuple[Place, ...]:
    """List the places with a free space, city by city."""
    taken = occupied_spaces(position)
    free: dict[tuple[int, ProjectType | None], list[int]] = {}
    for city, (rows, printed) in enumerate(zip(components.cities, components.city_spaces, strict=True)):
        for number, takes in enumerate(printed):
            if (rows.name, number) not in taken:
                free.setdefault((city, takes), []).append(number)
    return tuple(Place(city, takes, tuple(numbers)) for (city, takes), numbers in free.items())


def buildable_sites(places: tuple[Place, ...], disks: Mapping[ProjectType, int], most: int) -> tuple[Site, ...]:
    """List the sites of some places, for at most `most` projects and `disks` disks of each type."""
    sites = []
    for place in places:
        for kind in ProjectType if place.takes is None else (place.takes,):
            count = min(len(place.free), disks[kind], most)
            if count:
                sites.append(Site(place, kind, count))
    return tuple(sites)


class SiteCounts:
    """How many projects are built on each site: the variables, and sums of them.

    Parameters
    ----------
    program
        The program to extend.
    components, position
        The printed game, and the position of the decision.
    sites
        The sites that may be built on.
    most
        The most projects that can be built in all.
    """

    def __init__(
        self, program: Program, components: Components, position: Position, sites: tuple[Site, ...], most: int
    ) -> None:
        self._program = program
        self.sites = sites
        self.most = most
        self.counts = [
            program.boolean(f"site{number}") if site.most == 1 else program.integer(0, site.most, f"site{number}")
            for number, site in enumerate(sites)
        ]
        self._region = [Region(components.cities[site.city].region) for site in sites]
        self.marked = [components.cities[site.city].income_mark for site in sites]
        self._by_city: dict[int, list[int]] = {}
        by_place: dict[Place, list[int]] = {}
        for number, site in enumerate(sites):
            self._by_city.setdefault(site.city, []).append(number)
            by_place.setdefault(site.place, []).append(number)
        for place, numbers in by_place.items():
            if len(numbers) > 1:
                if len(place.free) == 1:
                    program.model.add_at_most_one(self.counts[number] for number in numbers)
                else:
                    program.model.add(self._sum(numbers) <= len(place.free))
        self.total = self._sum(range(len(sites)))
        owned = own_cities(components, position.decider)
        self.entered: dict[int, LinearExpr] = {
            city: self._entered(city, numbers) for city, numbers in self._by_city.items() if city not in owned
        }
        """For each city without an own project yet, an expression that is 1 only if it gets one."""

    def _sum(self, numbers: range | list[int]) -> LinearExpr:
        return cp_model.LinearExpr.sum([self.counts[number] for number in numbers])

    def _entered(self, city: int, numbers: list[int]) -> LinearExpr:
        if sum(self.sites[number].most for number in numbers) == 1:
            return self.counts[numbers[0]]
        places = {self.sites[number].place for number in numbers}
        if len(places) == 1 and len(self.sites[numbers[0]].place.free) == 1:
            return self._sum(numbers)
        entered = self._program.boolean(f"entered{city}")
        self._program.model.add(entered <= self._sum(numbers))
        return entered

    def of_kind(self, kind: ProjectType) -> LinearExpr:
        """Count the projects of a type."""
        return self._sum([number for number, site in enumerate(self.sites) if site.kind is kind])

    def in_region(self, region: Region) -> LinearExpr:
        """Count the projects in a region, which are the Missions sent there."""
        return self._sum([number for number, place in enumerate(self._region) if place is region])

    def marks(self, kind: ProjectType, region: Region) -> tuple[LinearExpr, int]:
        """Count the projects of a type in the region's cities with the income mark; give the count and its maximum."""
        numbers = [
            number
            for number, site in enumerate(self.sites)
            if site.kind is kind and self.marked[number] and self._region[number] is region
        ]
        return self._sum(numbers), min(self.most, sum(self.sites[number].most for number in numbers))

    def weighted(self, weights: list[int]) -> LinearExpr:
        """Sum the counts, each times the weight of its site."""
        return cp_model.LinearExpr.weighted_sum(self.counts, weights)
