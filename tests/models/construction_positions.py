"""Random positions in a turn of Construction: small ones that can be enumerated, and ones of the game's size."""

from __future__ import annotations

import random

import networkx as nx
from msgspec.structs import replace

from carnegie_solver.components import (
    Action,
    Components,
    ProjectType,
    Region,
    TabSide,
    TabSpaceKind,
)
from carnegie_solver.rules import Andrew, NeutralProject, Player, Position, Project, Space, Tab, find_faults
from carnegie_solver.rules.projects import occupied_spaces
from carnegie_solver.rules.turn import begin_turn
from models.random_positions import FULL, Size, counted_position

CONSTRUCTION = "Construction"
SMALL = Size(employees=3, tiles=1, money=6, goods=3, pulled=4, projects=0, neutral=0, donations=3, players=2)


def last_round(components: Components, position: Position) -> Position:
    """Give a position as it would be in the last round, when nothing is estimated and much is worth the same."""
    rows = tuple(replace(row, used=len(row.events) + 1) for row in position.timeline)
    return replace(position, timeline=rows, round=components.tables.setup.rounds)


def full_position(components: Components, seed: int, builds: int) -> Position:
    """A position of the game's size in which the deciding player can build `builds` projects, goods cubes allowing."""
    chance = random.Random(f"full {seed} {builds}")
    position = counted_position(components, chance.randrange(10**9), Action.CONSTRUCTION, FULL)
    player = position.decider
    index = _space_of(player, CONSTRUCTION)
    desks = len(components.departments[CONSTRUCTION].desk_costs)
    standing_at = tuple(sorted(chance.sample(range(1, desks + 1), builds)))
    player = player.with_space(index, replace(player.company[index], standing_at=standing_at))
    player = replace(player, goods=chance.randint(builds, 3 * builds))
    while sum(tab.waiting for tab in player.tabs) < builds:
        player = _with_one_more_revealed(components, player, chance)
    return finished(components, position, player)


def _with_one_more_revealed(components: Components, player: Player, chance: random.Random) -> Player:
    """Give the player with a tab pulled one space; with a project taken off the map when all are fully pulled."""
    kinds = [
        kind
        for kind in ProjectType
        if player.tabs[kind].pulled + 1 < len(components.tab(kind, player.tabs[kind].side).spaces)
    ]
    if not kinds:
        project = chance.choice(player.projects)
        tab = player.tabs[project.type]
        player = replace(player, projects=tuple(one for one in player.projects if one != project))
        return player.with_tab(project.type, replace(tab, built=tab.built - 1, waiting=tab.waiting + 1))
    kind = chance.choice(kinds)
    tab = player.tabs[kind]
    disk = components.tab(kind, tab.side).spaces[tab.pulled + 1].kind is TabSpaceKind.PROJECT
    return player.with_tab(kind, replace(tab, pulled=tab.pulled + 1, waiting=tab.waiting + disk))


def small_position(
    components: Components,
    seed: int,
    *,
    study_percent: int = 30,
    short_percent: int = 30,
    mid_turn: bool = True,
) -> Position:
    """A position with few employees, disks and free spaces, in which links, marks and study points come up often.

    `study_percent` of them have study points in reach, and in `short_percent` the supplies are short.
    """
    chance = random.Random(f"small {seed}")
    position = counted_position(components, chance.randrange(10**9), Action.CONSTRUCTION, SMALL)
    study = chance.randrange(100) < study_percent
    player = position.decider
    index = _space_of(player, CONSTRUCTION)
    desks = range(1, len(components.departments[CONSTRUCTION].desk_costs) + 1)
    builders = chance.choice([1, 2] if study else [1, 2, 2, 3])
    standing_at = tuple(sorted(chance.sample(desks, builders)))
    company = [replace(space, lying=min(1, space.lying)) for space in player.company]
    company[index] = Space(CONSTRUCTION, standing_at, chance.choice([0, 0, 1, 2]))
    transport = list(player.transport)
    if study:
        transport[Region.MIDWEST] = 2
    elif transport[Region.MIDWEST] == 2 and builders > 2:
        transport[Region.MIDWEST] = 3
    last = [len(components.tracks[region].spaces) - 1 for region in Region]
    others = [one.transport for number, one in enumerate(position.players) if number != position.player]
    for region in Region:
        if transport[region] == last[region] and any(one[region] == last[region] for one in others):
            transport[region] -= 1
    player = replace(
        player, company=tuple(company), transport=tuple(transport), goods=chance.choice([0, 1, 2, 2, 3, 4])
    )
    tabs = []
    for kind in ProjectType:
        side = chance.choice(list(TabSide))
        spaces = components.tab(kind, side).spaces
        pulled = chance.randint(0, min(5, len(spaces) - 1))
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in spaces[: pulled + 1])
        tabs.append(Tab(side, pulled, 0, circles))
    player = replace(player, tabs=tuple(tabs))
    position = _with_map(components, position.with_decider(player), chance, study)
    if len(position.players) == 1 and chance.random() < 0.5:
        position = _with_andrew(components, position, chance)
    player = position.decider
    if chance.randrange(100) < short_percent:
        player = _without_supply(components, player, chance)
    position = finished(components, position, player)
    if mid_turn and chance.random() < 0.15:
        position = _in_mid_turn(components, position, chance)
    return position


