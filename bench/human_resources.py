"""Times the placement of employees against CP-SAT: ``python bench/human_resources.py``.

Both solve the same random problems of the game's size to proven optimality in the same run, one after the
other and by turns first. The rival is the whole problem as one CP-SAT model with a flow per edge and
direction and a Boolean per option (tests/models/edge_flow_model.py), one worker, default presolve, its
building included. Prints a Markdown table; fails if the two ever differ in value or steps.

A second table times whole answers, of one line and of five, on random positions of the game's size: without tiles, and
with each tile that matters staffed.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "solver"), str(ROOT / "tests")]

from carnegie_solver.components import Action, load_components  # noqa: E402
from carnegie_solver.decisions import human_resources  # noqa: E402
from carnegie_solver.decisions.placement import PlacementProblem, solve_placement  # noqa: E402
from carnegie_solver.limits import UNLIMITED  # noqa: E402
from carnegie_solver.rules import Position  # noqa: E402
from carnegie_solver.valuation import Outlook, load_weights  # noqa: E402
from models.edge_flow_model import solve_edge_flow  # noqa: E402
from models.moving_positions import STAFFED, USED, moving_position, standing_position  # noqa: E402
from models.placement_instances import full_size_problem  # noqa: E402
from models.random_positions import FULL, random_position  # noqa: E402

BUDGETS = (3, 6, 12, 24)


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--instances", type=int, default=200, help="problems for each number of moves")
    parser.add_argument("--positions", type=int, default=100, help="positions for each row of whole answers")
    parser.add_argument("--seed", type=int, default=2024, help="seed of the random problems")
    arguments = parser.parse_args()
    warm_up = full_size_problem(random.Random(0), 6)
    solve_placement(warm_up)
    solve_edge_flow(warm_up)
    # Otherwise collections look through all objects of the libraries each time, and that takes 30 ms from
    # whichever of the two methods it falls on.
    gc.collect()
    gc.freeze()
    print(f"Human Resources, {arguments.instances} problems per row, seed {arguments.seed}; milliseconds.\n")
    print("| moves | networkx median | p99 | CP-SAT median | p99 | ratio of medians | proofs by |")
    print("|---|---|---|---|---|---|---|")
    for moves in BUDGETS:
        source = random.Random(arguments.seed + moves)
        problems = [full_size_problem(source, moves) for _ in range(arguments.instances)]
        print(_row(moves, problems), flush=True)
    print(f"\nWhole answers, {arguments.positions} positions per row; milliseconds.\n")
    print("| position | one line, median | p99 | worst | five lines, median | p99 | worst |")
    print("|---|---|---|---|---|---|---|")
    components, seeds = load_components(), range(arguments.positions)
    plain = [random_position(components, seed, Action.HUMAN_RESOURCES, FULL) for seed in seeds]
    print(_answer_row("base game tiles", plain), flush=True)
    for name in (*USED, *STAFFED):
        positions = [moving_position(components, seed, (name,), FULL) for seed in seeds]
        print(_answer_row(name, positions), flush=True)
    standing = [standing_position(components, seed, FULL) for seed in seeds]
    print(_answer_row("standing up, Payroll Management", standing), flush=True)


def _answer_row(name: str, positions: list[Position]) -> str:
    """One line of the table of whole answers, in time of the processor."""
    components, weights = load_components(), load_weights()
    cells = []
    for count in (1, 5):
        times = []
        for position in positions:
            outlook = Outlook(components, weights, position.timeline)
            began = time.process_time()
            human_resources.solve(components, outlook, position, UNLIMITED, count)
            times.append(time.process_time() - began)
        cells += [*_milliseconds(times), f"{max(times) * 1e3:.1f}"]
    return f"| {name} | " + " | ".join(cells) + " |"


def _row(moves: int, problems: list[PlacementProblem]) -> str:
    """One line of the table: both methods on the same problems."""
    ours: list[float] = []
    theirs: list[float] = []
    methods: Counter[str] = Counter()
    for index, problem in enumerate(problems):
        oracle = None
        if index % 2:
            began = time.perf_counter()
            oracle = solve_edge_flow(problem)
            theirs.append(time.perf_counter() - began)
        began = time.perf_counter()
        placement = solve_placement(problem)
        ours.append(time.perf_counter() - began)
        if oracle is None:
            began = time.perf_counter()
            oracle = solve_edge_flow(problem)
            theirs.append(time.perf_counter() - began)
        if not placement.proved or (placement.value, placement.steps) != (oracle.value, oracle.steps):
            raise SystemExit(f"moves {moves}, problem {index}: {placement} but CP-SAT has {oracle}")
        methods[placement.statistics.method.value] += 1
    ratio = statistics.median(ours) / statistics.median(theirs)
    proofs = ", ".join(f"{method} {count}" for method, count in methods.most_common())
    cells = [*_milliseconds(ours), *_milliseconds(theirs), f"{ratio:.2f}", proofs]
    return f"| {moves} | " + " | ".join(cells) + " |"


def _milliseconds(seconds: list[float]) -> tuple[str, str]:
    """Median and 99th percentile."""
    ordered = sorted(seconds)
    last_percent = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"{statistics.median(ordered) * 1e3:.1f}", f"{last_percent * 1e3:.1f}"


if __name__ == "__main__":
    main()
