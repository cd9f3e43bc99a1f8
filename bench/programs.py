"""The CP-SAT programs: how long whole solves take with each setting, on the same positions in one run.

Run it with `python bench/programs.py [POSITIONS]`; it prints Markdown tables. Times are the processor's, the model's
building included, for one line and for five. The settings take turns on each position, each a single change of those
in force, and CP-SAT's defaults; fails if two ever differ in the gains. Then come the times of five lines in force,
without and with tiles at work.
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

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from carnegie_solver.components import Action, Components, load_components
from carnegie_solver.decisions import construction, income, management, research
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.moving import program as moving
from carnegie_solver.decisions.program import Settings
from carnegie_solver.limits import UNLIMITED, Limit
from carnegie_solver.rules import Position
from carnegie_solver.rules.events import INCOME_EVENTS
from carnegie_solver.valuation import Outlook, load_weights
from models.construction_positions import full_position
from models.construction_tiles import TILES as CONSTRUCTION_TILES
from models.construction_tiles import full_with_tiles
from models.event_positions import event_positions
from models.management_positions import full_tile_position
from models.moving_positions import moving_position
from models.random_positions import FULL, counted_position
from models.research_positions import full_research_positions


class Decision(Protocol):
    """A module that solves a decision by a program."""

    SETTINGS: Settings

    def solve(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Find the best plan, or several."""


PLAIN, FETCHING = "SETTINGS", "SETTINGS_OF_FETCHING"
"""The names under which a decision keeps its settings: turns with Property Management have others."""
LINES = (1, 5)

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

    @property
    def in_force(self) -> Settings:
        """The settings that the decision keeps."""
        settings = getattr(self.decision, self.setting)
        assert isinstance(settings, Settings)
        return settings


def candidates(own: Settings) -> dict[str, Settings]:
    """Give the settings to compare with those in force: each a single change, and CP-SAT's defaults."""
    other = 3 - own.linearization_level
    return {
        "in force": own,
        "no presolve" if own.presolve else "presolve": replace(own, presolve=not own.presolve),
        f"linearization {other}": replace(own, linearization_level=other),
        "cuts": replace(own, cut_level=1),
        "constraints of the relaxation added lazily": replace(own, lazy_constraints=True),
        "from the line before": replace(own, from_line_before=True),
        "not ended at the line before": replace(own, to_line_before=False),
        "CP-SAT's defaults": Settings(),
    }


