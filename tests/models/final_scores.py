"""The VP of a finished game, counted anew from chapters 9 and 15 of docs/rules.md and the file of components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from carnegie_solver.rules import Player, Position
from models.second_opinion import CITIES, PRINTED, REGIONS, STARTING, TABS, TRACKS
from models.step_changes import INDEX, TYPES, projects_in, staffed, standing

DONATIONS = {row["id"]: row for row in PRINTED["donations"]["rows"]}
STARTERS = {row["name"] for row in STARTING}
NEIGHBOURS: dict[str, set[str]] = {city: set() for city in CITIES}
for one_end, other_end in PRINTED["map_links"]["rows"]:
    NEIGHBOURS[one_end].add(other_end)
    NEIGHBOURS[other_end].add(one_end)
LEVELS = ("CART", "STAGECOACH", "RAILROAD")
LINK_VP = PRINTED["link_score"]["rows"]
TAB_NAMES = ("HOUSING", "COMMERCE", "INDUSTRY", "PUBLIC_INFRASTRUCTURE")
TYPE_OF_DONATION = {"RESEARCH": "RESEARCH_AND_DEVELOPMENT"}


def level(player: Player, region: str) -> int:
    """Give the level of transport in a region, 0 being the lowest."""
    reached = player.transport[REGIONS.index(region)]
    return LEVELS.index(TRACKS[region]["spaces"][reached]["level"])


def revealed(player: Player) -> Iterator[dict[str, int]]:
    """Give the spaces of the tabs that can be seen."""
    for name, tab in zip(TAB_NAMES, player.tabs, strict=True):
        yield from TABS[name, tab.side.name]["spaces"][: tab.pulled + 1]


def built(player: Player) -> list[str]:
    """Give the names of the built Departments, the starting ones left out."""
    names = (space.department for space in player.company)
    return [name for name in names if name is not None and name not in STARTERS]


def groups(cities: set[str]) -> Iterator[set[str]]:
    """Give the connected parts of some cities of the map."""
    left = set(cities)
    while left:
        group, waiting = set[str](), {left.pop()}
        while waiting:
            city = waiting.pop()
            group.add(city)
            waiting |= NEIGHBOURS[city] & left
            left -= NEIGHBOURS[city]
        yield group


def cities_vp(cities: Iterable[str]) -> int:
    """Score one project in each of some cities."""
    return sum(int(CITIES[city]["vp_per_project"]) for city in cities)


def links(player: Player, extra: int = 0) -> int:
    """Score the best group: for each level, only regions that have it, two major cities or more, and `extra` points."""
    best = 0
    own = {project.city for project in player.projects}
    for lowest, name in enumerate(LEVELS):
        for group in groups({city for city in own if level(player, CITIES[city]["region"]) >= lowest}):
            majors = [city for city in group if CITIES[city]["size"] == "MAJOR"]
            if len(majors) < 2:
                continue
            points = min(6, sum(CITIES[city]["link_points"] for city in majors) + extra)
            best = max(best, LINK_VP[name]["5"] + 9 if points == 6 else LINK_VP[name].get(str(points), 0))
    return best


def counted(player: Player, donation: str, donations: int) -> int:
    """Count what a donation counts, but for what is paid."""
    kinds = [project.type.name for project in player.projects]
    column, _, what = donation.partition("_DEPARTMENTS_")
    if column == "EDUCATION":
        wanted = TYPE_OF_DONATION.get(what, what)
        return sum(what == "ANY" or TYPES[name] == wanted for name in built(player))
    if donation.startswith("HEALTH_PROJECTS_"):
        where = donation.removeprefix("HEALTH_PROJECTS_")
        small = sum(CITIES[project.city]["size"] == "SMALL" for project in player.projects)
        return small if where == "SMALL_CITIES" else projects_in(player, where)
    return {
        "HUMAN_RIGHTS_PROJECTS_PUBLIC_INFRASTRUCTURE": kinds.count("PUBLIC_INFRASTRUCTURE"),
        "HUMAN_RIGHTS_PROJECTS_INDUSTRY": kinds.count("INDUSTRY"),
        "HUMAN_RIGHTS_PROJECTS_HOUSING_AND_COMMERCE": kinds.count("HOUSING") + kinds.count("COMMERCE"),
        "HUMAN_RIGHTS_RAILROADS": sum(level(player, region) == 2 for region in REGIONS),
        "HUMAN_RIGHTS_DONATIONS": donations,
        "WELFARE_FLAT": 1,
        "WELFARE_DEPARTMENTS_STAFFED": standing(player),
    }[donation]


PAID = {"WELFARE_GOODS": (0, 1), "WELFARE_MONEY": (5, 0), "WELFARE_MONEY_AND_GOODS": (5, 1)}
"""Dollars and goods cubes for one of what the donation counts."""


def payments(held: tuple[str, ...], limit: int, money: int, goods: int) -> Iterator[tuple[int, int, int]]:
    """Give the VP of every way to pay for the donations held, with the dollars and goods cubes that are left."""
    paid = [name for name in PAID if name in held]
    most = [-(-limit // DONATIONS[name]["vp_each"]) for name in paid]
    for counts in product(*(range(count + 1) for count in most)):
        dollars = money - sum(PAID[name][0] * count for name, count in zip(paid, counts, strict=True))
        cubes = goods - sum(PAID[name][1] * count for name, count in zip(paid, counts, strict=True))
        if dollars >= 0 and cubes >= 0:
            vp = (
                min(limit, DONATIONS[name]["vp_each"] * count)
                for name, count in zip(paid, counts, strict=True)
            )
            yield sum(vp), dollars, cubes


def lasting(player: Player, held: tuple[str, ...], limit: int) -> int:
    """Score the donations for which nothing is paid."""
    return sum(
        min(limit, DONATIONS[name]["vp_each"] * counted(player, name, len(player.donations)))
        for name in held
        if name not in PAID
    )


def own_limit(player: Player) -> int:
    """Give the most VP that one donation of the player scores."""
    return 12 + sum(space.get("raise_by", 0) for space in revealed(player))


def endgame(player: Player) -> int:
    """Score the Departments that do so at the end."""
    regions = [projects_in(player, region) for region in REGIONS]
    empty = sum(space.department is None for space in player.company[1:])
    tiles = {
        "Green Spaces": 2 * empty,
        "Public Relations": 2 * max(regions),
        "Network of Libraries": 4 * min(regions),
        "Post Office": links(player, 1) - links(player),
    }
    return sum(vp for name, vp in tiles.items() if staffed(player, name))


def player_vp(player: Player) -> int:
    """Give a player's VP at the end of the game."""
    top = {INDEX[f"{column}4"] for column in "abcd"}
    departments = sum(
        3 if index in top else 2
        for index, space in enumerate(player.company)
        if space.department is not None and space.department not in STARTERS
    )
    limit = own_limit(player)
    best = max(vp for vp, _, _ in payments(player.donations, limit, player.money, player.goods))
    return (
        player.vp
        + standing(player)
        + departments
        + sum(space.get("vp", 0) for space in revealed(player))
        + cities_vp(project.city for project in player.projects)
        + links(player)
        + lasting(player, player.donations, limit)
        + best
        + 3 * player.action_choice_tile
        + endgame(player)
    )


def andrew_vp(position: Position) -> int | None:
    """Give Andrew's VP at the end of the game; None without him."""
    andrew, human = position.andrew, position.players[0]
    if andrew is None:
        return None
    ends = sum(
        reached == len(track["spaces"]) - 1
        for reached, track in zip(andrew.transport, TRACKS.values(), strict=True)
    )
    ways = list(payments(human.donations, own_limit(human), human.money, human.goods))
    best = max(vp for vp, _, _ in ways)
    paid = min(
        max(vp for vp, _, _ in payments(andrew.donations, 12, dollars, cubes))
        for vp, dollars, cubes in ways
        if vp == best
    )
    return (
        andrew.vp
        + 2 * len(andrew.departments)
        + cities_vp(disk.city for disk in andrew.projects)
        + 6 * ends
        + lasting(human, andrew.donations, 12)
        + paid
    )
