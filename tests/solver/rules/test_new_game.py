"""A new game: what lies where for each number of players, pool, layout and level, and that its seed says it all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from carnegie_solver.components import Action
from carnegie_solver.rules import Phase, Position, find_faults, position_from_json, position_to_json
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from models.hand_positions import COMPONENTS
from models.random_games import city_spaces, disks, employees
from models.second_opinion import PRINTED

TILES = {row["name"]: row for row in PRINTED["departments"]["rows"]}
SIDES = {
    tuple(tile[side]): tile["tile"]
    for tile in PRINTED["timeline_tiles"]["rows"]
    for side in ("front", "back")
}
SEEDS = range(6)


def game(seed: int, **options: Any) -> Position:
    return new_game(COMPONENTS, seed, **options)


@pytest.mark.parametrize("pool", Pool)
@pytest.mark.parametrize(("players", "left"), [(1, 16), (2, 16), (3, 24), (4, 28)])
def test_department_tiles(pool: Pool, players: int, left: int) -> None:
    """Of 32 tiles 16, 8 or 4 are removed; the pools differ in which tiles the 32 are [public]."""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        display = game(seed, players=players, pool=pool).display
        assert len(display) == left
        assert list(display) == sorted(display)
        counted = Counter(display)
        seen.update(display)
        match pool:
            case Pool.BASE:
                assert all(not TILES[name]["expansion"] and count <= 2 for name, count in counted.items())
            case Pool.EXPANSION:
                kinds = Counter(TILES[name]["type"] for name in counted)
                assert max(counted.values()) <= 2
                assert all(count <= 4 for count in kinds.values())
            case _:
                assert set(counted.values()) == {1}
    if pool is not Pool.BASE:
        assert any(TILES[name]["expansion"] for name in seen)


def test_nothing_removed_from_the_pool_is_there() -> None:
    """With four players, 28 of the base game's 32 tiles are left: two of most Departments."""
    for seed in SEEDS:
        missing = Counter({name: 2 for name, row in TILES.items() if not row["expansion"]})
        missing.subtract(game(seed, players=4).display)
        assert sum(missing.values()) == 4
        assert min(missing.values()) >= 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_a_player_begins_with(players: int) -> None:
    """$12, 4 goods cubes, 5 employees standing, 5 lying in the Lobby, 5 in the supply, 3 disks on tabs [public]."""
    position = game(7, players=players)
    assert find_faults(COMPONENTS, position) == ()
    assert len(position.players) == players
    for number, player in enumerate(position.players):
        assert (player.money, player.goods, player.vp) == (12, 4, 0)
        standing = {space.department: space.standing_at for space in player.company if space.standing_at}
        starting = {name for name, department in COMPONENTS.departments.items() if department.starting}
        assert standing == dict.fromkeys(starting, (1,))
        assert sum(space.lying for space in player.company) == player.company[0].lying == 5
        assert (player.employees_in_supply, employees(player)) == (5, 15)
        assert [(tab.waiting, tab.built, tab.pulled) for tab in player.tabs] == [(1, 0, 0)] * 3 + [(0, 0, 0)]
        assert (player.disks_in_supply, disks(player)) == (30 - 5 - 3, 30)
        assert player.transport == (0, 0, 0, 0)
        assert (player.projects, player.donations, player.reserved_department) == ((), (), None)
        assert player.action_choice_tile == (players == 4 or (players == 3 and number == 2))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_who_begins(players: int) -> None:
    """The setup's placement begins with the last player; the first holds the marker; nothing is used."""
    position = game(3, players=players)
    assert (position.round, position.phase) == (1, Phase.SETUP_PLACEMENT)
    assert (position.first_player, position.player) == (0, players - 1)
    assert (position.action, position.events, position.turn, position.andrew) == (None, (), None, None)
    assert [row.used for row in position.timeline] == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(12))
def test_layouts(seed: int) -> None:
    """Four different tiles, each on one side: one per row, or one per column of the first four spaces."""
    for layout in Layout:
        rows = [row.events for row in game(seed, layout=layout).timeline]
        assert [len(row) for row in rows] == [4, 4, 4, 4]
        tiles = rows if layout is Layout.ROWS else list(zip(*rows, strict=True))
        named = [tuple(event.name.removeprefix("INCOME_") for event in tile) for tile in tiles]
        assert len({SIDES[side] for side in named}) == 4


def test_both_sides_come_up() -> None:
    """Tiles lie on either side."""
    fronts = {tuple(tile["front"]) for tile in PRINTED["timeline_tiles"]["rows"]}
    found = Counter(
        tuple(event.name.removeprefix("INCOME_") for event in row.events) in fronts
        for seed in range(30)
        for row in game(seed).timeline
    )
    assert min(found[True], found[False]) > 30


@pytest.mark.parametrize(("players", "count"), [(1, 18), (2, 18), (3, 9), (4, 0)])
def test_neutral_disks(players: int, count: int) -> None:
    """18, 9 or no neutral disks, in the leftmost spaces of cities and on different donation spaces [public]."""
    for seed in SEEDS:
        position = game(seed, players=players)
        assert len(position.neutral_projects) + len(position.neutral_donations) == count
        assert len(set(position.neutral_donations)) == len(position.neutral_donations)
        by_city = Counter(city for city, _ in city_spaces(position))
        assert set(city_spaces(position)) == {
            (city, number) for city, here in by_city.items() for number in range(here)
        }