def cases(components: Components, count: int) -> list[Case]:
    """Give what is measured, on some positions each."""
    seeds = range(count)

    def moved(tile: str) -> list[Position]:
        return [moving_position(components, seed, (tile,), FULL) for seed in seeds]

    def built(seed: int) -> Position:
        chance = random.Random(seed)
        return full_with_tiles(
            components, seed, *chance.sample(CONSTRUCTION_TILES, chance.choice([1, 2, 3, 4]))
        )

    managed = [counted_position(components, seed, Action.MANAGEMENT) for seed in seeds]
    fetching = [full_tile_position(components, seed, ("Property Management",)) for seed in seeds]
    incomes = income_positions(components, ("Archives", "New Lobby", "Telegraph Operators"), 1, count)
    using = list(full_research_positions(components, 0.5, count))
    return [
        Case("HR Administration", moving, PLAIN, moved("Human Resources Administration")),
        Case("HR, Payroll Management", moving, PLAIN, moved("Payroll Management")),
        Case("Management", management, PLAIN, managed),
        Case("Management, Property Management", management, FETCHING, fetching),
        Case(
            "Construction",
            construction,
            PLAIN,
            [full_position(components, each, 1 + each % 3) for each in seeds],
        ),
        Case("Construction, one to four tiles", construction, PLAIN, [built(seed) for seed in seeds]),
        Case("R&D without uses", research, PLAIN, list(without_uses(components, count))),
        Case("R&D, half of the tiles", research, PLAIN, using),
        Case("income events, tiles", income, PLAIN, incomes),
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


def solved(case: Case, position: Position, settings: Settings, lines: int) -> tuple[float, list[int]]:
    """Solve a position with some settings; give the processor's milliseconds, and the gains."""
    outlook = Outlook(load_components(), load_weights(), position.timeline)
    in_force = case.in_force
    setattr(case.decision, case.setting, settings)
    try:
        started = time.process_time()
        answer = case.decision.solve(load_components(), outlook, position, UNLIMITED, lines)
        milliseconds = 1e3 * (time.process_time() - started)
    finally:
        setattr(case.decision, case.setting, in_force)
    assert all(choice.proved for choice in answer.choices)
    return milliseconds, [choice.gain for choice in answer.choices]


def compare_settings(case: Case) -> None:
    """Print the rows of a decision."""
    ways = list(candidates(case.in_force).items())
    for position in case.positions[:5]:
        solved(case, position, case.in_force, 1)
    gc.collect()
    gc.freeze()
    times: dict[tuple[str, int], list[float]] = {(name, lines): [] for name, _ in ways for lines in LINES}
    for number, position in enumerate(case.positions):
        first = number % len(ways)
        for lines in LINES:
            known: list[int] | None = None
            for name, settings in (*ways[first:], *ways[:first]):
                milliseconds, gains = solved(case, position, settings, lines)
                times[name, lines].append(milliseconds)
                assert known in (None, gains), f"{case.label} {number}: {known} and {gains}"
                known = gains
    for name, _ in ways:
        cells = " | ".join(_cells(times[name, lines]) for lines in LINES)
        print(f"| {case.label} | {name} | {cells} |", flush=True)


def _cells(times: list[float]) -> str:
    ordered = sorted(times)
    slow = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"{statistics.median(ordered):.1f} | {slow:.1f} | {ordered[-1]:.1f}"


def in_force(case: Case) -> None:
    """Print what five lines take."""
    print(
        f"| {case.label} | {_cells([solved(case, each, case.in_force, 5)[0] for each in case.positions])} |",
        flush=True,
    )


def lines_of_management(components: Components, count: int) -> None:
    """Print what five lines of Management take, without tiles, with one to three, and with Property Management."""
    tiles = []
    for seed in range(count):
        chance = random.Random(seed)
        tiles.append(tuple(chance.sample(MANAGEMENT_TILES, chance.randint(1, 3))))
    for label, wanted in (
        ("Management without tiles", [()] * count),
        ("Management with one to three tiles", tiles),
        ("Management with Property Management", [("Property Management",)] * count),
    ):
        positions = [full_tile_position(components, seed, own) for seed, own in enumerate(wanted)]
        in_force(Case(label, management, PLAIN, positions))


def lines_of_research_and_incomes(components: Components, count: int) -> None:
    """Print what five lines of Research and Development and of income events take, without and with tiles."""
    tiles = ("Archives", "New Lobby", "Telegraph Operators")
    in_force(Case("R&D without uses", research, PLAIN, list(without_uses(components, count))))
    for likely in (0.25, 0.5, 1.0):
        positions = list(full_research_positions(components, likely, count))
        in_force(Case(f"R&D with each tile in {likely:.0%}", research, PLAIN, positions))
    for label, own, likely in (("without tiles", (), 0.0), ("with Archives, New Lobby and more", tiles, 1.0)):
        incomes = income_positions(components, own, likely, count)
        in_force(Case(f"income events {label}", income, PLAIN, incomes))


def main() -> None:
    """Print the tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    components = load_components()
    print("| program | setting | one line, median | p99 | worst | five lines, median | p99 | worst |")
    print("|---|---|---|---|---|---|---|---|")
    for case in cases(components, count):
        compare_settings(case)
    print("\n| five lines in force | median | p99 | worst |\n|---|---|---|---|")
    lines_of_research_and_incomes(components, count)
    lines_of_management(components, count)


if __name__ == "__main__":
    main()