def order_position(components: Components, seed: int) -> Position:
    """A position in which few goods cubes and several income marks make the order of the projects matter."""
    chance = random.Random(f"order {seed}")
    position = counted_position(
        components, chance.randrange(10**9), Action.CONSTRUCTION, replace(SMALL, players=1)
    )
    player = position.decider
    index = _space_of(player, CONSTRUCTION)
    desks = range(1, len(components.departments[CONSTRUCTION].desk_costs) + 1)
    company = [replace(space, lying=0) for space in player.company]
    company[index] = Space(CONSTRUCTION, tuple(sorted(chance.sample(desks, chance.choice([2, 2, 2, 3])))))
    tabs = []
    for kind, tab in zip(ProjectType, player.tabs, strict=True):
        spaces = components.tab(kind, tab.side).spaces
        pulled = chance.choice([0, 0, 1, 2])
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in spaces[: pulled + 1])
        tabs.append(Tab(tab.side, pulled, 0, circles))
    projects: list[Project] = []
    for kind in chance.sample(list(ProjectType), chance.choice([1, 2, 3])):
        # Few disks wait, so that those revealed in the turn matter.
        places = [
            Project(city.name, number, kind)
            for city in components.cities
            for number, takes in enumerate(city.spaces)
            if takes is kind
        ]
        projects.extend(chance.sample(places, tabs[kind].waiting))
        tabs[kind] = replace(tabs[kind], built=tabs[kind].waiting, waiting=0)
    owned = {(project.city, project.city_space) for project in projects}
    marked = [city.name for city in components.cities if city.income_mark]
    free = set(chance.sample(marked, chance.choice([2, 2, 3])))
    neutral = [
        NeutralProject(city.name, number)
        for city in components.cities
        for number in range(len(city.spaces))
        if city.name not in free and (city.name, number) not in owned
    ]
    player = replace(
        player,
        company=tuple(company),
        goods=chance.choice([1, 1, 2, 3]),
        tabs=tuple(tabs),
        projects=tuple(sorted(projects)),
        donations=player.donations[:1],
    )
    if chance.random() < 0.5:
        player = _on_missions(components, player, chance)
    position = replace(position, neutral_projects=tuple(sorted(neutral)))
    return finished(components, position, player)


