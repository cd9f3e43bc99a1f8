"""The subcommand that reviews a recorded game."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from carnegie.v1.review_pb2 import GameReview, ReviewedDecision, ReviewGameResponse
from carnegie.v1.rules_pb2 import GameRecord
from carnegie_client.advice.margin_plot import FORMATS, can_draw, margin_plot
from carnegie_client.advice.review import review_report
from carnegie_client.command.chosen_service import ChosenService
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.failures import Sources, explained
from carnegie_client.command.inputs import read_text
from carnegie_client.command.options import (
    AsJsonLines,
    ComponentsFile,
    PlotFiles,
    Quiet,
    RecordFile,
    ReviewedPlayer,
    SearchSeed,
    Threads,
    TimeLimit,
    WeightsFile,
    WorkLimit,
)
from carnegie_client.command.reading import read_record, read_standard_input_once
from carnegie_client.command.service import client_for
from carnegie_client.command.terminal import fail, print_answer, print_json_line

_DEFAULT_PLAYERS: Final = 2
"""How many players a record has that does not say."""
_MOST_WORKERS: Final = 2


def review(
    file: RecordFile,
    *,
    player: ReviewedPlayer = None,
    plot: PlotFiles = None,
    service: ChosenService,
    components: ComponentsFile = None,
    weights: WeightsFile = None,
    time_limit: TimeLimit = None,
    work_limit: WorkLimit = None,
    seed: SearchSeed = None,
    threads: Threads = None,
    as_json: AsJsonLines = False,
    quiet: Quiet = False,
) -> None:
    """Judge every decision of a player in a recorded game; the limits are those of each decision."""
    _check_plots(plot or ())
    read_standard_input_once(file, components, weights)
    record = read_record(file)
    _check_player(record, player)
    components_text, weights_text = read_text(components), read_text(weights)
    workers = min(_MOST_WORKERS, os.cpu_count() or 1)
    with (
        explained(Sources(record=file, components=components, weights=weights)),
        # Lines of JSON that go to the same terminal would break the bar.
        _progress(quiet=quiet or (as_json and sys.stdout.isatty())) as progress,
        # The progress of the review is shown in place of that of a question.
        client_for(service, quiet=True, time_limit=time_limit, threads=threads, workers=workers) as client,
    ):
        messages = client.review_game(
            record,
            player=None if player is None else player - 1,
            time_limit=time_limit,
            work_limit=work_limit,
            seed=seed,
            threads=threads,
            components=components_text,
            weights=weights_text,
        )
        decisions: list[ReviewedDecision] = []
        reviewed = GameReview()
        for message in _counted(messages, progress):
            if as_json:
                print_json_line(message)
            if message.final:
                reviewed = message.review
            else:
                decisions.append(message.decision)
        positions = {
            index: client.replay(
                record, step_count=decisions[index].first_step, components=components_text
            ).position
            for index in (() if as_json else reviewed.costliest)
        }
    if not as_json:
        print_answer(review_report(reviewed, decisions, positions))
    _draw(reviewed, decisions, plot or ())


def _check_plots(files: Iterable[str]) -> None:
    """End the command for pictures that cannot be drawn, before anything is asked."""
    for file in files:
        if _format_of(file) not in FORMATS:
            fail(ExitCode.USAGE, f"--plot {file}: the name of a picture ends with .png or .svg")
        if not can_draw():
            fail(ExitCode.USAGE, "--plot needs matplotlib: pip install 'carnegie-client[plot]'")


def _format_of(file: str) -> str:
    return Path(file).suffix.removeprefix(".").lower()


def _check_player(record: GameRecord, player: int | None) -> None:
    game = record.game
    players = game.players if game.HasField("players") else _DEFAULT_PLAYERS
    if player is not None and player > players >= 1:
        fail(ExitCode.USAGE, f"--player: found {player}; allowed: 1 to {players}, the players of the game")


def _progress(*, quiet: bool) -> Progress:
    """Give a bar on stderr; it is shown only on a terminal, and not with `quiet`."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("Reviewing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        # What is printed meanwhile is the answer, and belongs on stdout.
        redirect_stdout=False,
        redirect_stderr=False,
        disable=quiet or not console.is_terminal,
    )


def _counted(messages: Iterable[ReviewGameResponse], progress: Progress) -> Iterator[ReviewGameResponse]:
    """Give the messages, and move the bar."""
    bar = progress.add_task("", total=None)
    for message in messages:
        progress.update(bar, total=message.decision_count, advance=0 if message.final else 1)
        yield message


def _draw(reviewed: GameReview, decisions: Sequence[ReviewedDecision], files: Iterable[str]) -> None:
    for file in files:
        if not reviewed.margins:
            fail(
                ExitCode.USAGE, f"{file} is not drawn: no margin, as no round has ended or nobody else plays"
            )
        content = margin_plot(reviewed, [decisions[index] for index in reviewed.costliest], _format_of(file))
        try:
            Path(file).write_bytes(content)
        except OSError as error:
            fail(ExitCode.USAGE, f"cannot write {file}: {error.strerror or error}")
