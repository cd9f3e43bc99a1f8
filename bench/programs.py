"""Research, incomes, Management: the time of a whole solve for each CP-SAT setting, on the same positions in one run.

Run it with `python bench/programs.py [POSITIONS]`; it prints a Markdown table. The ratios are to CP-SAT's default
presolve with one worker. Then come the times of five lines in force, without and with tiles at work.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from carnegie_solver.components import Action, Components, load_components
from carnegie_solver.decisions import income, management, research
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.program import Settings
from carnegie_solver.limits import UNLIMITED, Limit
from carnegie_solver.rules import Position
from carnegie_solver.rules.events import INCOME_EVENTS
from carnegie_solver.valuation import Outlook, load_weights
from models.event_positions import event_positions
from models.management_positions import full_tile_position
from models.random_positions import FULL, counted_position
from models.research_positions import full_research_positions


class Decision(Protocol):
    """A module that solves a decision by a program."""

    SETTINGS: Settings

    def solve(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Find the best plan, or several."""


DEFAULT = Settings()
CANDIDATES = {
    "presolve, linearization 1 (CP-SAT's default)": DEFAULT,
    "presolve, linearization 2": Settings(linearization_level=2),
    "no presolve, linearization 0": Settings(presolve=False, linearization_level=0),
    "no presolve, linearization 1": Settings(presolve=False, linearization_level=1),
    "no presolve, linearization 2": Settings(presolve=False, linearization_level=2),
    "no presolve, linearization 1, no symmetries, no probing": management.SETTINGS,
    "presolve, linearization 2, no symmetries, no probing": management.SETTINGS_OF_FETCHING,
}


PLAIN, FETCHING, USING = "SETTINGS", "SETTINGS_OF_FETCHING", "SETTINGS_WITH_USES"
"""The names under which a decision keeps its settings: some turns have others, as those with Property Management."""

MANAGEMENT_TILES = (
    "Purchasing",
    "Sales",
    "Logistics",
    "Property Management",
    "Accounting",
    "Branding",
    "Payroll Management",
    "Public Relations",
)


@dataclass(frozen=True)
class Case:
    """What is measured: a decision, the name of its settings, positions."""

    label: str
    decision: Decision
    setting: str
    positions: list[Position]