def scarce_position(components: Components, seed: int) -> Position:
    """A position with `scarce_tabs` and one disk in the supply, which the first circle to be revealed takes.

    One study point at first reveals only the circle before the VP, which takes three of a later project.
    """
    chance = random.Random(f"scarce {seed}")
    position = counted_position(
        components, chance.randrange(10**9), Action.CONSTRUCTION, replace(SMALL, players=1)
    )
    player = position.decider
    index = _space_of(player, CONSTRUCTION)
    company = [replace(space, lying=0) for space in player.company]
    company[index] = Space(CONSTRUCTION, (1, 2, 3))
    ends = [len(track.spaces) - 1 for track in components.tracks]
    ends[Region.MIDWEST] = 2
    projects = [Project("Boston", 0, ProjectType.COMMERCE), Project("Albany", 0, ProjectType.COMMERCE)]
    tabs = (Tab(pulled=0, waiting=1), Tab(pulled=1, built=2), Tab(waiting=1), Tab())
    midwest = [city.name for city in components.cities if city.income_mark and city.region is Region.MIDWEST]
    free = {("Chicago", 0), *((name, 0) for name in chance.sample(midwest, 2))}
    neutral = [
        NeutralProject(city.name, number)
        for city in components.cities
        for number in range(len(city.spaces))
        if (city.name, number) not in free and city.name not in ("Boston", "Albany")
    ]
    player = replace(
        player,
        company=tuple(company),
        goods=chance.randint(4, 6),
        transport=tuple(ends),
        tabs=tabs,
        projects=tuple(sorted(projects)),
        donations=tuple(sorted(components.donations)),
    )
    neutral.extend(NeutralProject(city, number) for city in ("Boston", "Albany") for number in (1, 2))
    position = replace(position, neutral_projects=tuple(sorted(neutral)), neutral_donations=())
    position = finished(components, last_round(components, position), player)
    assert position.decider.disks_in_supply == 1
    assert position.turn is not None
    return replace(position, turn=replace(position.turn, study_points=1))


def with_engineering(components: Components, seed: int) -> Position:
    """A small position in which the player has a second Department, Engineering, with employees standing in it."""
    chance = random.Random(f"engineering {seed}")
    position = small_position(components, chance.randrange(10**9))
    player = position.decider
    held = [index for index, space in enumerate(player.company) if space.department == "Engineering"]
    empty = [index for index, space in enumerate(player.company) if index and space.department is None]
    index = (held or empty)[0]
    standing_at = chance.choice([(1,), (2,), (1, 2)])
    player = player.with_space(index, Space("Engineering", standing_at, chance.choice([0, 0, 1])))
    first = _space_of(player, CONSTRUCTION)
    player = player.with_space(
        first, replace(player.company[first], standing_at=(player.company[first].standing_at[0],))
    )
    player = replace(player, reserved_department=None)
    display = tuple(name for name in position.display if name != "Engineering")
    return finished(components, replace(position, display=display), player)


def _space_of(player: Player, department: str) -> int:
    return next(index for index, space in enumerate(player.company) if space.department == department)


def _with_map(components: Components, position: Position, chance: random.Random, study: bool) -> Position:
    """Leave few free spaces: on a way between two major cities, of which the player has some, and in marked cities."""
    graph = nx.Graph(components.tables.map_links.rows)
    one, other = chance.sample(components.majors, 2)
    way = nx.shortest_path(graph, components.cities[one].name, components.cities[other].name)
    marked = [city.name for city in components.cities if city.income_mark]
    if study:
        marked = [
            city.name for city in components.cities if city.income_mark and city.region is Region.MIDWEST
        ]
    missing = chance.sample(way, min(len(way), chance.randint(1, 3)))
    open_spaces: set[tuple[str, int]] = set()
    for name in [*missing, *chance.sample(marked, chance.randint(0, 2))]:
        spaces = components.city_spaces[components.city_index[name]]
        open_spaces.update(
            (name, number) for number in chance.sample(range(len(spaces)), min(len(spaces), 2))
        )
    player = position.decider
    taken = {place for place in occupied_spaces(position) if place not in _places(player)}
    open_spaces -= taken
    tabs, projects = list(player.tabs), []
    for name in [*(city for city in way if city not in missing), *chance.sample(list(graph), 2)]:
        for number, takes in enumerate(components.city_spaces[components.city_index[name]]):
            kinds = [kind for kind in ProjectType if takes in (None, kind) and tabs[kind].waiting]
            if kinds and (name, number) not in taken and name not in missing:
                kind = chance.choice(kinds)
                tabs[kind] = replace(tabs[kind], built=tabs[kind].built + 1, waiting=tabs[kind].waiting - 1)
                projects.append(Project(name, number, kind))
                taken.add((name, number))
                break
    # Enough disks waiting for a turn, few enough for the enumeration.
    for kind in ProjectType:
        while tabs[kind].waiting > 2 and tabs[kind].pulled:
            tab = tabs[kind]
            disk = components.tab(kind, tab.side).spaces[tab.pulled].kind is TabSpaceKind.PROJECT
            tabs[kind] = replace(tab, pulled=tab.pulled - 1, waiting=tab.waiting - disk)
    neutral = [
        NeutralProject(city.name, number)
        for city, spaces in zip(components.cities, components.city_spaces, strict=True)
        for number in range(len(spaces))
        if (city.name, number) not in taken and (city.name, number) not in open_spaces
    ]
    player = replace(player, tabs=tuple(tabs), projects=tuple(sorted(projects)))
    return replace(position.with_decider(player), neutral_projects=tuple(sorted(neutral)))


