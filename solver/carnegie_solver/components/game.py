"""The printed game, ready to be asked: look-ups and graphs over the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from msgspec import Struct

from carnegie_solver.components.tables import City, Donation, ProjectTab, SoloCard, Tables, Track
from carnegie_solver.components.terms import Action, CitySize, Event, Level, ProjectType, Region, TabSide

LOBBY = "lobby"


class Department(Struct, frozen=True):
    """A Department that a Company can hold.

    Attributes
    ----------
    name
        Its name, unique among all Departments.
    type
        The action in which it works.
    desk_costs
        Dollars under each workstation, left to right.
    permanent_employees
        Employees printed on it, who never leave, never lie and take no workstation [seed, decided].
    starting
        Whether it is one of the five that every Company starts with.
    extra_goods
        Goods cubes that building it costs on top.
    """

    name: str
    type: Action
    desk_costs: tuple[int, ...]
    permanent_employees: int = 0
    starting: bool = False
    extra_goods: int = 0
    expansion: bool = False


@dataclass(frozen=True, eq=False)
class Components:
    """The printed game, compared by identity.

    `tables` holds every number with its source, `digest` a SHA-256 of its values.
    """

    tables: Tables
    digest: str

    @cached_property
    def assumed(self) -> tuple[str, ...]:
        """The tables whose printed values are not known, by name."""
        return tuple(name for name in Tables.model_fields if getattr(self.tables, name).source == "assumed")

    # The map ---------------------------------------------------------------------------------------------------

    @cached_property
    def cities(self) -> tuple[City, ...]:
        """The cities in the order of the file; elsewhere they are named by their index."""
        return self.tables.cities.rows

    @cached_property
    def city_index(self) -> Mapping[str, int]:
        """The index of each city by name."""
        return MappingProxyType({city.name: index for index, city in enumerate(self.cities)})

    @cached_property
    def city_spaces(self) -> tuple[tuple[ProjectType | None, ...], ...]:
        """The type that each space of each city takes; None takes every type."""
        return tuple(
            tuple(None if space == "ANY" else ProjectType(space) for space in city.spaces)
            for city in self.cities
        )

    @cached_property
    def city_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The cities linked with each city."""
        links: list[list[int]] = [[] for _ in self.cities]
        for one, other in self.tables.map_links.rows:
            links[self.city_index[one]].append(self.city_index[other])
            links[self.city_index[other]].append(self.city_index[one])
        return tuple(tuple(sorted(neighbours)) for neighbours in links)

    @cached_property
    def majors(self) -> tuple[int, ...]:
        """The major cities."""
        return tuple(index for index, city in enumerate(self.cities) if city.size is CitySize.MAJOR)

    def link_vp(self, level: Level, points: int) -> int:
        """VP for a connected group whose lowest transport level is `level` and whose major cities have `points`."""
        return self._link_vp[level].get(points, 0)

    @cached_property
    def _link_vp(self) -> tuple[Mapping[int, int], ...]:
        rows = self.tables.link_score.rows
        return (rows["CART"], rows["STAGECOACH"], rows["RAILROAD"])

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        """The transport tracks by region."""
        return tuple(self.tables.transport_tracks.rows[region] for region in Region)

    @cached_property
    def donations(self) -> Mapping[str, Donation]:
        """The donation spaces by id."""
        return MappingProxyType({donation.id: donation for donation in self.tables.donations.rows})

    @cached_property
    def solo_cards(self) -> Mapping[str, SoloCard]:
        """Andrew's cards by id."""
        return MappingProxyType({card.id: card for card in self.tables.solo_cards.rows})

    @cached_property
    def _tabs(self) -> Mapping[tuple[ProjectType, TabSide], ProjectTab]:
        return MappingProxyType({(tab.type, tab.side): tab for tab in self.tables.project_tabs.rows})

    def tab(self, kind: ProjectType, side: TabSide) -> ProjectTab:
        """Give the printed side of a project tab."""
        return self._tabs[kind, side]

    @cached_property
    def goods_cost(self) -> tuple[int, ...]:
        """Goods cubes for a project, by type."""
        return tuple(self.tables.project_goods_cost.rows[kind] for kind in ProjectType)

    @cached_property
    def timeline_events(self) -> Mapping[tuple[int, bool], tuple[Event, ...]]:
        """The four events of a timeline tile, by its number and whether its front is up."""
        sides = {}
        for tile in self.tables.timeline_tiles.rows:
            sides[tile.tile, True] = tuple(event_named(name) for name in tile.front)
            sides[tile.tile, False] = tuple(event_named(name) for name in tile.back)
        return MappingProxyType(sides)

    @cached_property
    def last_events(self) -> tuple[tuple[Event, ...], ...]:
        """The events of the fifth space of each row, by action."""
        rows = {row.row: row.events for row in self.tables.timeline_tiles.end_tile}
        return tuple(tuple(event_named(name) for name in rows[action]) for action in Action)

    # The Company -----------------------------------------------------------------------------------------------

    @cached_property
    def space_labels(self) -> tuple[str, ...]:
        """The spaces of a Company: the Lobby first, then in the order of the file; elsewhere named by their index."""
        return (LOBBY, *(space.label for space in self.tables.company_board.spaces))

    @cached_property
    def space_index(self) -> Mapping[str, int]:
        """The index of each space by its label."""
        return MappingProxyType({label: index for index, label in enumerate(self.space_labels)})

    @cached_property
    def space_edges(self) -> tuple[tuple[int, int], ...]:
        """Pairs of spaces that share an edge, the smaller index first [public; layout assumed]."""
        board = self.tables.company_board
        index = {(space.row, space.column): number for number, space in enumerate(board.spaces, start=1)}
        edges = set()
        for (row, column), number in index.items():
            for other in (index.get((row + 1, column)), index.get((row, column + 1))):
                if other is not None:
                    edges.add((min(number, other), max(number, other)))
        for column in range(board.lobby.column, board.lobby.column + board.lobby.column_span):
            below = index.get((1, column))
            if below is not None:
                edges.add((0, below))
        return tuple(sorted(edges))

    @cached_property
    def space_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The spaces next to each space."""
        neighbours: list[list[int]] = [[] for _ in self.space_labels]
        for one, other in self.space_edges:
            neighbours[one].append(other)
            neighbours[other].append(one)
        return tuple(tuple(sorted(spaces)) for spaces in neighbours)

    @cached_property
    def space_surroundings(self) -> tuple[tuple[int, ...], ...]:
        """The spaces that share an edge or a corner with each space [public; layout assumed]."""
        board = self.tables.company_board
        places = [(space.row, space.column, space.column) for space in board.spaces]
        places.insert(0, (0, board.lobby.column, board.lobby.column + board.lobby.column_span - 1))
        return tuple(
            tuple(
                other
                for other, (other_row, other_left, other_right) in enumerate(places)
                if other != number
                and abs(row - other_row) <= 1
                and left - 1 <= other_right
                and other_left <= right + 1
            )
            for number, (row, left, right) in enumerate(places)
        )

    @cached_property
    def topmost(self) -> tuple[bool, ...]:
        """Whether each space lies on the topmost row, the one farthest from the Lobby."""
        spaces = self.tables.company_board.spaces
        top = max(space.row for space in spaces)
        return (False, *(space.row == top for space in spaces))

    @cached_property
    def departments(self) -> Mapping[str, Department]:
        """All Departments by name: the five starting ones, then the tiles by number."""
        starting = [
            Department(d.name, d.type, d.desk_costs, permanent_employees=d.permanent_employees, starting=True)
            for d in self.tables.company_board.starting_departments
        ]
        tiles = [
            Department(d.name, d.type, d.desk_costs, extra_goods=d.extra_goods, expansion=d.expansion)
            for d in self.tables.departments.rows
        ]
        return MappingProxyType({department.name: department for department in (*starting, *tiles)})

    def with_workstation(self, name: str) -> Components:
        """Give the game with one workstation more in a Department that has some, at the least cost printed there."""
        board, tiles = self.tables.company_board, self.tables.departments
        starting = tuple(
            row.model_copy(update={"desk_costs": (*row.desk_costs, min(row.desk_costs))})
            if row.name == name
            else row
            for row in board.starting_departments
        )
        rows = tuple(
            row.model_copy(update={"desk_costs": (*row.desk_costs, min(row.desk_costs))})
            if row.name == name
            else row
            for row in tiles.rows
        )
        changed = {
            "company_board": board.model_copy(update={"starting_departments": starting}),
            "departments": tiles.model_copy(update={"rows": rows}),
        }
        return replace(self, tables=self.tables.model_copy(update=changed))

    @cached_property
    def starting_spaces(self) -> Mapping[int, str]:
        """The starting Department of each space that has one."""
        starting = {
            self.space_index[department.label]: department.name
            for department in self.tables.company_board.starting_departments
        }
        return MappingProxyType(starting)


def event_named(name: str) -> Event:
    """Give the event that the tables call by its region, or `DONATION`."""
    return Event.DONATION if name == "DONATION" else Event(Region[name].value)
