"""Times whole answers of the advisor, five lines each: ``python bench/decisions.py [--positions 2000]``.

The positions are drawn from random games and from games that the advisor plays against itself, in all phases, with all
numbers of players, with Andrew, and with all pools of Department tiles. Prints a Markdown table by decision: how many
were answered, how many were proved best within a second, and the times. Every plan is refereed: a claim that does not
hold ends the run.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import defaultdict

from carnegie_solver.advisor import PROVED_BEST, suggest
from carnegie_solver.components import Components, load_components
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Phase, Position, apply, legal_steps
from carnegie_solver.rules.new_game import Pool, new_game
from carnegie_solver.rules.steps import PlayAndrew

TABLES = ((1, 1), (2, None), (1, 3), (3, None), (4, None))
LINES = 5


def game(components: Components, seed: int, *, advised: bool) -> list[Position]:
    """Play a game, by the advisor or at random; give the positions in which a player decided."""
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
        if advised:
            plan = suggest(components, position, limit=Limit(seconds=1.0)).lines[0]
            for planned in plan.steps:
                position = apply(components, position, planned.step)
        else:
            position = apply(components, position, chance.choice(legal_steps(components, position)))
    return positions


def sample(components: Components, count: int) -> list[Position]:
    """Draw positions, half of them from random games and half from the advisor's own."""
    chance = random.Random(0)
    positions: list[Position] = []
    seed = 0
    while len(positions) < count:
        seed += 1
        played = game(components, seed, advised=seed % 2 == 0)
        positions.extend(chance.sample(played, min(len(played), 40)))
    return positions[:count]


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=400)
    arguments = parser.parse_args()
    components = load_components()
    times: dict[str, list[float]] = defaultdict(list)
    proved: dict[str, int] = defaultdict(int)
    for position in sample(components, arguments.positions):
        started = time.perf_counter()
        answer = suggest(components, position, limit=Limit(seconds=1.0), lines=LINES, strict=True)
        times[answer.decision or ""].append(1e3 * (time.perf_counter() - started))
        proved[answer.decision or ""] += answer.status == PROVED_BEST
    print(f"| decision | positions | proved best | median ms | p99 ms | worst ms |\n|{'---|' * 6}")
    for decision in (*sorted(times), "all"):
        own = times[decision] if decision != "all" else [one for each in times.values() for one in each]
        best = proved[decision] if decision != "all" else sum(proved.values())
        p99 = sorted(own)[min(len(own) - 1, int(0.99 * len(own)))]
        print(
            f"| {decision} | {len(own)} | {100 * best / len(own):.1f} % | {statistics.median(own):.1f} |"
            f" {p99:.0f} | {max(own):.0f} |"
        )


if __name__ == "__main__":
    main()