def _with_andrew(components: Components, position: Position, chance: random.Random) -> Position:
    """Give a solo position in which some of the neutral disks are Andrew's, and he has tracks of his own."""
    disks = [disk for disk in position.neutral_projects if chance.random() < 0.2]
    transport = []
    for region, own in zip(Region, position.decider.transport, strict=True):
        last = len(components.tracks[region].spaces) - 1
        transport.append(chance.choice([0, last - 1 if own == last else last]))
    cards = chance.sample(sorted(components.solo_cards), components.tables.setup.rounds)
    andrew = Andrew(tuple(cards), projects=tuple(disks), transport=tuple(transport))
    others = tuple(disk for disk in position.neutral_projects if disk not in disks)
    return replace(position, andrew=andrew, neutral_projects=others)


def _in_mid_turn(components: Components, position: Position, chance: random.Random) -> Position:
    """Give a position in which study points have just been got, perhaps with the last use gone."""
    assert position.turn is not None
    turn = replace(position.turn, study_points=chance.randint(1, 4))
    if chance.random() < 0.5:
        turn = turn.used(turn.uses[0][0])
    position = replace(position, turn=turn)
    assert not find_faults(components, position)
    return position


def _places(player: Player) -> set[tuple[str, int]]:
    return {(project.city, project.city_space) for project in player.projects}


def _without_supply(components: Components, player: Player, chance: random.Random) -> Player:
    """Give a player whose supplies of employees and disks are short: employees on Missions, tabs pulled far."""
    player = _on_missions(components, player, chance)
    disks = components.tables.setup.disks - 1 - len(Region) - len(player.donations)
    waiting = disks - sum(tab.built + tab.waiting for tab in player.tabs)
    for kind in ProjectType:
        tab = player.tabs[kind]
        spaces = components.tab(kind, tab.side).spaces
        while waiting > 1 and tab.pulled + 2 < len(spaces):
            disk = spaces[tab.pulled + 1].kind is TabSpaceKind.PROJECT
            tab = replace(tab, pulled=tab.pulled + 1, waiting=tab.waiting + disk)
            waiting -= disk
        player = player.with_tab(kind, tab)
    return player


def _on_missions(components: Components, player: Player, chance: random.Random) -> Player:
    """Give the player with at most one employee in the supply, and those who were there on Missions."""
    here = sum(space.employees for space in player.company)
    missions = [0] * len(Region)
    for _ in range(components.tables.setup.employees.total - here - chance.choice([0, 0, 1])):
        missions[chance.randrange(len(missions))] += 1
    return replace(player, missions=tuple(missions))


def finished(components: Components, position: Position, player: Player) -> Position:
    """Give the position with the supplies of the player as they must be, at the start of the turn."""
    setup = components.tables.setup
    company = list(player.company)
    index = 0
    while sum(space.employees for space in company) + sum(player.missions) > setup.employees.total:
        if company[index].lying:
            company[index] = replace(company[index], lying=company[index].lying - 1)
        elif company[index].standing_at and company[index].department != CONSTRUCTION:
            company[index] = replace(company[index], standing_at=company[index].standing_at[1:])
        else:
            index += 1
    placed = sum(space.employees for space in company) + sum(player.missions)
    disks = 1 + len(Region) + sum(tab.built + tab.waiting for tab in player.tabs) + len(player.donations)
    player = replace(
        player,
        company=tuple(company),
        employees_in_supply=setup.employees.total - placed,
        disks_in_supply=setup.disks - disks,
    )
    position = position.with_decider(player)
    position = replace(position, turn=begin_turn(components, player, Action.CONSTRUCTION))
    faults = find_faults(components, position)
    assert not faults, faults
    return position
