"""Times Construction: ``python bench/construction.py [--positions 100]``.

The same random positions of the game's size are solved to proven optimality in the same run, model building included,
with one worker: by the program as it is with several CP-SAT settings, and by its rival, which differs in the links
only. Its connected cities are a single-commodity flow in the program (tests/models/link_flow_program.py) instead of
the smallest sets of cities found before; it runs with CP-SAT's default presolve. The positions with five builds have
a user's Company board, for the printed Construction has three workstations. Prints a Markdown table; fails if two
ways ever differ in the gain.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "solver"), str(ROOT / "tests")]

from carnegie_solver.components import Components, load_components  # noqa: E402
from carnegie_solver.decisions.construction import SETTINGS, ConstructionProgram  # noqa: E402
from carnegie_solver.decisions.program import Settings  # noqa: E402
from carnegie_solver.limits import UNLIMITED  # noqa: E402
from carnegie_solver.rules import Position, Step  # noqa: E402
from carnegie_solver.valuation import Outlook, load_weights  # noqa: E402
from models.construction_components import many_desks  # noqa: E402
from models.construction_positions import full_position  # noqa: E402
from models.link_flow_program import LinkFlowProgram  # noqa: E402

BUILDS = (1, 2, 3, 5)
DEFAULT = Settings()

Build = Callable[[Components, Outlook, Position], ConstructionProgram]

RIVAL = "links as a flow; CP-SAT's default presolve"
WAYS: dict[str, tuple[Build, Settings]] = {
    RIVAL: (LinkFlowProgram, DEFAULT),
    "links as a flow; no presolve, linearization 2, no probing": (LinkFlowProgram, SETTINGS),
    "CP-SAT's default presolve": (ConstructionProgram, DEFAULT),
    "presolve, linearization 2, no probing": (
        ConstructionProgram,
        Settings(presolve=True, linearization_level=2, symmetry_level=0, probing_level=0),
    ),
    "no presolve, linearization 1": (ConstructionProgram, Settings(presolve=False)),
    "no presolve, linearization 1, no probing": (
        ConstructionProgram,
        Settings(presolve=False, linearization_level=1, symmetry_level=0, probing_level=0),
    ),
    "no presolve, linearization 2": (ConstructionProgram, Settings(presolve=False, linearization_level=2)),
    "**no presolve, linearization 2, no probing (in force)**": (ConstructionProgram, SETTINGS),
}


def solved(
    components: Components, position: Position, build: Build, settings: Settings
) -> tuple[float, float, int]:
    """Solve a position; give the milliseconds of the whole and of building the model, and the gain in centi-VP."""
    outlook = Outlook(components, load_weights(), position.timeline)
    started = time.perf_counter()
    construction = build(components, outlook, position)
    built = time.perf_counter()
    outcome = construction.program.solve(UNLIMITED, settings)
    steps: tuple[Step, ...] = (*construction.steps(outcome), *construction.closing.steps(outcome))
    ended = time.perf_counter()
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
    for build, settings in WAYS.values():
        solved(printed, full_position(printed, -1, 2), build, settings)
    gc.collect()
    gc.freeze()
    print(f"Construction, {arguments.positions} positions per number of builds; milliseconds.\n")
    print("| builds | program | median | p99 | building | ratio of medians |")
    print("|---|---|---|---|---|---|")
    for builds in BUILDS:
        components = printed if builds <= 3 else five
        seeds = range(arguments.seed, arguments.seed + arguments.positions)
        _table(components, builds, [full_position(components, seed, builds) for seed in seeds])


def _table(components: Components, builds: int, positions: list[Position]) -> None:
    """Print the lines of one number of builds: the ways take turns on each position."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in WAYS}
    for number, position in enumerate(positions):
        gains = set()
        for name, (build, settings) in WAYS.items():
            *pair, gain = solved(components, position, build, settings)
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
