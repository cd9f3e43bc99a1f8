"""Random positions without faults, from a seed: the instances on which optimisers and oracles are compared."""

from __future__ import annotations

import random

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event, ProjectType, Region, TabSide, TabSpaceKind
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.rules import (
    NeutralProject,
    Phase,
    Player,
    Position,
    Project,
    Space,
    Tab,
    TimelineRow,
    find_faults,
)
from carnegie_solver.rules.turn import begin_turn


class Size(Struct, frozen=True):
    """How large the holdings of a random player may be."""

    employees: int = 15
    tiles: int = 6
    money: int = 25
    goods: int = 10
    pulled: int = 5
    projects: int = 8
    neutral: int = 20
    donations: int = 4
    players: int = 3


SMALL = Size(employees=6, tiles=2, money=6, goods=3, pulled=5, projects=4, neutral=90, donations=3, players=2)
FULL = Size()


def random_position(components: Components, seed: int, action: Action, size: Size = FULL) -> Position:
    """Make a position in which a random player uses Departments for an action; it has no faults."""
    chance = random.Random(f"{seed} {action.name}")
    rows = [chance.randint(0, 5) for _ in Action]
    rows[action] = max(1, rows[action])
    count = chance.randint(1, size.players)
    taken: set[tuple[str, int]] = set()
    last_spaces: set[Region] = set()
    donations = list(components.donations)
    chance.shuffle(donations)
    players = []
    deciding = chance.randrange(count)
    # Charitable Giving and New Lobby lift or bend rules that the random positions keep to.
    names = [d.name for d in components.departments.values() if not d.starting and not d.expansion]
    pool = [name for name in names if name not in ("Charitable Giving", "New Lobby")] * 2
    for number in range(count):
        own = action if number == deciding and chance.random() < 0.9 else None
        players.append(_random_player(components, chance, size, taken, last_spaces, donations, pool, own))
    built = [space.department for player in players for space in player.company if space.department]
    display = sorted(name for name in names if built.count(name) < 2 and chance.random() < 0.7)
    if display and chance.random() < 0.4:
        held = {space.department for space in players[deciding].company}
        open_tiles = [name for name in display if name not in held]
        if open_tiles:
            reserved = chance.choice(open_tiles)
            display.remove(reserved)
            players[deciding] = replace(players[deciding], reserved_department=reserved)
    neutral = [
        NeutralProject(city.name, number)
        for city, spaces in zip(components.cities, components.city_spaces, strict=True)
        for number in range(len(spaces))
        if (city.name, number) not in taken and chance.random() < size.neutral / 100
    ]
    income = [Event(region.value) for region in Region]
    timeline = tuple(
        TimelineRow(tuple(chance.choice([*income, Event.DONATION]) for _ in range(4)), used) for used in rows
    )
    position = Position(
        round=sum(rows),
        phase=Phase.USE_DEPARTMENTS,
        first_player=chance.randrange(count),
        player=deciding,
        action=action,
        events=(),
        timeline=timeline,
        players=tuple(players),
        display=tuple(display),
        neutral_projects=tuple(sorted(neutral)),
        neutral_donations=tuple(sorted(donations[: chance.randint(0, 3)])),
    )
    position = replace(position, turn=begin_turn(components, position.decider, action))
    faults = find_faults(components, position)
    assert not faults, faults
    return position


def counted_position(components: Components, seed: int, action: Action, size: Size = FULL) -> Position:
    """Give a random position in which nothing matters to the decision that its optimiser does not count."""
    for number in range(1000):
        position = random_position(components, seed + 1_000_000 * number, action, size)
        if not not_counted(position):
            return position
    raise AssertionError(f"no such position for seed {seed}")


def _random_player(
    components: Components,
    chance: random.Random,
    size: Size,
    taken: set[tuple[str, int]],
    last_spaces: set[Region],
    donations: list[str],
    pool: list[str],
    staffed: Action | None,
) -> Player:
    company = [Space(components.starting_spaces.get(index)) for index in range(len(components.space_labels))]
    free = [index for index, space in enumerate(company) if index and space.department is None]
    for name in sorted(set(chance.sample(pool, min(len(pool), chance.randint(0, size.tiles))))):
        pool.remove(name)
        index = chance.choice(free)
        free.remove(index)
        company[index] = Space(name)
    employees = chance.randint(0, size.employees)
    missions = [0, 0, 0, 0]
    favoured = [
        index
        for index, name in components.starting_spaces.items()
        if staffed is not None and components.departments[name].type is staffed
    ]
    for _ in range(employees):
        if chance.random() < 0.2:
            missions[chance.randrange(4)] += 1
            continue
        index = chance.randrange(len(company))
        if favoured and chance.random() < 0.4:
            index = chance.choice(favoured)
        space = company[index]
        desks = components.departments[space.department].desk_costs if space.department else ()
        open_desks = [n for n in range(1, len(desks) + 1) if n not in space.standing_at]
        if open_desks and chance.random() < 0.7:
            standing_at = tuple(sorted((*space.standing_at, chance.choice(open_desks))))
            company[index] = replace(space, standing_at=standing_at)
        else:
            company[index] = replace(space, lying=space.lying + 1)
    transport = []
    for region in Region:
        last = len(components.tracks[region].spaces) - 1
        reached = chance.randint(0, last - (region in last_spaces))
        if reached == last:
            last_spaces.add(region)
        transport.append(reached)
    tabs: list[Tab] = []
    projects: list[Project] = []
    for kind in ProjectType:
        side = chance.choice(list(TabSide))
        spaces = components.tab(kind, side).spaces
        pulled = chance.randint(0, min(size.pulled, len(spaces) - 1))
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in spaces[: pulled + 1])
        built = 0
        for _ in range(chance.randint(0, circles)):
            places = [
                (city.name, number)
                for city, printed in zip(components.cities, components.city_spaces, strict=True)
                for number, takes in enumerate(printed)
                if takes in (None, kind) and (city.name, number) not in taken
            ]
            if not places or len(projects) >= size.projects:
                break
            place = chance.choice(places)
            taken.add(place)
            projects.append(Project(*place, kind))
            built += 1
        tabs.append(Tab(side, pulled, built, circles - built))
    made = [donations.pop() for _ in range(chance.randint(0, size.donations)) if donations]
    disks = 5 + sum(tab.built + tab.waiting for tab in tabs) + len(made)
    return Player(
        money=chance.randint(0, size.money),
        goods=chance.randint(0, size.goods),
        vp=chance.randint(0, 30),
        company=tuple(company),
        missions=tuple(missions),
        employees_in_supply=15 - employees,
        disks_in_supply=30 - disks,
        tabs=tuple(tabs),
        transport=tuple(transport),
        projects=tuple(sorted(projects)),
        donations=tuple(made),
    )
