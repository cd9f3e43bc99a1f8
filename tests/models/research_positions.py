"""Random positions in a turn of Research and Development with certain Departments staffed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Region
from carnegie_solver.rules import Position
from carnegie_solver.rules.turn import begin_turn
from models.random_positions import FULL, Size, random_position
from models.tile_positions import Tiles, near_the_end, trading_donations, with_tiles

SMALL = Size(
    employees=4, tiles=1, money=14, goods=3, pulled=5, projects=4, neutral=90, donations=2, players=2
)
SMALLER = Size(
    employees=2, tiles=1, money=8, goods=1, pulled=5, projects=3, neutral=90, donations=2, players=2
)
CHARITABLE_GIVING = "Charitable Giving"
TILES = (
    "Advanced Research",
    "Advanced Design",
    CHARITABLE_GIVING,
    "Telegraph Operators",
    "Payroll Management",
    "R&D Coordination",
    "Knowledge Sharing",
    "Archives",
    "Communications",
)
"""All that matters in the action."""


def research_positions(
    components: Components,
    tiles: Sequence[str],
    *,
    count: int,
    start: int = 0,
    size: Size = SMALL,
    likely: float = 1.0,
    most_points: int = 3,
    nearly_done: bool = False,
) -> Iterator[Position]:
    """Give some positions with tiles staffed, tabs and tracks near their ends, and few study points of the turn's."""
    made, number = 0, start
    while made < count:
        number += 1
        chance = random.Random(f"research {sorted(tiles)} {number}")
        position = random_position(components, number, Action.RESEARCH_AND_DEVELOPMENT, size)
        position = position.with_decider(
            near_the_end(components, position.decider, chance, nearly_done=nearly_done)
        )
        if CHARITABLE_GIVING in tiles:
            player = position.decider
            richer = replace(player, money=chance.randint(0, 20), goods=chance.randint(0, 5))
            position = position.with_decider(richer)
            if len(position.players) == 1:
                continue
            position = trading_donations(position, chance, list(components.donations))
        position = _with_last_spaces_held(components, position, chance)
        if chance.random() < 0.25:
            player = position.decider
            position = position.with_decider(replace(player, disks_in_supply=chance.randint(0, 2)))
        changed = with_tiles(components, position, Tiles(tiles, likely), chance)
        if changed is None:
            continue
        turn = begin_turn(components, changed.decider, Action.RESEARCH_AND_DEVELOPMENT)
        yield replace(changed, turn=replace(turn, study_points=chance.randint(0, most_points)))
        made += 1


def _with_last_spaces_held(components: Components, position: Position, chance: random.Random) -> Position:
    """Give the position with some last spaces held by another player, if there is one."""
    others = [number for number in range(len(position.players)) if number != position.player]
    if not others:
        return position
    lasts = [len(components.tracks[region].spaces) - 1 for region in Region]
    players = list(position.players)
    for region in Region:
        if chance.random() < 0.3 and all(player.transport[region] < lasts[region] for player in players):
            number = chance.choice(others)
            transport = list(players[number].transport)
            transport[region] = lasts[region]
            players[number] = replace(players[number], transport=tuple(transport))
    return replace(position, players=tuple(players))


def full_research_positions(components: Components, likely: float, count: int) -> Iterator[Position]:
    """Give positions of the game's full size in which some of the tiles are staffed, each as likely as said."""
    made = number = 0
    while made < count:
        number += 1
        chance = random.Random(f"full {likely} {number}")
        position = random_position(components, number, Action.RESEARCH_AND_DEVELOPMENT, FULL)
        position = trading_donations(position, chance, list(components.donations))
        changed = with_tiles(components, position, Tiles(TILES, likely), chance)
        if changed is not None:
            turn = begin_turn(components, changed.decider, Action.RESEARCH_AND_DEVELOPMENT)
            yield replace(changed, turn=turn)
            made += 1
