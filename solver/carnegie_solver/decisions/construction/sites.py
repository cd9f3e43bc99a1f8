"""Where projects can be built: free spaces that are as good as each other, counted together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from ortools.sat.python import cp_model

from carnegie_solver.components import Components, ProjectType, Region
from carnegie_solver.decisions.program import LinearExpr, Program, total
from carnegie_solver.rules import Position
from carnegie_solver.rules.links import own_cities
from carnegie_solver.rules.projects import occupied_spaces


class Place(Struct, frozen=True):
    """Free spaces of a city on which the same symbol is printed.

    `takes` is the type that they take, None for every type; `free` holds their numbers, ascending.
    """

    city: int
    takes: ProjectType | None
    free: tuple[int, ...]


class Site(Struct, frozen=True):
    """Projects of one type on the spaces of one place; `most` of them can be built in the turn.

    Where the Departments that build are told apart, `builder` is the space of the one that builds here, and
    `outsourced` says whether it builds without a Mission.
    """

    place: Place
    kind: ProjectType
    most: int
    builder: int | None = None
    outsourced: bool | None = None

    @property
    def city(self) -> int:
        """The index of the city."""
        return self.place.city

    @property
    def matching(self) -> bool:
        """Whether the spaces are for every type, or for the projects' own."""
        return self.place.takes in (None, self.kind)


def free_places(components: Components, position: Position) -> tuple[Place, ...]:
    """List the places with a free space, city by city."""
    taken = occupied_spaces(position)
    free: dict[tuple[int, ProjectType | None], list[int]] = {}
    for city, (row, printed) in enumerate(zip(components.cities, components.city_spaces, strict=True)):
        for number, takes in enumerate(printed):
            if (row.name, number) not in taken:
                free.setdefault((city, takes), []).append(number)
    return tuple(Place(city, takes, tuple(numbers)) for (city, takes), numbers in free.items())


def buildable_sites(
    places: Iterable[Place], disks: Mapping[ProjectType, int], most: int, *, any_type: bool = False
) -> tuple[Site, ...]:
    """List the sites of some places, for at most `most` projects and `disks` disks of each type.

    With `any_type` projects may be built on spaces of another type.
    """
    sites = []
    for place in places:
        for kind in ProjectType if place.takes is None or any_type else (place.takes,):
            count = min(len(place.free), disks[kind], most)
            if count:
                sites.append(Site(place, kind, count))
    return tuple(sites)


def take_site(left: list[Site], fits: Callable[[Site], bool]) -> Site:
    """Take the first site that fits from those that are left."""
    site = next(site for site in left if fits(site))
    left.remove(site)
    return site


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

    Attributes
    ----------
    built
        The number of all projects.
    entered
        For each city without an own project yet that can get one, an expression that is 1 only if it does, else 0.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        position: Position,
        sites: tuple[Site, ...],
        most: int,
    ) -> None:
        self._program = program
        self.sites = sites
        self.most = most
        self.counts = [
            program.boolean(f"site{number}")
            if site.most == 1
            else program.integer(0, site.most, f"site{number}")
            for number, site in enumerate(sites)
        ]
        self.built = total(self.counts)
        self._regions = [components.cities[site.city].region for site in sites]
        self._marked = [components.cities[site.city].income_mark for site in sites]
        by_place: dict[Place, list[int]] = {}
        by_city: dict[int, list[int]] = {}
        for number, site in enumerate(sites):
            by_place.setdefault(site.place, []).append(number)
            by_city.setdefault(site.city, []).append(number)
        for place, numbers in by_place.items():
            if len(numbers) > 1 and len(place.free) == 1:
                program.model.add_at_most_one(self.counts[number] for number in numbers)
            elif len(numbers) > 1:
                program.model.add(self._sum(numbers) <= len(place.free))
        owned = own_cities(components, position.decider)
        self.entered = {
            city: self._entered(city, numbers) for city, numbers in by_city.items() if city not in owned
        }

    def _sum(self, numbers: Iterable[int]) -> LinearExpr:
        return total(self.counts[number] for number in numbers)

    def _entered(self, city: int, numbers: list[int]) -> LinearExpr:
        spaces = {self.sites[number].place: self.sites[number].place.free for number in numbers}
        if sum(map(len, spaces.values())) == 1:
            return self._sum(numbers)
        entered = self._program.boolean(f"city{city}")
        self._program.model.add(entered <= self._sum(numbers))
        return entered

    def decide(self) -> None:
        """Name what makes up the outcome: the projects by city and type, whichever spaces they take there."""
        alike: dict[tuple[int, ProjectType], list[int]] = {}
        for number, site in enumerate(self.sites):
            alike.setdefault((site.city, site.kind), []).append(number)
        for (city, kind), numbers in alike.items():
            if len(numbers) == 1:
                self._program.decides(self.counts[numbers[0]])
                continue
            most = min(self.most, sum(self.sites[number].most for number in numbers))
            count = self._program.integer(0, most, f"city{city}_kind{kind}")
            self._program.model.add(count == self._sum(numbers))
            self._program.decides(count)

    def of_kind(self, kind: ProjectType) -> LinearExpr:
        """Count the projects of a type."""
        return self._sum(number for number, site in enumerate(self.sites) if site.kind is kind)

    def in_region(self, region: Region) -> LinearExpr:
        """Count the projects in a region."""
        return self._sum(number for number, place in enumerate(self._regions) if place is region)

    def built_by(self, builder: int, region: Region | None = None) -> LinearExpr:
        """Count the projects that a Department builds in a region or in all, where the Departments are told apart."""
        return self._sum(
            number
            for number, site in enumerate(self.sites)
            if site.builder == builder and region in (None, self._regions[number])
        )

    @property
    def told_apart(self) -> bool:
        """Whether projects are counted by the Departments that build them."""
        return any(site.builder is not None for site in self.sites)

    def marks(
        self, kind: ProjectType, region: Region, outsourced: bool | None = None
    ) -> tuple[LinearExpr, int]:
        """Count the projects of a type in the cities of a region with the income mark; give the most, too.

        With `outsourced` only those that are told apart as such, or as not.
        """
        return self._counted(self._numbers(kind, region, outsourced, marked=True))

    def unmarked(
        self, kind: ProjectType, region: Region, outsourced: bool | None = None
    ) -> tuple[LinearExpr, int]:
        """Count the projects of a type in the other cities of a region; give the most, too."""
        return self._counted(self._numbers(kind, region, outsourced, marked=False))

    def _numbers(
        self, kind: ProjectType, region: Region, outsourced: bool | None, *, marked: bool
    ) -> Iterator[int]:
        for number, site in enumerate(self.sites):
            if outsourced is not None and site.outsourced is not outsourced:
                continue
            if self._marked[number] is marked and site.kind is kind and self._regions[number] is region:
                yield number

    def _counted(self, of_sites: Iterable[int]) -> tuple[LinearExpr, int]:
        numbers = list(of_sites)
        return self._sum(numbers), min(self.most, sum(self.sites[number].most for number in numbers))

    def weighted(self, weights: Iterable[int]) -> LinearExpr:
        """Sum the counts, each times the weight of its site."""
        return cp_model.LinearExpr.weighted_sum(self.counts, list(weights))