def by_number(card: Any) -> str:
    """Order cards N01, A01, N02, A02, ..."""
    return str(card.id[1:] + ("0" if card.id[0] == "N" else "1"))


N_CARDS = [
    ("Salt Lake City", 0),
    ("Reno", 0),
    ("St. Louis", 0),
    ("Chicago", 0),
    ("Boston", 0),
    ("Washington", 0),
]


@pytest.mark.parametrize(
    ("order", "players", "places", "donations"),
    [
        # N01 to N06 in this order, three disks each.
        (
            lambda card: card.id.replace("N", "0"),
            2,
            [
                *N_CARDS,
                *[("New Orleans", 0), ("Houston", 0), ("San Francisco", 0), ("Santa Fe", 0)],
                *[("San Francisco", 1), ("Los Angeles", 0)],
            ],
            ["HUMAN_RESOURCES", "MANAGEMENT", "CONSTRUCTION", "RESEARCH", "MIDWEST", "ANY"],
        ),
        (
            lambda card: card.id.replace("N", "0"),
            3,
            N_CARDS,
            ["HUMAN_RESOURCES", "MANAGEMENT", "CONSTRUCTION"],
        ),
        # A01 places nothing: its donation and its small cities are taken. The others find a second space.
        (
            by_number,
            2,
            [
                *N_CARDS,
                *[("St. Louis", 1), ("Chicago", 1), ("Boston", 1), ("Washington", 1)],
                *[("New Orleans", 0), ("Houston", 0), ("New Orleans", 1), ("Houston", 1)],
            ],
            ["HUMAN_RESOURCES", "MANAGEMENT", "CONSTRUCTION", "RESEARCH"],
        ),
        # The ninth disk is on N03's donation.
        (
            by_number,
            3,
            [*N_CARDS[:4], ("St. Louis", 1), ("Chicago", 1)],
            ["HUMAN_RESOURCES", "MANAGEMENT", "CONSTRUCTION"],
        ),
    ],
)
def test_neutral_disks_by_cards(
    monkeypatch: pytest.MonkeyPatch,
    order: Callable[[Any], str],
    players: int,
    places: list[tuple[str, int]],
    donations: list[str],
) -> None:
    """For each card its donation if free, then the leftmost free space of each of its cities, until all are placed."""
    monkeypatch.setattr(random.Random, "shuffle", lambda _, cards: cards.sort(key=order))
    position = game(1, players=players)
    assert set(city_spaces(position)) == set(places)
    prefixes = {"MIDWEST": "HEALTH_PROJECTS_"}
    expected = [prefixes.get(name, "EDUCATION_DEPARTMENTS_") + name for name in donations]
    assert sorted(position.neutral_donations) == sorted(expected)


@pytest.mark.parametrize(("level", "normal"), [(1, 20), (2, 15), (3, 10), (4, 5)])
def test_decks(level: int, normal: int) -> None:
    """Twenty different cards, so many of them normal and the others advanced, by level [public]."""
    decks = set()
    for seed in SEEDS:
        andrew = game(seed, players=1, solo_level=level).andrew
        assert andrew is not None
        assert len(set(andrew.cards)) == len(andrew.cards) == 20
        assert Counter(card[0] for card in andrew.cards) == Counter("N" * normal + "A" * (20 - normal))
        assert (andrew.played, andrew.shift, andrew.vp, andrew.to_act) == (0, 0, 0, False)
        assert (andrew.departments, andrew.projects, andrew.donations) == ((), (), ())
        assert andrew.transport == (0, 0, 0, 0)
        decks.add(andrew.cards)
    assert len(decks) == len(SEEDS)


def test_the_seed_says_it_all() -> None:
    """The same seed and options give the same game, another seed another one."""
    for players, level in ((1, None), (1, 3), (2, None), (4, None)):
        games = [game(seed, players=players, solo_level=level) for seed in SEEDS]
        assert games == [game(seed, players=players, solo_level=level) for seed in SEEDS]
        assert len(set(games)) == len(games)


@pytest.mark.parametrize("seed", SEEDS)
def test_round_trip(seed: int) -> None:
    """A new game goes to JSON and back."""
    for players, level in ((1, None), (1, 3), (2, None), (4, None)):
        position = game(seed, players=players, solo_level=level)
        assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, position)) == position


@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 5},
        {"players": 2, "solo_level": 1},
        {"players": 1, "solo_level": 0},
        {"players": 1, "solo_level": 5},
    ],
)
def test_refused(options: dict[str, int]) -> None:
    """Numbers out of range, and Andrew beside more than one player, are refused."""
    with pytest.raises(ValueError, match="allowed 1 to 4"):
        game(0, **options)


def test_a_row_for_each_action() -> None:
    """The timeline has one row per action."""
    assert len(game(0).timeline) == len(Action)
