"""Times Construction: ``python bench/construction.py [--positions 100]``.

The same random positions of the game's size are solved to proven optimality in the same run, model building included,
with one worker: by the program as it is, with CP-SAT's settings in force and with its defaults, and by its rival, which
differs in the links only. The rival's connected cities are a single-commodity flow in the program
(tests/models/link_flow_program.py) instead of the smallest sets of cities found before; it too runs with both settings.
Times are the processor's; `bench/programs.py` compares more settings. The positions with five builds have a user's
Company board, for the printed Construction has three workstations. Prints a Markdown table; fails if two ways ever
differ in the gain.

A second table times whole answers of one line and of five, without Department tiles and with one to four of them.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "solver"), str(ROOT / "tests")]

from carnegie_solver.components import Components, load_components  # noqa: E402
from carnegie_solver.decisions.construction import SETTINGS, ConstructionProgram, solve  # noqa: E402
from carnegie_solver.decisions.program import Settings  # noqa: E402
from carnegie_solver.limits import UNLIMITED  # noqa: E402
from carnegie_solver.rules import Position, Step  # noqa: E402
from carnegie_solver.valuation import Outlook, load_weights  # noqa: E402
from models.construction_components import many_desks  # noqa: E402
from models.construction_positions import full_position  # noqa: E402
from models.construction_tiles import TILES, full_with_tiles  # noqa: E402
from models.link_flow_program import LinkFlowProgram  # noqa: E402

BUILDS = (1, 2, 3, 5)
DEFAULT = Settings()

Build = Callable[[Components, Outlook, Position], ConstructionProgram]


RIVAL = "links as a flow; CP-SAT's default presolve"
WAYS: dict[str, tuple[Build, Settings]] = {
    RIVAL: (LinkFlowProgram, DEFAULT),
    "links as a flow; settings in force": (LinkFlowProgram, SETTINGS),
    "CP-SAT's default presolve": (ConstructionProgram, DEFAULT),
    "**settings in force**": (ConstructionProgram, SETTINGS),
}


def solved(
    components: Components, position: Position, build: Build, parameters: Settings
) -> tuple[float, float, int]:
    """Solve a position; give the milliseconds of the whole and of building the model, and the gain in centi-VP."""
    outlook = Outlook(components, load_weights(), position.timeline)
    started = time.process_time()
    construction = build(components, outlook, position)
    built = time.process_time()
    outcome = construction.program.solve(UNLIMITED, parameters)
    steps: tuple[Step, ...] = (*construction.steps(outcome), *construction.closing.steps(outcome))
    ended = time.process_time()
    assert outcome.gain == outcome.bound, steps
    return 1e3 * (ended - started), 1e3 * (built - started), outcome.gain


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=100, help="positions for each number of builds")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first position")
    arguments = parser.parse_args()
    printed, five = load_components(), many_desks(5)
    for build, parameters in WAYS.values():
        solved(printed, full_position(printed, -1, 2), build, parameters)
    gc.collect()
    gc.freeze()
    print(f"Construction, {arguments.positions} positions per number of builds; milliseconds.\n")
    print("| builds | program | median | p99 | building | ratio of medians |")
    print("|---|---|---|---|---|---|")
    for builds in BUILDS:
        components = printed if builds <= 3 else five
        seeds = range(arguments.seed, arguments.seed + arguments.positions)
        _table(components, builds, [full_position(components, seed, builds) for seed in seeds])
    print("\nWhole answers.\n\n| tiles | lines | median | p99 | worst |\n|---|---|---|---|---|")
    seeds = range(arguments.seed, arguments.seed + arguments.positions)
    _answers(printed, "none", [full_position(printed, seed, 1 + seed % 3) for seed in seeds])
    _answers(printed, "one to four", [_with_random_tiles(printed, seed) for seed in seeds])


def _with_random_tiles(components: Components, seed: int) -> Position:
    chance = random.Random(seed)
    return full_with_tiles(components, seed, *chance.sample(TILES, chance.choice([1, 2, 3, 4])))


def _answers(components: Components, tiles: str, positions: list[Position]) -> None:
    """Print how long answers of one line and of five take."""
    for count in (1, 5):
        times = []
        for position in positions:
            outlook = Outlook(components, load_weights(), position.timeline)
            started = time.process_time()
            answer = solve(components, outlook, position, UNLIMITED, count)
            times.append(1e3 * (time.process_time() - started))
            assert all(choice.proved for choice in answer.choices)
        times.sort()
        last_percent = times[min(len(times) - 1, len(times) * 99 // 100)]
        print(
            f"| {tiles} | {count} | {statistics.median(times):.1f} | {last_percent:.1f} | {times[-1]:.1f} |",
            flush=True,
        )


def _table(components: Components, builds: int, positions: list[Position]) -> None:
    """Print the lines of one number of builds: the ways take turns on each position."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in WAYS}
    for number, position in enumerate(positions):
        gains = set()
        for name, (build, parameters) in WAYS.items():
            *pair, gain = solved(components, position, build, parameters)
            times[name].append((pair[0], pair[1]))
            gains.add(gain)
        if len(gains) != 1:
            raise SystemExit(f"{builds} builds, position {number}: gains {sorted(gains)}")
    rival = statistics.median(whole for whole, _ in times[RIVAL])
    for name, pairs in times.items():
        whole = sorted(pair[0] for pair in pairs)
        median = statistics.median(whole)
        last_percent = whole[min(len(whole) - 1, len(whole) * 99 // 100)]
        building = statistics.median(pair[1] for pair in pairs)
        ratio = f"{median / rival:.2f}"
        print(
            f"| {builds} | {name} | {median:.1f} | {last_percent:.1f} | {building:.1f} | {ratio} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
