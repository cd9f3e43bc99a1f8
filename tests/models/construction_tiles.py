"""Random positions in a turn of Construction with Department tiles at work, small ones and ones of the game's size."""

from __future__ import annotations

import random

from msgspec.structs import replace

from carnegie_solver.components import Components, Region
from carnegie_solver.rules import Player, Position, Space
from models.construction_positions import CONSTRUCTION, finished, full_position, small_position

TILES = (
    "Construction Outsourcing",
    "Supply Chain",
    "Production Lines",
    "Renovation",
    "Political Lobbying",
    "Archives",
    "Telegraph Operators",
    "New Lobby",
    "Payroll Management",
)
"""The tiles that a turn of Construction has to count, but for Engineering."""

FOR_STUDY = ("Archives", "Telegraph Operators")


def small_with_tiles(components: Components, seed: int, *names: str) -> Position:
    """A small position in which the deciding player has some tiles, staffed, and little to pay with."""
    chance = random.Random(f"tiles {seed} {names}")
    study = 70 if any(name in FOR_STUDY for name in names) else 15
    position = small_position(
        components, chance.randrange(10**9), study_percent=study, short_percent=15, mid_turn=False
    )
    player = _without(position.decider, names)
    index = _space_of(player, CONSTRUCTION)
    builders = 1 if len(names) > 2 else chance.choice([1, 1, 2])
    standing_at = tuple(sorted(chance.sample((1, 2, 3), builders)))
    player = player.with_space(index, Space(CONSTRUCTION, standing_at, chance.choice([0, 0, 1])))
    for name in names:
        player = _with_tile(components, player, name, chance, most=1 if len(names) > 1 else 2)
    if "New Lobby" in names:
        player = _hiring(player, chance)
    player = replace(
        player,
        money=chance.choice([0, 0, 1, 2, 3, 3, 4, 5, 8, 12]),
        goods=chance.choice([0, 1, 1, 2, 3]),
        vp=chance.choice([0, 0, 1, 2, 5]),
        reserved_department=None,
    )
    return _at_start(components, position, player, names)


def full_with_tiles(components: Components, seed: int, *names: str) -> Position:
    """A position of the game's size in which the deciding player has some tiles, staffed."""
    chance = random.Random(f"full tiles {seed} {names}")
    position = full_position(components, chance.randrange(10**9), chance.choice([1, 2, 3]))
    player = _without(position.decider, names)
    for name in names:
        player = _with_tile(components, player, name, chance, most=2)
    if "New Lobby" in names and chance.random() < 0.5:
        player = _hiring(player, chance)
    player = replace(player, reserved_department=None)
    return _at_start(components, position, player, names)


def _hiring(player: Player, chance: random.Random) -> Player:
    """Give the player with the disk where the track of the South offers a new employee, or near it."""
    reached = chance.choice([2, 2, 2, 1, 3])
    return replace(
        player,
        transport=tuple(
            reached if region is Region.SOUTH else place
            for region, place in zip(Region, player.transport, strict=True)
        ),
    )


def _without(player: Player, names: tuple[str, ...]) -> Player:
    """Give the player without some Departments, who leave their employees lying."""
    for index, space in enumerate(player.company):
        if space.department in names:
            player = player.with_space(index, Space(None, (), space.employees))
    return replace(player, reserved_department=None) if player.reserved_department in names else player


def _with_tile(components: Components, player: Player, name: str, chance: random.Random, most: int) -> Player:
    """Give the player with one more Department, on an empty building space, with employees standing in it."""
    empty = [index for index, space in enumerate(player.company) if index and space.department is None]
    desks = len(components.departments[name].desk_costs)
    standing = chance.sample(range(1, desks + 1), min(desks, chance.randint(1, most)))
    lying = chance.choice([0, 0, 0, 1]) if desks else 0
    return player.with_space(chance.choice(empty), Space(name, tuple(sorted(standing)), lying))


def _at_start(components: Components, position: Position, player: Player, names: tuple[str, ...]) -> Position:
    display = tuple(name for name in position.display if name not in names)
    position = replace(position, players=tuple(_without(other, names) for other in position.players))
    player = _with_fewer_missions(components, player)
    return finished(components, replace(position, display=display), player)


def _with_fewer_missions(components: Components, player: Player) -> Player:
    """Give the player with so many employees on Missions that those in the Company are not too many."""
    here = sum(space.employees for space in player.company)
    left = components.tables.setup.employees.total - here
    missions = []
    for count in player.missions:
        missions.append(max(0, min(count, left)))
        left -= missions[-1]
    return replace(player, missions=tuple(missions))


def _space_of(player: Player, department: str) -> int:
    return next(index for index, space in enumerate(player.company) if space.department == department)
