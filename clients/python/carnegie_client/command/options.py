"""The arguments and options that subcommands share."""

from __future__ import annotations

import enum
import math
from typing import Annotated, Final

import typer

from carnegie.v1.advisor_pb2 import StepPattern
from carnegie_client.command.patterns import read_pattern

LARGEST_SEED: Final = 2**31 - 1
MOST_THREADS: Final = 64
PATTERN_EXAMPLES: Final = (
    "Patterns: build_project:region=EAST, city=Chicago,type=HOUSING, space=b2, sell_goods; "
    "docs/command.md explains them."
)
"""A long word is cut in the narrow column of an option's help, but not below it."""


def _positive(value: float | None) -> float | None:
    if value is not None and not (math.isfinite(value) and value > 0):
        raise typer.BadParameter(f"{value} is not a number above 0")
    return value


def _seconds(value: float | None) -> float | None:
    if value is not None and not 0.001 <= value <= 3600:
        raise typer.BadParameter(f"{value} is not from 0.001 to 3600")
    return value


PositionFile = Annotated[
    str, typer.Argument(metavar="FILE", help="The position, a JSON file; - for the standard input.")
]
RecordFile = Annotated[
    str, typer.Argument(metavar="RECORD", help="The recorded game, a JSON file; - for the standard input.")
]
StepsToPlay = Annotated[
    int | None,
    typer.Option(
        "--at",
        metavar="N",
        min=0,
        max=LARGEST_SEED,
        help="Play the first N steps only, and print the position after them as JSON.",
    ),
]
StepsFile = Annotated[
    str,
    typer.Option(
        "--steps",
        metavar="FILE",
        help="The steps, a JSON file with a list of them; - for the standard input. None is to do nothing: [].",
    ),
]
Lines = Annotated[
    int,
    typer.Option(
        "--lines", metavar="N", min=1, max=10, help="How many plans to give, no two with the same outcome."
    ),
]
ExplainedLines = Annotated[
    int,
    typer.Option(
        "--lines",
        metavar="N",
        min=1,
        max=10,
        help="How many plans to give: the best, and those that it is set beside.",
    ),
]
Explain = Annotated[
    bool,
    typer.Option(
        "--explain",
        help="Say which of your means bind the plan: money, goods cubes, workstations and others.",
    ),
]
Allow = Annotated[
    list[StepPattern] | None,
    typer.Option(
        "--allow",
        metavar="PATTERN",
        parser=read_pattern,
        help="Allow only steps that a pattern matches (examples below); may be repeated.",
    ),
]
Avoid = Annotated[
    list[StepPattern] | None,
    typer.Option(
        "--avoid",
        metavar="PATTERN",
        parser=read_pattern,
        help="Avoid steps that a pattern matches (examples below); may be repeated.",
    ),
]
ComponentsFile = Annotated[
    str | None,
    typer.Option(
        "--components", metavar="FILE", help="A JSON file with component tables that replace assumed ones."
    ),
]
WeightsFile = Annotated[
    str | None,
    typer.Option(
        "--weights", metavar="FILE", help="A JSON file with valuation weights that replace the default ones."
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        callback=_seconds,
        help="Time for the search, from 0.001 to 3600 seconds; left out, the service's own limit, "
        "or in play a work of 1.",
    ),
]
WorkLimit = Annotated[
    float | None,
    typer.Option(
        "--work-limit",
        "--work",
        metavar="WORK",
        callback=_positive,
        help="Deterministic work for the answer: the same work gives the same answer on any machine.",
    ),
]
SearchSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        max=LARGEST_SEED,
        help="Decides ties and the order of the search; left out, 0.",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", metavar="N", min=1, max=MOST_THREADS, help="Threads of the search; left out, 1."
    ),
]


class PoolName(enum.Enum):
    """The Department tiles that a game is played with."""

    BASE = "base"
    EXPANSION = "expansion"
    ONE_OF_EACH = "one-of-each"


class LayoutName(enum.Enum):
    """How the timeline tiles are laid."""

    ROWS = "rows"
    COLUMNS = "columns"


Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", min=1, max=4, help="How many players, 1 to 4; left out, 2."),
]
SoloLevel = Annotated[
    int | None,
    typer.Option(
        "--solo", metavar="LEVEL", min=1, max=4, help="One player against Andrew, of a level from 1 to 4."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        max=LARGEST_SEED,
        help="The seed: the same one gives the same game. Left out, one is drawn, and said on stderr.",
    ),
]
GameSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        max=LARGEST_SEED,
        help="The seed of a new game: the same one gives the same game. Left out, one is drawn, and said.",
    ),
]
AndrewsLevel = Annotated[
    int | None,
    typer.Option(
        "--level",
        metavar="LEVEL",
        min=1,
        max=4,
        help="How strong Andrew is in a new game, 1 to 4; left out, 1.",
    ),
]
NewPool = Annotated[PoolName | None, typer.Option("--pool", help="The Department tiles; left out, base.")]
NewLayout = Annotated[
    LayoutName | None, typer.Option("--layout", help="How the timeline tiles are laid; left out, rows.")
]
GameFile = Annotated[
    str | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help="Where the game is recorded after every step; a record that is there already is continued.",
    ),
]
Auto = Annotated[
    bool, typer.Option("--auto", help="Accept every suggestion until the end of the game, and ask nothing.")
]
Pool = Annotated[PoolName, typer.Option("--pool", help="The Department tiles.")]
Layout = Annotated[LayoutName, typer.Option("--layout", help="How the timeline tiles are laid.")]
ReviewedPlayer = Annotated[
    int | None,
    typer.Option(
        "--player", metavar="N", min=1, max=4, help="Whose decisions to judge; left out, those of player 1."
    ),
]
PlotFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Draw the expected final margin by round to a file, .png or .svg; may be repeated.",
    ),
]
AsJsonLines = Annotated[
    bool,
    typer.Option("--json", help="Print each message of the service as JSON on a line, and nothing else."),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the service's response as JSON and nothing else.")
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Show no progress, and in play no table and no list of steps.")
]
