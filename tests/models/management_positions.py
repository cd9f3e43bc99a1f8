"""Random turns of Management with given tiles at work: what the optimiser and its oracle are compared on."""

from __future__ import annotations

import random
from dataclasses import dataclass

from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Region
from carnegie_solver.rules import Player, Position, find_faults
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.projects import projects_in
from carnegie_solver.rules.turn import begin_turn
from models.random_positions import FULL, Size, random_position

TINY = Size(employees=3, tiles=1, money=6, goods=3, pulled=4, projects=4, neutral=95, donations=3, players=2)


@dataclass(frozen=True)
class Wanted:
    """What a position is to have.

    `tiles` are Departments in which an employee stands; `builders` and `takers` employees of the starting Departments
    who build Departments or bring dollars and goods cubes; `display` is how many tiles of the display are kept;
    `goods` and `projects` are the fewest that the player has, the latter in one region; `room` is how many spaces are
    left empty, at most: the others hold Departments that do nothing here.
    """

    tiles: tuple[str, ...]
    builders: int = 0
    takers: int = 0
    display: int = 2
    goods: int = 0
    projects: int = 0
    room: int = 16


def tile_position(components: Components, seed: int, wanted: Wanted, size: Size = TINY) -> Position:
    """Make a turn of Management with tiles at work; it has no faults."""
    for attempt in range(1000):
        number = seed + 1_000_000 * attempt
        chance = random.Random(f"tiles {number}")
        position = random_position(components, number, Action.MANAGEMENT, size)
        projects = max(projects_in(components, position.decider, region) for region in Region)
        made = _with_tiles(components, position, wanted, chance) if projects >= wanted.projects else None
        if made is not None and not find_faults(components, made):
            return made
    raise AssertionError(f"no such position for seed {seed}")


def _with_tiles(
    components: Components, position: Position, wanted: Wanted, chance: random.Random
) -> Position | None:
    player = replace(position.decider, goods=max(position.decider.goods, wanted.goods))
    for tile in wanted.tiles:
        held = [index for index, space in enumerate(player.company) if space.department == tile]
        free = [index for index, space in enumerate(player.company) if index and space.department is None]
        index = held[0] if held else chance.choice(free)
        desks = len(components.departments[tile].desk_costs)
        player = _staffed(player, index, tile, chance.randint(1, desks))
    for index, name in components.starting_spaces.items():
        if components.departments[name].type is Action.MANAGEMENT:
            standing = wanted.builders if rule_of(name).builds_departments else wanted.takers
            player = _staffed(player, index, name, standing)
    if player.employees_in_supply < 0:
        return None
    display = [name for name in position.display if name not in wanted.tiles]
    # Tiles of the expansion can be on the display too, most of all those that uses count.
    expansion = [
        d.name for d in components.departments.values() if d.expansion and d.name not in wanted.tiles
    ]
    display = sorted({*display, *chance.sample(expansion, 4)})
    display = sorted(chance.sample(display, min(len(display), wanted.display)))
    if player.reserved_department in (*wanted.tiles, *display):
        player = replace(player, reserved_department=None)
    player = _filled(components, player, wanted, {*display, *wanted.tiles}, chance)
    position = replace(position.with_decider(player), display=tuple(display))
    return replace(position, turn=begin_turn(components, player, Action.MANAGEMENT))


def _filled(
    components: Components, player: Player, wanted: Wanted, taken: set[str], chance: random.Random
) -> Player:
    """Put Departments that nobody works in on empty spaces, until there is no more room than wanted."""
    empty = [index for index, space in enumerate(player.company) if index and space.department is None]
    chance.shuffle(empty)
    empty.sort(key=lambda index: player.company[index].employees > 0)
    held = taken | {space.department for space in player.company if space.department is not None}
    rules = {name: rule_of(name) for name in components.departments if name not in held}
    idle = [name for name, rule in rules.items() if not (rule.has_uses or rule.fetches or rule.second_lobby)]
    for index, name in zip(empty[: max(0, len(empty) - wanted.room)], idle, strict=False):
        player = player.with_space(index, replace(player.company[index], department=name))
    return player


def _staffed(player: Player, index: int, department: str, standing: int) -> Player:
    """Put a Department on a space and employees at its first workstations, from the supply or back to it."""
    space = player.company[index]
    supply = player.employees_in_supply + len(space.standing_at) - standing
    space = replace(space, department=department, standing_at=tuple(range(1, standing + 1)))
    return replace(player.with_space(index, space), employees_in_supply=supply)


def full_tile_position(components: Components, seed: int, tiles: tuple[str, ...]) -> Position:
    """Make a turn of Management of the game's full size with tiles at work, besides what is there."""
    chance = random.Random(f"full {seed}")
    wanted = Wanted(tiles, builders=chance.randint(0, 2), takers=chance.randint(0, 3), display=14)
    return tile_position(components, seed, wanted, FULL)
