"""The recorded games of tests/golden: reading them, accounting for them anew, and what is expected of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.record import GameRecord, begin, played_steps, record_from_json, replay_record
from models.final_scores import andrew_vp, player_vp
from models.hand_positions import COMPONENTS
from models.step_changes import change_by

FOLDER: Final = Path(__file__).parent.parent / "golden"
EXPECTED: Final = FOLDER / "expected.json"


AFTER_THE_LAST: Final = COMPONENTS.tables.setup.rounds + 1
"""The number under which the end of a game is accounted."""


def names() -> list[str]:
    """Give the names of the recorded games."""
    return sorted(path.stem for path in FOLDER.glob("*.json") if path != EXPECTED)


@cache
def expected() -> dict[str, Any]:
    """Read what has been written down about the games."""
    data = json.loads(EXPECTED.read_text(encoding="utf-8")) if EXPECTED.exists() else {}
    assert isinstance(data, dict)
    return data


def read(name: str) -> GameRecord:
    """Read a recorded game."""
    return record_from_json(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def holdings(player: Player) -> list[int]:
    """Give what the accounting keeps of a player: money, goods cubes, VP, employees in the supply."""
    return [player.money, player.goods, player.vp, player.employees_in_supply]


def accounts(name: str) -> dict[int, list[list[int]]]:
    """Account for a game anew: what each player has when each round begins, added up step by step.

    From what the players begin with on, only what the steps must change counts, not what the positions say.
    """
    record = read(name)
    owned = [holdings(player) for player in begin(COMPONENTS, record).players]
    rounds: dict[int, list[list[int]]] = {}
    for before, step, after in played_steps(COMPONENTS, record):
        change = change_by(before, step)
        own = owned[before.player]
        changes = (change.money, change.goods, change.vp, -change.new_employee)
        owned[before.player] = [have + more for have, more in zip(own, changes, strict=True)]
        if after.round > before.round:
            rounds[after.round] = [list(own) for own in owned]
    rounds[AFTER_THE_LAST] = [list(own) for own in owned]
    return rounds


def final_position(name: str) -> Position:
    """Replay a recorded game; raises InvalidRecord when it ends otherwise."""
    return replay_record(COMPONENTS, read(name))


def outcome(name: str) -> dict[str, Any]:
    """Count what the players, and Andrew, have at the end of a game, anew."""
    position = final_position(name)
    scores: dict[str, Any] = {"players": [player_vp(player) for player in position.players]}
    if position.andrew is not None:
        scores["andrew"] = andrew_vp(position)
    return scores


def differences(name: str) -> Iterator[str]:
    """Say where a game is not as it has been written down."""
    written = expected().get(name, {})
    found = outcome(name)
    if written.get("vp") != found:
        yield f"vp: written down {written.get('vp')}, counted {found}"
    books = accounts(name)
    for number, owned in written.get("rounds", {}).items():
        if books[int(number)] != owned:
            yield f"round {number}: written down {owned}, counted {books[int(number)]}"
