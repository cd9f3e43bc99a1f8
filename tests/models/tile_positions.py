"""Random positions with certain Departments staffed: the instances in which a Department's effect matters."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from carnegie_solver.components import Components, ProjectType, Region, TabSpaceKind
from carnegie_solver.rules import Player, Position, Space, find_faults


def staff(
    components: Components, player: Player, department: str, chance: random.Random, *, most: int = 1
) -> Player:
    """Give the player with a Department on an empty space, and one to `most` of its workstations taken.

    Who stands there comes from the supply, else from those who lie, else from a Mission; disks are as before.
    """
    index = next(
        (number for number, space in enumerate(player.company) if space.department == department), None
    )
    if index is None:
        empty = [
            number
            for number, space in enumerate(player.company)
            if number and space.department is None and not space.employees
        ]
        if not empty:
            raise NoRoomError(department)
        index = chance.choice(empty)
        player = player.with_space(index, Space(department))
    desks = len(components.departments[department].desk_costs)
    for workstation in chance.sample(range(1, desks + 1), min(desks, chance.randint(1, most))):
        if workstation not in player.company[index].standing_at:
            player = _without_one(player)
            space = player.company[index]
            standing_at = tuple(sorted((*space.standing_at, workstation)))
            player = player.with_space(index, replace(space, standing_at=standing_at))
    return player


class NoRoomError(Exception):
    """A Department finds no empty space, or no employee."""


def _without_one(player: Player) -> Player:
    if player.employees_in_supply:
        return replace(player, employees_in_supply=player.employees_in_supply - 1)
    for index, space in enumerate(player.company):
        if space.lying:
            return player.with_space(index, replace(space, lying=space.lying - 1))
    for region, count in enumerate(player.missions):
        if count:
            missions = list(player.missions)
            missions[region] -= 1
            return replace(player, missions=tuple(missions))
    raise NoRoomError("employee")


@dataclass(frozen=True)
class Tiles:
    """Departments that a position has, and how likely each one is staffed."""

    names: Sequence[str]
    likely: float = 1.0


def with_tiles(
    components: Components, position: Position, tiles: Tiles, chance: random.Random
) -> Position | None:
    """Give the position with Departments of the deciding player's; None where there is no room, or a fault results."""
    player = position.decider
    for name in tiles.names:
        if chance.random() < tiles.likely:
            try:
                player = staff(components, player, name, chance, most=len(tiles.names))
            except NoRoomError:
                return None
    player = replace(player, reserved_department=None)
    built = {space.department for space in player.company}
    display = tuple(name for name in position.display if name not in built)
    changed = replace(position.with_decider(player), display=display)
    return None if find_faults(components, changed) else changed


def trading_donations(position: Position, chance: random.Random, names: Sequence[str]) -> Position:
    """Give the position with some donations of other players, so that there are spaces which they alone hold."""
    own = position.decider.donations
    neutral = set(position.neutral_donations)
    players = []
    taken = {donation for player in position.players for donation in player.donations}
    for number, player in enumerate(position.players):
        free = [name for name in names if name not in taken | neutral]
        wanted = chance.randint(1, 3) if number != position.player else 0
        more = tuple(chance.sample(free, min(wanted, len(free), player.disks_in_supply)))
        taken.update(more)
        players.append(
            replace(
                player,
                donations=(*player.donations, *more),
                disks_in_supply=player.disks_in_supply - len(more),
            )
        )
    assert players[position.player].donations == own
    return replace(position, players=tuple(players))


def near_the_end(
    components: Components, player: Player, chance: random.Random, *, nearly_done: bool
) -> Player:
    """Give the player with tabs pulled and disks advanced far, mostly: then few step sequences are left to try."""
    tab_spaces = [0, 0, 0, 0, 1] if nearly_done else [0, 0, 0, 1, 2, 4]
    track_spaces = [0, 1, 1, 1] if nearly_done else [1, 1, 1, 2, 3]
    supply = player.disks_in_supply
    for kind in ProjectType:
        tab = player.tabs[kind]
        spaces = components.tab(kind, tab.side).spaces
        pulled = max(tab.pulled, len(spaces) - 1 - chance.choice(tab_spaces))
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in spaces[tab.pulled + 1 : pulled + 1])
        supply -= circles
        player = player.with_tab(kind, replace(tab, pulled=pulled, waiting=tab.waiting + circles))
    transport = tuple(
        max(reached, len(components.tracks[region].spaces) - 1 - chance.choice(track_spaces))
        for region, reached in zip(Region, player.transport, strict=True)
    )
    return replace(player, transport=transport, disks_in_supply=supply)
