"""The engine's steps and the naive generator's: counts of positions in `tests/perft`, and random games step by step."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from carnegie_solver.rules import Position, find_faults, position_from_json, position_to_json
from models.hand_positions import COMPONENTS
from models.naive_game.sprinkling import can_be_sprinkled, sprinkled
from models.perft import (
    ENGINE,
    FOLDER,
    NAIVE,
    PerftFile,
    canonical,
    difference,
    key,
    reached,
    read_perft,
    walk,
)
from models.random_games import game_positions

FILES = sorted(path.stem for path in FOLDER.glob("*.perft"))
GAMES = 16  # every number of players, every level of Andrew's, and two of the three pools
EVERY = 12
SPRINKLED = 6
STEPS = 6
Report = Callable[[str, object], None]


def load(name: str) -> PerftFile:
    return read_perft(FOLDER / f"{name}.perft")


def test_there_are_enough_positions() -> None:
    assert len(FILES) >= 30
    starts = {key(canonical(load(name).position)) for name in FILES}
    assert len(starts) == len(FILES)
    assert all(len(load(name).counts) >= 2 for name in FILES)


@pytest.mark.parametrize("name", FILES)
def test_both_generators_count_what_the_file_says(name: str, record_property: Report) -> None:
    """And on the way, every position has the same steps for both, with the same positions after them."""
    file = load(name)
    walked = walk(file.position, len(file.counts))
    counted = f"{file.title}\nexpected {file.counts}, the naive generator {walked.naive}, the engine {walked.engine}"
    assert not walked.difference, f"{counted}\n{walked.difference}"
    assert walked.engine == file.counts, f"{counted}\n{file.position}"
    assert walked.naive == file.counts, f"{counted}\n{file.position}"
    record_property(
        "compared: positions after some steps with the naive generator's (perft)", sum(walked.engine)
    )


@pytest.mark.parametrize("name", FILES)
def test_positions_on_the_way_can_be_read_again(name: str) -> None:
    """No position on the way has a fault, and its canonical JSON is read as the same position."""
    levels = reached(ENGINE, load(name).position)
    for position in [position for _ in range(2) for position in next(levels).values()]:
        assert find_faults(COMPONENTS, position) == ()
        assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, position)) == position


@pytest.mark.parametrize("seed", range(GAMES))
def test_positions_of_random_games(seed: int, record_property: Report) -> None:
    """One step deep, both generators have the same steps, and the same positions after them."""
    compared = 0
    for position in game_positions(seed, EVERY):
        document = dict(position_to_json(COMPONENTS, position))
        text = difference(document, position)
        assert not text, text
        compared += 1
    assert compared
    record_property("compared: positions of random games, all steps with the naive generator's", compared)


@pytest.mark.parametrize("seed", range(SPRINKLED))
def test_positions_full_of_tiles(seed: int, record_property: Report) -> None:
    """The same on some steps' way from positions of random games in which more tiles are built and staffed."""
    chance = random.Random(f"tiles {seed}")
    compared = 0
    for number, position in enumerate(game_positions(seed, EVERY)):
        document = dict(position_to_json(COMPONENTS, position))
        if not can_be_sprinkled(document):
            continue
        start = sprinkled(document, 1000 * seed + number)
        naive, engine = NAIVE.read(start), ENGINE.read(start)
        assert ENGINE.write(engine) == naive
        for _ in range(STEPS):
            text = difference(naive, engine)
            assert not text, text
            assert find_faults(COMPONENTS, engine) == ()
            compared += 1
            engine = after_some_step(engine, chance)
            naive = ENGINE.write(engine)
    assert compared
    record_property("compared: positions full of tiles, all steps with the naive generator's", compared)


def after_some_step(position: Position, chance: random.Random) -> Position:
    """Make a step of any kind that is legal, ending the decision or selling goods cubes only where nothing else is."""
    kinds: dict[str, list[Position]] = {}
    for step, after in ENGINE.steps(position):
        kinds.setdefault(next(iter(step)), []).append(after)
    names = [name for name in kinds if name not in ("endTurn", "sellGoods")] or list(kinds)
    return chance.choice(kinds[chance.choice(names)]) if names else position
