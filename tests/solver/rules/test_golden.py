"""The recorded games of tests/golden end as they did, and as has been counted without the engine."""

from __future__ import annotations

import json

import pytest

from carnegie_solver.rules import Phase
from carnegie_solver.rules.new_game import Layout, Pool
from carnegie_solver.rules.position_writer import digest
from carnegie_solver.rules.record import begin, played_steps, record_from_json
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet, total
from golden.record import GAMES, recorded, text_of
from models.golden_games import (
    AFTER_THE_LAST,
    FOLDER,
    accounts,
    differences,
    expected,
    final_position,
    holdings,
    names,
    read,
)
from models.hand_positions import COMPONENTS
from models.tiles_at_work import ALL_TILES, tiles_at_work

NAMES = names()
LEAST_TILES = 24


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_as_it_was_recorded(name: str) -> None:
    """A replay gives the recorded final digest, the game is over, and everybody scores what is written down."""
    position = final_position(name)
    assert digest(COMPONENTS, position) == read(name).final_digest
    assert position.phase is Phase.GAME_OVER
    vp = expected()[name]["vp"]
    assert [total(score_sheet(COMPONENTS, player)) for player in position.players] == vp["players"]
    assert ("andrew" in vp) == (position.andrew is not None)
    if position.andrew is not None:
        assert total(andrew_score_sheet(COMPONENTS, position)) == vp["andrew"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_down_is_what_is_counted_without_the_engine(name: str) -> None:
    """The VP at the end, and what players have when some rounds begin, are those of an account of its own."""
    assert list(differences(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_keeps_the_same_account(name: str) -> None:
    """When each round begins, and at the end, all players have what their steps add up to."""
    record, books = read(name), accounts(name)
    found = {}
    position = begin(COMPONENTS, record)
    for before, _, position in played_steps(COMPONENTS, record):
        if position.round > before.round:
            found[position.round] = [holdings(player) for player in position.players]
    found[AFTER_THE_LAST] = [holdings(player) for player in position.players]
    assert found == books
    assert sorted(books) == list(range(2, AFTER_THE_LAST + 1))


def test_the_games_differ() -> None:
    """They have 1 to 4 players, all levels of Andrew, all pools of tiles, both layouts, and most of the tiles."""
    assert len(NAMES) >= 8
    assert set(NAMES) == set(expected()) == set(GAMES)
    records = [read(name) for name in NAMES]
    assert {record.players for record in records} == {1, 2, 3, 4}
    assert {record.solo_level for record in records} == {None, 1, 2, 3, 4}
    assert {record.pool for record in records} == set(Pool)
    assert {record.layout for record in records} == set(Layout)
    used = {
        tile
        for record in records
        for before, step, after in played_steps(COMPONENTS, record)
        for tile in tiles_at_work(before, step, after)
    }
    assert len(used & ALL_TILES) >= LEAST_TILES


def test_two_games_have_checkpoints() -> None:
    """At least two games have written down what the players have, also in the middle of the game."""
    rounds = {name: sorted(map(int, entry.get("rounds", {}))) for name, entry in expected().items()}
    assert sum(len(numbers) >= 3 for numbers in rounds.values()) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_tells_of_each_game(name: str) -> None:
    """The table of the README has each game with its setup and its VP."""
    record, vp = read(name), expected()[name]["vp"]
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(f"| `{name}.json` |"))
    cells = [cell.strip() for cell in line.strip("|").split("|")][1:]
    andrew = "" if record.solo_level is None else f"level {record.solo_level}"
    everybody = ", ".join(map(str, vp["players"]))
    assert cells == [
        str(record.players),
        andrew,
        record.pool.name,
        record.layout.name,
        str(len(record.steps)),
        everybody,
        str(vp.get("andrew", "")),
    ]


def test_the_games_can_be_recorded_again() -> None:
    """The script plays a game to its end, and what it writes is read as the same record."""
    record = recorded(GAMES["one-player"])
    assert record_from_json(json.loads(text_of(record))) == record
