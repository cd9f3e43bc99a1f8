"""Research and Management: the time of a whole solve for each CP-SAT setting, on the same positions in the same run.

Run it with `python bench/programs.py [POSITIONS]`; it prints a Markdown table. The ratios are to CP-SAT's default
presolve with one worker.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from pathlib import Path
from typing import Protocol

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from carnegie_solver.components import Action, Components, load_components
from carnegie_solver.decisions import management, research
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.program import Settings
from carnegie_solver.limits import UNLIMITED, Limit
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook, load_weights
from models.random_positions import counted_position


class Decision(Protocol):
    """A module that solves a decision by a program."""

    SETTINGS: Settings

    def solve(self, components: Components, outlook: Outlook, position: Position, limit: Limit) -> Answer:
        """Find the best plan."""


DEFAULT = Settings()
CANDIDATES = {
    "presolve, linearization 1 (CP-SAT's default)": DEFAULT,
    "presolve, linearization 2": Settings(linearization_level=2),
    "no presolve, linearization 0": Settings(presolve=False, linearization_level=0),
    "no presolve, linearization 1": Settings(presolve=False, linearization_level=1),
    "no presolve, linearization 2": Settings(presolve=False, linearization_level=2),
}


def milliseconds(
    decision: Decision, settings: Settings, positions: list[Position]
) -> tuple[list[float], int]:
    """Solve every position; give the sorted times, models built anew each time, and the sum of the gains."""
    components, weights = load_components(), load_weights()
    in_force = decision.SETTINGS
    decision.SETTINGS = settings
    times, gains = [], 0
    for position in positions:
        outlook = Outlook(components, weights, position.timeline)
        started = time.perf_counter()
        answer = decision.solve(components, outlook, position, UNLIMITED)
        times.append(1000 * (time.perf_counter() - started))
        gains += answer.gain
        assert answer.proved
    decision.SETTINGS = in_force
    return sorted(times), gains


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    components = load_components()
    print("| decision | setting | median ms | p99 ms | ratio of medians | in force |")
    print("|---|---|---|---|---|---|")
    for decision, action in ((research, Action.RESEARCH_AND_DEVELOPMENT), (management, Action.MANAGEMENT)):
        positions = [counted_position(components, seed, action) for seed in range(count)]
        milliseconds(decision, DEFAULT, positions[:20])
        gc.collect()
        gc.freeze()
        baseline, gains = milliseconds(decision, DEFAULT, positions)
        for name, settings in CANDIDATES.items():
            times, same = (
                (baseline, gains) if settings == DEFAULT else milliseconds(decision, settings, positions)
            )
            assert same == gains, "two settings disagree on the gain"
            ratio = statistics.median(times) / statistics.median(baseline)
            slow = times[min(len(times) - 1, int(0.99 * len(times)))]
            mark = "yes" if settings == decision.SETTINGS else ""
            label = action.name.replace("_", " ").title()
            print(
                f"| {label} | {name} | {statistics.median(times):.2f} | {slow:.1f} | {ratio:.2f} | {mark} |"
            )


if __name__ == "__main__":
    main()
