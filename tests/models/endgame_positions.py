"""Random positions of a player with Departments that score at the end of the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count

import networkx as nx
from msgspec.structs import replace

from carnegie_solver.components import Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.rules import Player, Position, Project, Space, Tab, find_faults
from carnegie_solver.rules.projects import occupied_spaces

TILES = ("Green Spaces", "Public Relations", "Post Office", "Network of Libraries")
"""The Departments that score at the end of the game."""


def endgame_positions(
    components: Components, made: Callable[[int], Position], name: str, *, spread: bool = False
) -> Iterator[Position]:
    """Give positions, for each seed that makes one, in which a Department is built, and one time in four another.

    With `spread` the player's projects lie so that such Departments score: in every region, or joined by links.
    """
    for seed in count():
        chance = random.Random(f"endgame {name} {seed}")
        names = [name]
        if chance.random() < 0.25:
            names += chance.sample([other for other in TILES if other != name], 1)
        position: Position | None = made(seed)
        if position is not None and spread:
            position = _with_projects(components, position, chance, linked=name == "Post Office")
        if position is not None:
            position = _with_departments(components, position, names, chance)
        if position is not None:
            yield position


def _with_projects(
    components: Components, position: Position, chance: random.Random, *, linked: bool
) -> Position | None:
    """Give the position with other projects of the player's: on the way from one major city to another, or all over."""
    if linked:
        graph = nx.Graph(components.tables.map_links.rows)
        one, other = chance.sample(sorted(components.cities[index].name for index in components.majors), 2)
        cities = nx.shortest_path(graph, one, other)
    else:
        cities = [
            chance.choice([city.name for city in components.cities if city.region is region])
            for region in Region
        ]
    bare = replace(position.with_decider(replace(position.decider, projects=())), neutral_projects=())
    taken = occupied_spaces(bare)
    projects = []
    for city in cities:
        printed = components.city_spaces[components.city_index[city]]
        free = [number for number in range(len(printed)) if (city, number) not in taken]
        if not free:
            return None
        projects.append(Project(city, free[0], printed[free[0]] or chance.choice(list(ProjectType))))
    player = replace(position.decider, projects=tuple(sorted(projects)))
    if linked:
        player = replace(player, transport=_nearly_linked(components, player, chance))
    used = 1 + len(Region) + len(player.donations)
    for kind in ProjectType:
        tab, built = player.tabs[kind], sum(project.type is kind for project in projects)
        circles = [space.kind is TabSpaceKind.PROJECT for space in components.tab(kind, tab.side).spaces]
        if sum(circles) < built:
            return None
        fewest = next(end for end in range(len(circles)) if sum(circles[: end + 1]) >= built)
        pulled = max(tab.pulled, fewest)
        waiting = sum(circles[: pulled + 1]) - built
        player = player.with_tab(kind, Tab(tab.side, pulled, built, waiting))
        used += built + waiting
    own = {(project.city, project.city_space) for project in projects}
    neutral = tuple(
        project for project in position.neutral_projects if (project.city, project.city_space) not in own
    )
    player = replace(player, disks_in_supply=components.tables.setup.disks - used)
    return replace(position, neutral_projects=neutral).with_decider(player)


def _nearly_linked(components: Components, player: Player, chance: random.Random) -> tuple[int, ...]:
    """Advance disks so that only one region's level keeps the links from the best; that one is a space away from it."""
    late = chance.choice(
        [components.cities[components.city_index[project.city]].region for project in player.projects]
    )
    spaces = []
    for region in Region:
        levels = [space.level for space in components.tracks[region].spaces]
        first = levels.index(Level.RAILROAD)
        spaces.append(first - 1 if region is late else first)
    return tuple(spaces)


def _with_departments(
    components: Components, position: Position, names: list[str], chance: random.Random
) -> Position | None:
    """Give the position with some Departments, one or two employees on each; None where there is no room."""
    player = position.decider
    for index, space in enumerate(player.company):
        if space.department in names:
            player = player.with_space(index, Space(None, (), space.employees))
    for name in names:
        empty = [
            number
            for number, space in enumerate(player.company)
            if number and space.department is None and not space.employees
        ]
        desks = len(components.departments[name].desk_costs)
        standing = chance.choice([0, 1])
        lying = chance.choice([0, 1]) if standing else 1
        fewer = _without(player, standing + lying)
        if not empty or fewer is None:
            return None
        space = Space(name, (chance.randint(1, desks),) if standing else (), lying)
        player = fewer.with_space(chance.choice(empty), space)
    # Their one workstation is dear, so the player gets about as much as it costs.
    player = replace(player, money=chance.choice([0, 8, 9, 10, 10, 11, 13]))
    if player.reserved_department in names:
        player = replace(player, reserved_department=None)
    display = tuple(other for other in position.display if other not in names)
    changed = replace(position.with_decider(player), display=display)
    return None if find_faults(components, changed) else changed


def _without(player: Player, employees: int) -> Player | None:
    """Give the player with some employees fewer in the supply, on Missions or lying in the Company."""
    for _ in range(employees):
        if player.employees_in_supply:
            player = replace(player, employees_in_supply=player.employees_in_supply - 1)
        elif any(player.missions):
            place = next(region for region, number in enumerate(player.missions) if number)
            missions = (number - (region == place) for region, number in enumerate(player.missions))
            player = replace(player, missions=tuple(missions))
        else:
            lying = [index for index, space in enumerate(player.company) if space.lying]
            if not lying:
                return None
            space = player.company[lying[0]]
            player = player.with_space(lying[0], replace(space, lying=space.lying - 1))
    return player
