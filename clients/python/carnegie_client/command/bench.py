"""The subcommand `bench`: how long a service takes for its answers."""

from __future__ import annotations

import itertools
import json
import math
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from carnegie.v1.advisor_pb2 import SUGGESTION_STATUS_PROVED_BEST
from carnegie.v1.position_pb2 import Position
from carnegie_client.advice.words import counted
from carnegie_client.client import Client
from carnegie_client.command.chosen_service import ChosenService
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.failures import Sources, explained
from carnegie_client.command.inputs import read_text, shown_name
from carnegie_client.command.options import (
    LARGEST_SEED,
    AsJson,
    ComponentsFile,
    Quiet,
    Threads,
    TimeLimit,
    WeightsFile,
    WorkLimit,
)
from carnegie_client.command.reading import canonical_form, read_position, read_standard_input_once
from carnegie_client.command.service import client_for
from carnegie_client.command.terminal import fail, note, print_answer
from carnegie_client.errors import NoAnswerInTime

EXAMPLES: Final = Path("examples") / "positions"
"""Where the example positions are, below the current folder."""

_USUAL_CALLS: Final = 5
_MOST_CALLS: Final = 100_000
_REMEMBERED: Final = "carnegie-cache"
"""The metadata beside an answer that was not searched for."""

PositionFiles = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE]...", help=f"Positions, JSON files; left out, those in {EXAMPLES.as_posix()} here."
    ),
]
Calls = Annotated[
    int,
    typer.Option(
        "--calls", metavar="N", min=1, max=_MOST_CALLS, help="How often each position is asked about."
    ),
]
FirstSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        max=LARGEST_SEED,
        help="The seed of the first call; each has one more than the one before. Left out, one is drawn, and said.",
    ),
]


@dataclass(slots=True)
class Measured:
    """What was measured of one position, or of all.

    Attributes
    ----------
    name
        Of which.
    seconds
        How long each call took, > 0.
    proved, unanswered
        How many of them had a plan that is proved best, and no answer in time.
    remembered
        How many more calls had an answer that the service remembered; they are in none of the other figures.
    """

    name: str
    seconds: list[float] = field(default_factory=list)
    proved: int = 0
    unanswered: int = 0
    remembered: int = 0

    def add(self, other: Measured) -> None:
        """Count in what was measured elsewhere."""
        self.seconds += other.seconds
        self.proved += other.proved
        self.unanswered += other.unanswered
        self.remembered += other.remembered

    def median(self) -> float:
        """Give the median in milliseconds."""
        return 1000 * statistics.median(self.seconds)

    def slowest_hundredth(self) -> float:
        """Give the 99th percentile in milliseconds: of the times in order the one at 99 %, rounded up."""
        return 1000 * sorted(self.seconds)[math.ceil(0.99 * len(self.seconds)) - 1]

    def calls_a_second(self) -> float:
        """Give how many calls, one after the other, a second has."""
        return len(self.seconds) / sum(self.seconds)

    def proved_share(self) -> float:
        """Give the share of the answers that are proved best, from 0 to 1."""
        return self.proved / len(self.seconds)

    def to_json(self) -> str:
        """Give it as one line of JSON."""
        return json.dumps(
            {
                "position": self.name,
                "calls": len(self.seconds),
                "medianMilliseconds": round(self.median(), 3) if self.seconds else None,
                "p99Milliseconds": round(self.slowest_hundredth(), 3) if self.seconds else None,
                "callsPerSecond": round(self.calls_a_second(), 3) if self.seconds else None,
                "provedShare": round(self.proved_share(), 4) if self.seconds else None,
                "unanswered": self.unanswered,
                "remembered": self.remembered,
            }
        )


def bench(
    files: PositionFiles = None,
    *,
    calls: Calls = _USUAL_CALLS,
    seed: FirstSeed = None,
    service: ChosenService,
    components: ComponentsFile = None,
    weights: WeightsFile = None,
    time_limit: TimeLimit = None,
    work_limit: WorkLimit = None,
    threads: Threads = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Time the answers of a service, one call after the other, each with another seed so that none is remembered."""
    named = files or [path.as_posix() for path in sorted(EXAMPLES.glob("*.json"))]
    if not named:
        fail(ExitCode.USAGE, f"there are no positions in {EXAMPLES.as_posix()} here: name some")
    read_standard_input_once(*named, components, weights)
    positions = [(name, read_position(name)) for name in named]
    components_text, weights_text = read_text(components), read_text(weights)
    # Another one each time: a service that runs on remembers the answers of the last time.
    # Every call has a seed of its own, also where a position is given twice.
    last_first = LARGEST_SEED + 1 - calls * len(positions)
    if (seed or 0) > last_first:
        fail(
            ExitCode.USAGE,
            f"--seed: found {seed or 0}; allowed: 0 to {last_first}, for each of the calls has another",
        )
    first = random.SystemRandom().randint(0, last_first) if seed is None else seed
    seeds = itertools.count(first)
    if seed is None and not quiet:
        note(f"seed {first}")
    every = Measured("all")
    measured: list[Measured] = []

    def ask(client: Client, position: Position, seed: int, times: Measured) -> None:
        said: dict[str, str] = {}
        proved = unanswered = False
        begun = time.perf_counter()
        try:
            answer = client.suggest(
                position,
                on_metadata=said.update,
                time_limit=time_limit,
                work_limit=work_limit,
                seed=seed,
                threads=threads,
                components=components_text,
                weights=weights_text,
            )
            proved = answer.status == SUGGESTION_STATUS_PROVED_BEST
        except NoAnswerInTime:
            unanswered = True
        seconds = time.perf_counter() - begun
        if _REMEMBERED in said:
            times.remembered += 1
            return
        times.seconds.append(seconds)
        times.proved += proved
        times.unanswered += unanswered

    sources = Sources(components=components, weights=weights)
    with (
        explained(sources),
        client_for(service, quiet=quiet, time_limit=time_limit, threads=threads) as client,
    ):
        for name, position in positions:
            sources.position = name
            canonical_form(client, position, components_text)  # which also opens the connection
            times = Measured(shown_name(name))
            for _ in range(calls):
                ask(client, position, next(seeds), times)
            measured.append(times)
            every.add(times)
            if as_json:
                sys.stdout.write(times.to_json() + "\n")
                sys.stdout.flush()
    if as_json:
        sys.stdout.write(every.to_json() + "\n")
    else:
        print_answer([_table([*measured, every])])
    if every.remembered and not quiet:
        remembered = counted(every.remembered, "answer")
        note(f"{remembered} remembered by the service, and in no other figure: give another --seed")


def _table(rows: list[Measured]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    heads = ("calls", "median ms", "p99 ms", "calls/s", "proved", "no answer", "remembered")
    for _ in heads:
        table.add_column(justify="right", no_wrap=True)
    table.add_row(*(Text(head, style="dim") for head in ("", *heads)))
    for row in rows:
        cells = (
            row.name,
            f"{len(row.seconds)}",
            *(
                (
                    f"{row.median():.1f}",
                    f"{row.slowest_hundredth():.1f}",
                    f"{row.calls_a_second():.1f}",
                    f"{100 * row.proved_share():.0f} %",
                )
                if row.seconds
                else ("-",) * 4
            ),
            f"{row.unanswered}",
            f"{row.remembered}",
        )
        table.add_row(*map(Text, cells))
    return table
