"""Times several threads against one: ``python bench/threads.py [--positions 50] [--threads 2]``.

The same random positions of Construction with three builds are solved to proven optimality, model building left out:
by one thread; by several that take turns in a fixed order from the start (CP-SAT's interleaved search); and as in
force, by one thread that others join after `ALONE_WORK`. What is measured is the CPU time of the process, all its
threads together, as other processes may share the cores; on idle cores the wall-clock time lies between that and that
divided by the threads.
Prints a Markdown table; fails if two ways ever differ in the gain.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "solver"), str(ROOT / "tests")]

from carnegie_solver.components import load_components  # noqa: E402
from carnegie_solver.decisions import cp_sat  # noqa: E402
from carnegie_solver.decisions.construction import SETTINGS, ConstructionProgram  # noqa: E402
from carnegie_solver.limits import Limit  # noqa: E402
from carnegie_solver.rules import Position  # noqa: E402
from carnegie_solver.valuation import Outlook, load_weights  # noqa: E402
from models.construction_positions import full_position  # noqa: E402

COMPONENTS = load_components()
BUILDS = 3


def solved(position: Position, threads: int, alone: float) -> tuple[float, float, int]:
    """Solve a position; give the CPU and the wall-clock milliseconds, and the gain in centi-VP."""
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    program = ConstructionProgram(COMPONENTS, outlook, position).program
    cp_sat.ALONE_WORK = alone
    used, started = time.process_time(), time.perf_counter()
    outcome = program.solve(Limit(threads=threads), SETTINGS)
    used, taken = time.process_time() - used, time.perf_counter() - started
    assert outcome.gain == outcome.bound
    return 1e3 * used, 1e3 * taken, outcome.gain


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=50, help="how many positions")
    parser.add_argument("--threads", type=int, default=2, help="how many threads, beside one")
    arguments = parser.parse_args()
    in_force = cp_sat.ALONE_WORK
    ways = {
        "one thread": (1, in_force),
        f"{arguments.threads} threads from the start": (arguments.threads, cp_sat.LEAST_WORK),
        f"**one thread, {arguments.threads} after {in_force:g} of work (in force)**": (
            arguments.threads,
            in_force,
        ),
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    solved(full_position(COMPONENTS, -1, BUILDS), 1, in_force)
    for seed in range(arguments.positions):
        position = full_position(COMPONENTS, seed, BUILDS)
        gains = set()
        for name, (threads, alone) in ways.items():
            *pair, gain = solved(position, threads, alone)
            times[name].append((pair[0], pair[1]))
            gains.add(gain)
        if len(gains) != 1:
            raise SystemExit(f"position {seed}: gains {sorted(gains)}")
    print(f"Construction, {arguments.positions} positions, {BUILDS} builds; milliseconds.\n")
    print("| threads | CPU median | CPU p99 | wall-clock median | ratio of CPU medians |")
    print("|---|---|---|---|---|")
    rival = statistics.median(used for used, _ in times["one thread"])
    for name, pairs in times.items():
        used = sorted(pair[0] for pair in pairs)
        median = statistics.median(used)
        last_percent = used[min(len(used) - 1, len(used) * 99 // 100)]
        taken = statistics.median(pair[1] for pair in pairs)
        print(f"| {name} | {median:.1f} | {last_percent:.1f} | {taken:.1f} | {median / rival:.2f} |")


if __name__ == "__main__":
    main()
