"""Setting up a game: chance by seed, everything else by the rules [public]."""

from __future__ import annotations

import enum
import random
from typing import Literal

from carnegie_solver.components import Action, Components, ProjectType, TabSide, TabSpaceKind
from carnegie_solver.rules.andrew import leftmost_free
from carnegie_solver.rules.position import (
    Andrew,
    NeutralProject,
    Phase,
    Player,
    Position,
    Tab,
    TimelineRow,
)
from carnegie_solver.rules.setup_values import SPACES_PER_ROW, holds_action_choice_tile, starting_company

KINDS_PER_TYPE = 4
COPIES = 2


class Pool(enum.Enum):
    """Which Department tiles a game is played with [public]."""

    BASE = "BASE"
    """Two of each Department of the base game."""
    EXPANSION = "EXPANSION"
    """Of each type four of the eight kinds, two of each."""
    ONE_OF_EACH = "ONE_OF_EACH"
    """One of every Department."""


class Layout(enum.Enum):
    """Whether a timeline tile makes up the first four spaces of one row, or one space of each row [public]."""

    ROWS = "ROWS"
    COLUMNS = "COLUMNS"


_Count = Literal["1", "2", "3", "4"]
_COUNTS: dict[int, _Count] = {1: "1", 2: "2", 3: "3", 4: "4"}


def new_game(
    components: Components,
    seed: int,
    *,
    players: int = 2,
    solo_level: int | None = None,
    pool: Pool = Pool.BASE,
    layout: Layout = Layout.ROWS,
) -> Position:
    """Set up a game; the same seed gives the same game.

    Parameters
    ----------
    players
        1 to 4; 1 in a solo game.
    solo_level
        1 to 4 for a game against Andrew; None for one without him.

    Raises
    ------
    ValueError
        When the numbers are out of range, or the pool or the layout is none.
    TypeError
        When the seed is no whole number, from which the game would not come about again.
    """
    if not 1 <= players <= 4:
        raise ValueError(f"players: found {players}, allowed 1 to 4")
    if solo_level is not None and (players != 1 or not 1 <= solo_level <= 4):
        raise ValueError(
            f"solo_level: found {solo_level} with {players} players, allowed 1 to 4 with 1 player"
        )
    if not isinstance(seed, int):
        raise TypeError(f"seed: found {seed!r}, allowed a whole number")
    # Names are as good as members; anything else raises ValueError, and is not taken for the last one.
    pool, layout = Pool(pool), Layout(layout)
    chance = random.Random(seed)
    display = _display(components, chance, players, pool)
    timeline = _timeline(components, chance, layout)
    neutral_projects, neutral_donations = _neutral_disks(components, chance, players)
    last = players - 1
    return Position(
        round=1,
        phase=Phase.SETUP_PLACEMENT,
        first_player=0,
        player=last,
        action=None,
        events=(),
        timeline=timeline,
        players=tuple(_player(components, number, players) for number in range(players)),
        display=display,
        neutral_projects=neutral_projects,
        neutral_donations=neutral_donations,
        andrew=None if solo_level is None else Andrew(cards=_deck(components, chance, solo_level)),
    )


def _player(components: Components, number: int, players: int) -> Player:
    setup = components.tables.setup
    tabs = tuple(
        Tab(waiting=int(components.tab(kind, TabSide.A).spaces[0].kind is TabSpaceKind.PROJECT))
        for kind in ProjectType
    )
    on_board = 1 + len(components.tracks) + sum(tab.waiting for tab in tabs)
    return Player(
        money=setup.money,
        goods=setup.goods,
        vp=0,
        company=starting_company(components),
        missions=(0, 0, 0, 0),
        employees_in_supply=setup.employees.in_supply,
        disks_in_supply=setup.disks - on_board,
        tabs=tabs,
        transport=(0, 0, 0, 0),
        action_choice_tile=holds_action_choice_tile(components, number, players),
    )


def _display(components: Components, chance: random.Random, players: int, pool: Pool) -> tuple[str, ...]:
    """Draw the Department tiles of a game: the pool less those removed at random [public]."""
    rows = components.tables.departments.rows
    match pool:
        case Pool.BASE:
            names = [tile.name for tile in rows if not tile.expansion]
        case Pool.EXPANSION:
            names = []
            for action in Action:
                kinds = [tile.name for tile in rows if tile.type is action]
                names.extend(chance.sample(kinds, KINDS_PER_TYPE))
        case _:
            names = [tile.name for tile in rows]
    tiles = names if pool is Pool.ONE_OF_EACH else names * COPIES
    removed = components.tables.setup.departments_removed[_COUNTS[players]]
    return tuple(sorted(chance.sample(tiles, len(tiles) - removed)))


def _timeline(components: Components, chance: random.Random, layout: Layout) -> tuple[TimelineRow, ...]:
    """Draw a tile and a side for each row, or for each of the first four spaces of the rows [public]."""
    numbers = [tile.tile for tile in components.tables.timeline_tiles.rows]
    sides = [
        components.timeline_events[number, chance.random() < 0.5]
        for number in chance.sample(numbers, SPACES_PER_ROW - 1)
    ]
    if layout is Layout.COLUMNS:
        sides = [tuple(side[row] for side in sides) for row in range(len(Action))]
    return tuple(TimelineRow(side) for side in sides)


def _neutral_disks(
    components: Components, chance: random.Random, players: int
) -> tuple[tuple[NeutralProject, ...], tuple[str, ...]]:
    """Place the neutral disks by the solo cards: for each card its donation, then its cities in turn [public]."""
    left = components.tables.setup.neutral_disks[_COUNTS[players]]
    cards = list(components.tables.solo_cards.rows)
    chance.shuffle(cards)
    places: list[tuple[str, int]] = []
    donations: list[str] = []
    for card in cards:
        if left and card.donation not in donations:
            donations.append(card.donation)
            left -= 1
        for city in card.construction_cities:
            free = leftmost_free(components, places, city)
            if left and free is not None:
                places.append((city, free))
                left -= 1
    return tuple(sorted(NeutralProject(*place) for place in places)), tuple(sorted(donations))


def _deck(components: Components, chance: random.Random, level: int) -> tuple[str, ...]:
    """Draw Andrew's deck for a level, and shuffle it [public]."""
    cards = components.tables.solo_cards
    deck: list[str] = []
    for kind, count in cards.decks[_COUNTS[level]].items():
        deck.extend(chance.sample([card.id for card in cards.rows if card.deck == kind], count))
    chance.shuffle(deck)
    return tuple(deck)
