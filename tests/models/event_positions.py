"""Random positions in an event, with certain Departments staffed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event, ProjectType, Region, TabSide
from carnegie_solver.rules import Phase, Player, Position, Turn
from models.random_positions import Size, random_position
from models.tile_positions import Tiles, near_the_end, with_tiles

SMALL = Size(
    employees=4, tiles=2, money=14, goods=4, pulled=5, projects=8, neutral=90, donations=3, players=2
)


def event_positions(
    components: Components,
    event: Event,
    tiles: Sequence[str] = (),
    *,
    count: int,
    start: int = 0,
    size: Size = SMALL,
    likely: float = 1.0,
) -> Iterator[Position]:
    """Give some positions in an event, with tiles staffed and, in an income event, employees in its region."""
    made, number = 0, start
    actions = list(Action)
    while made < count:
        number += 1
        chance = random.Random(f"event {event.name} {sorted(tiles)} {number}")
        action = actions[number % len(actions)]
        position = replace(
            random_position(components, number, action, size),
            phase=Phase.EVENT,
            events=(event,),
            turn=Turn(None),
        )
        player = position.decider
        if event is Event.DONATION:
            rich = replace(
                player, money=chance.randint(0, 2 * size.money), goods=chance.choice([0, 1, 2, size.goods])
            )
            position = position.with_decider(rich)
        else:
            position = position.with_decider(
                _with_incomes(components, position.decider, Region(event.value), chance)
            )
        changed = with_tiles(components, position, Tiles(tiles, likely), chance)
        if changed is not None:
            yield changed
            made += 1


def _with_incomes(components: Components, player: Player, region: Region, chance: random.Random) -> Player:
    """Give the player with employees on Missions in a region, often choices under the disks and a short supply."""
    sent = min(player.employees_in_supply, chance.randint(0, 3))
    missions = tuple(
        here + sent * (place is region) for place, here in zip(Region, player.missions, strict=True)
    )
    supply = player.employees_in_supply - sent
    lobby = player.company[0]
    left = min(supply, chance.choice([0, 1, 2, supply, supply]))
    player = player.with_space(0, replace(lobby, lying=lobby.lying + supply - left))
    for kind in ProjectType:
        if chance.random() < 0.6:
            player = player.with_tab(kind, replace(player.tabs[kind], side=TabSide.B))
    if chance.random() < 0.75:
        transport = player.transport
        player = near_the_end(components, player, chance, nearly_done=True)
        player = replace(player, transport=chance.choice([transport, player.transport]))
    return replace(player, missions=missions, employees_in_supply=left)