def cases(components: Components, count: int) -> list[Case]:
    """Give what is measured, on some positions each, with Property Management on a quarter as many."""
    studied = list(without_uses(components, count))
    using = list(full_research_positions(components, 0.3, count // 4))
    managed = [counted_position(components, seed, Action.MANAGEMENT) for seed in range(count)]
    fetching = [full_tile_position(components, seed, ("Property Management",)) for seed in range(count // 4)]
    return [
        Case("Research And Development", research, PLAIN, studied),
        Case("Research And Development with tiles", research, USING, using),
        Case(
            "Income event", income, PLAIN, income_positions(components, ("Archives", "New Lobby"), 0.3, count)
        ),
        Case("Management", management, PLAIN, managed),
        Case("Management with Property Management", management, FETCHING, fetching),
    ]


def without_uses(components: Components, count: int) -> Iterator[Position]:
    """Give turns of Research and Development in which study points are all that is spent."""
    positions = (
        counted_position(components, seed, Action.RESEARCH_AND_DEVELOPMENT) for seed in range(2 * count)
    )
    plain = (position for position in positions if position.turn is not None and not position.turn.uses)
    return islice(plain, count)


def income_positions(
    components: Components, tiles: tuple[str, ...], likely: float, count: int
) -> list[Position]:
    """Give income events of all regions with tiles, each as likely as said."""
    return [
        position
        for event in INCOME_EVENTS
        for position in event_positions(
            components, event, tiles, count=count // len(INCOME_EVENTS), size=FULL, likely=likely
        )
    ]


def milliseconds(case: Case, settings: Settings | None, lines: int = 1) -> tuple[list[float], int]:
    """Solve every position; give the sorted times, models built anew each time, and the sum of the gains.

    Without settings those in force are taken.
    """
    components, weights = load_components(), load_weights()
    in_force = getattr(case.decision, case.setting)
    setattr(case.decision, case.setting, settings or in_force)
    times, gains = [], 0
    for position in case.positions:
        outlook = Outlook(components, weights, position.timeline)
        started = time.perf_counter()
        answer = case.decision.solve(components, outlook, position, UNLIMITED, lines)
        times.append(1000 * (time.perf_counter() - started))
        gains += answer.gain
        assert answer.proved
    setattr(case.decision, case.setting, in_force)
    return sorted(times), gains


def compare_settings(case: Case) -> None:
    """Print the rows of a decision."""
    warm = Case(case.label, case.decision, case.setting, case.positions[:20])
    milliseconds(warm, DEFAULT)
    gc.collect()
    gc.freeze()
    baseline, gains = milliseconds(case, DEFAULT)
    for name, settings in CANDIDATES.items():
        times, same = (baseline, gains) if settings == DEFAULT else milliseconds(case, settings)
        assert same == gains, "two settings disagree on the gain"
        ratio = statistics.median(times) / statistics.median(baseline)
        slow = times[min(len(times) - 1, int(0.99 * len(times)))]
        mark = "yes" if settings == getattr(case.decision, case.setting) else ""
        median = statistics.median(times)
        print(f"| {case.label} | {name} | {median:.2f} | {slow:.1f} | {ratio:.2f} | {mark} |")


def lines_of_management(components: Components, count: int) -> None:
    """Print what five lines of Management take, without tiles, with one to three, and with Property Management."""
    tiles = []
    for seed in range(count):
        chance = random.Random(seed)
        tiles.append(tuple(chance.sample(MANAGEMENT_TILES, chance.randint(1, 3))))
    print("\n| five lines of Management | median ms | p99 ms | worst ms |")
    print("|---|---|---|---|")
    for label, wanted in (
        ("without tiles", [()] * count),
        ("with one to three tiles", tiles),
        ("with Property Management", [("Property Management",)] * count),
    ):
        positions = [full_tile_position(components, seed, own) for seed, own in enumerate(wanted)]
        times, _ = milliseconds(Case(label, management, PLAIN, positions), None, 5)
        slow = times[min(len(times) - 1, int(0.99 * len(times)))]
        print(f"| {label} | {statistics.median(times):.2f} | {slow:.1f} | {times[-1]:.1f} |")


def lines_of_research_and_incomes(components: Components, count: int) -> None:
    """Print what five lines of Research and Development and of income events take, without and with tiles."""
    print("\n| five lines | median ms | p99 ms | worst ms |")
    print("|---|---|---|---|")
    tiles = ("Archives", "New Lobby", "Telegraph Operators")
    for case in (
        Case("Research And Development without uses", research, PLAIN, list(without_uses(components, count))),
        *(
            Case(
                f"with each tile in {likely:.0%}",
                research,
                USING,
                list(full_research_positions(components, likely, count)),
            )
            for likely in (0.25, 0.5, 1.0)
        ),
        Case("Income events without tiles", income, PLAIN, income_positions(components, (), 0, count)),
        Case(
            "with Archives, New Lobby and more", income, PLAIN, income_positions(components, tiles, 1, count)
        ),
    ):
        times, _ = milliseconds(case, None, 5)
        slow = times[min(len(times) - 1, int(0.99 * len(times)))]
        print(f"| {case.label} | {statistics.median(times):.2f} | {slow:.1f} | {times[-1]:.1f} |")


def main() -> None:
    """Print the tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    components = load_components()
    print("| decision | setting | median ms | p99 ms | ratio of medians | in force |")
    print("|---|---|---|---|---|---|")
    for case in cases(components, count):
        compare_settings(case)
    lines_of_research_and_incomes(components, count)
    lines_of_management(components, count)


if __name__ == "__main__":
    main()
