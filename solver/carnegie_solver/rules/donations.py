"""Donations: what each one counts, and what those held are worth [board]."""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import lru_cache

from carnegie_solver.components import Action, CitySize, Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.rules.links import levels
from carnegie_solver.rules.position import Player, Tab
from carnegie_solver.rules.projects import projects_in

DOLLARS_PER_SUM = 5
BY_GOODS = "WELFARE_GOODS"
BY_MONEY = "WELFARE_MONEY"
BY_MONEY_AND_GOODS = "WELFARE_MONEY_AND_GOODS"
PAID = (BY_GOODS, BY_MONEY, BY_MONEY_AND_GOODS)
STAFFED = "WELFARE_DEPARTMENTS_STAFFED"
RAILROADS = "HUMAN_RIGHTS_RAILROADS"

Counting = Callable[[Components, Player], int]


def built_departments(components: Components, player: Player, action: Action | None = None) -> int:
    """Count the built Departments, of one type if given; the starting five are not among them [decided]."""
    held = (
        components.departments[space.department] for space in player.company if space.department is not None
    )
    return sum(not department.starting and action in (None, department.type) for department in held)


def standing_employees(player: Player) -> int:
    """Count the standing employees, the permanent one left out [public]."""
    return sum(len(space.standing_at) for space in player.company)


def _departments(action: Action | None) -> Counting:
    return lambda components, player: built_departments(components, player, action)


def _projects(*kinds: ProjectType) -> Counting:
    return lambda _components, player: sum(project.type in kinds for project in player.projects)


def _projects_in(region: Region) -> Counting:
    return lambda components, player: projects_in(components, player, region)


def _projects_in_small_cities(components: Components, player: Player) -> int:
    places = (components.cities[components.city_index[project.city]] for project in player.projects)
    return sum(city.size is CitySize.SMALL for city in places)


class Counted(enum.Enum):
    """What of a player's holdings a donation counts."""

    DEPARTMENTS = enum.auto()
    PROJECTS = enum.auto()
    TRACKS = enum.auto()
    DONATIONS = enum.auto()
    STANDING_EMPLOYEES = enum.auto()
    NOTHING = enum.auto()


_RULES: dict[str, tuple[Counted, Counting]] = {
    "EDUCATION_DEPARTMENTS_HUMAN_RESOURCES": (Counted.DEPARTMENTS, _departments(Action.HUMAN_RESOURCES)),
    "EDUCATION_DEPARTMENTS_MANAGEMENT": (Counted.DEPARTMENTS, _departments(Action.MANAGEMENT)),
    "EDUCATION_DEPARTMENTS_CONSTRUCTION": (Counted.DEPARTMENTS, _departments(Action.CONSTRUCTION)),
    "EDUCATION_DEPARTMENTS_RESEARCH": (Counted.DEPARTMENTS, _departments(Action.RESEARCH_AND_DEVELOPMENT)),
    "EDUCATION_DEPARTMENTS_ANY": (Counted.DEPARTMENTS, _departments(None)),
    "HUMAN_RIGHTS_PROJECTS_PUBLIC_INFRASTRUCTURE": (
        Counted.PROJECTS,
        _projects(ProjectType.PUBLIC_INFRASTRUCTURE),
    ),
    "HUMAN_RIGHTS_PROJECTS_INDUSTRY": (Counted.PROJECTS, _projects(ProjectType.INDUSTRY)),
    "HUMAN_RIGHTS_PROJECTS_HOUSING_AND_COMMERCE": (
        Counted.PROJECTS,
        _projects(ProjectType.HOUSING, ProjectType.COMMERCE),
    ),
    RAILROADS: (
        Counted.TRACKS,
        lambda components, player: levels(components, player).count(Level.RAILROAD),
    ),
    "HUMAN_RIGHTS_DONATIONS": (Counted.DONATIONS, lambda _components, player: len(player.donations)),
    "WELFARE_FLAT": (Counted.NOTHING, lambda _components, _player: 1),
    STAFFED: (Counted.STANDING_EMPLOYEES, lambda _components, player: standing_employees(player)),
    "HEALTH_PROJECTS_EAST": (Counted.PROJECTS, _projects_in(Region.EAST)),
    "HEALTH_PROJECTS_MIDWEST": (Counted.PROJECTS, _projects_in(Region.MIDWEST)),
    "HEALTH_PROJECTS_SOUTH": (Counted.PROJECTS, _projects_in(Region.SOUTH)),
    "HEALTH_PROJECTS_WEST": (Counted.PROJECTS, _projects_in(Region.WEST)),
    "HEALTH_PROJECTS_SMALL_CITIES": (Counted.PROJECTS, _projects_in_small_cities),
}

COUNTS: dict[str, Counting] = {donation: count for donation, (_, count) in _RULES.items()}
"""What each donation counts, but for those paid with goods cubes and money at the end of the game [board]."""
COUNTED: dict[str, Counted] = {donation: counted for donation, (counted, _) in _RULES.items()}
"""What kind of holdings each of these counts."""


def raised_limits(components: Components, player: Player) -> int:
    """Sum what the player's tabs have raised every donation's limit by, in VP [seed]."""
    return _raising(components)(player.tabs)


@lru_cache(maxsize=16)
def _raising(components: Components) -> Callable[[tuple[Tab, ...]], int]:
    """Give what finds the raises of tabs and remembers them, for as long as the components are among the last ones."""

    @lru_cache(maxsize=1024)
    def raised(tabs: tuple[Tab, ...]) -> int:
        vp = 0
        for kind in ProjectType:
            tab = tabs[kind]
            revealed = components.tab(kind, tab.side).spaces[: tab.pulled + 1]
            vp += sum(space.raise_by for space in revealed if space.kind is TabSpaceKind.DONATION_LIMIT)
        return vp

    return raised


def donation_limit(components: Components, player: Player) -> int:
    """Give the most VP that one donation of the player can score [board, seed]."""
    return components.tables.donations.limit + raised_limits(components, player)


def counted_vp(components: Components, player: Player) -> dict[str, int]:
    """Score each held donation that counts something lasting, by id."""
    limit = donation_limit(components, player)
    return {
        donation: min(limit, components.donations[donation].vp_each * COUNTS[donation](components, player))
        for donation in player.donations
        if donation in COUNTS
    }


def paid_vp(components: Components, held: frozenset[str], limit: int, money: int, goods: int) -> int:
    """Score the held donations that goods cubes and money pay for, shared out to give the most in total [decided]."""
    sums = money // DOLLARS_PER_SUM
    each = {donation: components.donations[donation].vp_each for donation in PAID}
    useful = -(-limit // each[BY_MONEY_AND_GOODS])
    most_pairs = min(sums, goods, useful) if BY_MONEY_AND_GOODS in held else 0
    best = 0
    for pairs in range(most_pairs + 1):
        total = min(limit, each[BY_MONEY_AND_GOODS] * pairs)
        if BY_GOODS in held:
            total += min(limit, each[BY_GOODS] * (goods - pairs))
        if BY_MONEY in held:
            total += min(limit, each[BY_MONEY] * (sums - pairs))
        best = max(best, total)
    return best


def donation_vp(components: Components, player: Player) -> int:
    """Score all donations that the player holds, as if the game ended now."""
    held = frozenset(player.donations)
    paid = paid_vp(components, held, donation_limit(components, player), player.money, player.goods)
    return sum(counted_vp(components, player).values()) + paid
