"""Times the rules engine: ``python bench/rules.py [--games 60]``.

The steps of random two-player games are applied again, each to the position in which it was made, with all checks of
legality; the alternative is what an engine that changes positions in place would have to do first, `copy.deepcopy` of
the same position. Both go through the same positions in the same run, by turns. Then whole games are played, which
lists the legal steps before each one and draws one of them. Prints two Markdown tables; fails if a step applied again
ever leads elsewhere.
"""

from __future__ import annotations

import argparse
import copy
import gc
import random
import statistics
import time
from collections.abc import Callable, Iterable

from carnegie_solver.components import Components, load_components
from carnegie_solver.rules import Phase, Position, Step, apply, find_faults, legal_steps
from carnegie_solver.rules.new_game import Pool, new_game

Made = tuple[Position, Step, Position]


def random_game(components: Components, seed: int, pool: Pool) -> list[Made]:
    """Play a two-player game in which every legal step is as likely as any other."""
    chance = random.Random(seed)
    position = new_game(components, seed, players=2, pool=pool)
    made: list[Made] = []
    while position.phase is not Phase.GAME_OVER:
        step = chance.choice(legal_steps(components, position))
        after = apply(components, position, step)
        made.append((position, step, after))
        position = after
    return made


def seconds(work: Callable[[Made], object], steps: Iterable[Made]) -> float:
    """Time some work on every step."""
    started = time.perf_counter()
    for made in steps:
        work(made)
    return time.perf_counter() - started


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=60, help="games for each pool of Department tiles")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    arguments = parser.parse_args()
    components = load_components()
    random_game(components, -1, Pool.BASE)
    games: dict[Pool, list[list[Made]]] = {}
    times: dict[Pool, list[float]] = {}
    for pool in Pool:
        games[pool], times[pool] = [], []
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            started = time.perf_counter()
            games[pool].append(random_game(components, seed, pool))
            times[pool].append(time.perf_counter() - started)
    _print_rates(components, [game for pool in Pool for game in games[pool]])
    print(
        "\n| pool | games | steps a game, median | a whole game, median ms | slowest ms |\n|---|---|---|---|---|"
    )
    for pool in Pool:
        steps = statistics.median(len(game) for game in games[pool])
        median, slowest = 1e3 * statistics.median(times[pool]), 1e3 * max(times[pool])
        print(f"| {pool.name} | {len(games[pool])} | {steps:.0f} | {median:.1f} | {slowest:.1f} |")


def _print_rates(components: Components, games: list[list[Made]]) -> None:
    """Print how often each operation is done in a second, medians over the games."""

    def applied(made: Made) -> Position:
        return apply(components, made[0], made[1])

    work: dict[str, Callable[[Made], object]] = {
        "copy.deepcopy of the position": lambda made: copy.deepcopy(made[0]),
        "apply, all checks included": applied,
        "legal_steps": lambda made: legal_steps(components, made[0]),
        "find_faults": lambda made: find_faults(components, made[0]),
    }
    for game in games:
        for made in game:
            if applied(made) != made[2]:
                raise SystemExit(f"{made[1]} leads elsewhere when it is applied again")
    gc.collect()
    gc.freeze()
    per_second: dict[str, list[float]] = {name: [] for name in work}
    for game in games:
        for name, operation in work.items():
            per_second[name].append(len(game) / seconds(operation, game))
    copies = statistics.median(per_second["copy.deepcopy of the position"])
    print(f"{len(games)} random two-player games, {sum(map(len, games))} steps.\n")
    print("| operation | a second, median over the games | times as fast as the copy |\n|---|---|---|")
    for name, rates in per_second.items():
        rate = statistics.median(rates)
        print(f"| {name} | {rate:.0f} | {rate / copies:.2f} |")


if __name__ == "__main__":
    main()
