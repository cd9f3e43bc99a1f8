"""Records the mix of positions that the load tests ask about: ``PYTHONPATH=tests python -m load.record_mix``.

The positions are those in which players decide in random games and in games that the advisor plays against itself, by
seeds; with Andrew, and with two to four players. Only what the mix is drawn from changes when the advisor does, so it
is recorded once, for figures that can be compared.
"""

from __future__ import annotations

import gzip
import random

from google.protobuf.json_format import MessageToJson

from carnegie_server import wire
from carnegie_solver.advisor import suggest
from carnegie_solver.components import load_components
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Phase, Position, apply, legal_steps
from carnegie_solver.rules.new_game import Pool, new_game
from carnegie_solver.rules.steps import PlayAndrew
from load.mix import POSITIONS, RECORDED

TABLES = ((1, 1), (2, None), (1, 3), (3, None), (4, None))


def game(seed: int) -> list[Position]:
    """Play a game, at random for odd seeds; give the positions in which a player decided."""
    components = load_components()
    chance = random.Random(seed)
    players, level = TABLES[seed % len(TABLES)]
    pool = list(Pool)[seed % len(Pool)]
    position = new_game(components, seed, players=players, solo_level=level, pool=pool)
    positions: list[Position] = []
    while position.phase is not Phase.GAME_OVER:
        if position.andrew is not None and position.andrew.to_act:
            position = apply(components, position, PlayAndrew())
            continue
        positions.append(position)
        if seed % 2:
            position = apply(components, position, chance.choice(legal_steps(components, position)))
            continue
        for planned in suggest(components, position, limit=Limit(seconds=1.0)).lines[0].steps:
            position = apply(components, position, planned.step)
    return positions


def main() -> None:
    """Write the mix."""
    components = load_components()
    chance = random.Random(1)
    positions: list[Position] = []
    seed = 7_000
    while len(positions) < POSITIONS:
        seed += 1
        played = game(seed)
        positions.extend(chance.sample(played, min(len(played), 10)))
    lines = (
        MessageToJson(wire.position_to_message(components, position), indent=None)
        for position in positions[:POSITIONS]
    )
    # Without a time in it, so that recording the same mix gives the same file.
    with RECORDED.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        packed.write("".join(f"{line}\n" for line in lines).encode())


if __name__ == "__main__":
    main()
