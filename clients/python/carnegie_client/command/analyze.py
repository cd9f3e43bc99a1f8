"""The subcommand `analyze`: each better plan as it is found."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Final, Self

import typer
from rich.console import Console
from rich.progress import Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.progress_bar import ProgressBar
from rich.text import Text

from carnegie.v1.advisor_pb2 import AnalyzeResponse, SuggestResponse
from carnegie.v1.position_pb2 import Position
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.report import report
from carnegie_client.advice.steps import step_in_words
from carnegie_client.advice.words import phase_name, signed_victory_points, victory_points
from carnegie_client.command.chosen_service import ChosenService
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.failures import Sources, explained
from carnegie_client.command.inputs import read_text
from carnegie_client.command.option_names import with_options
from carnegie_client.command.options import (
    Allow,
    AsJson,
    Avoid,
    ComponentsFile,
    Explain,
    Lines,
    PositionFile,
    Quiet,
    SearchSeed,
    Threads,
    TimeLimit,
    WeightsFile,
    WorkLimit,
)
from carnegie_client.command.questions import end_by
from carnegie_client.command.reading import canonical_form, read_position, read_standard_input_once
from carnegie_client.command.service import client_for
from carnegie_client.command.terminal import print_answer, print_json_line

_BAR_WIDTH: Final = 30


def analyze(
    file: PositionFile,
    *,
    service: ChosenService,
    components: ComponentsFile = None,
    weights: WeightsFile = None,
    time_limit: TimeLimit = None,
    work_limit: WorkLimit = None,
    seed: SearchSeed = None,
    threads: Threads = None,
    lines: Lines = 1,
    explain: Explain = False,
    allow: Allow = None,
    avoid: Avoid = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say each better plan as it is found, and then the best; an interrupt ends the search with the best so far."""
    read_standard_input_once(file, components, weights)
    position = read_position(file)
    components_text, weights_text = read_text(components), read_text(weights)
    sources = Sources(file, components=components, weights=weights)
    latest: AnalyzeResponse | None = None
    found = interrupted = False
    with (
        explained(sources),
        client_for(
            service, quiet=quiet, time_limit=time_limit, threads=threads, until_connected=True
        ) as client,
    ):
        canonical = canonical_form(client, position, components_text)
        limit = time_limit or client.info().limits.max_time_limit.ToTimedelta().total_seconds()
        messages = client.analyze(
            position,
            time_limit=time_limit,
            work_limit=work_limit,
            seed=seed,
            threads=threads,
            components=components_text,
            weights=weights_text,
            max_lines=lines,
            explain=explain,
            allow=allow or (),
            avoid=avoid or (),
        )
        progress = _SearchProgress(limit if work_limit is None else None, quiet=quiet)
        try:
            with progress, contextlib.closing(_closable(messages)) as answers:
                for latest in answers:
                    with progress.aside(latest):
                        if as_json:
                            print_json_line(latest)
                        elif not latest.final:
                            found = True
                            print_answer([_found(latest.suggestion, canonical)], flush=True)
        except KeyboardInterrupt:
            interrupted = True
    if latest is None:
        raise typer.Exit(ExitCode.INTERRUPTED)
    suggestion = latest.suggestion
    if not as_json:
        restricted = bool(allow or avoid)
        if found or interrupted:
            print_answer([Text("Interrupted; the best so far:" if interrupted else "", style="bold")])
        print_answer(
            report(
                with_options(suggestion),
                canonical,
                restricted=restricted,
                explained=explain,
                interrupted=interrupted,
            )
        )
    if interrupted:
        raise typer.Exit(ExitCode.INTERRUPTED)
    end_by(suggestion)


def _closable(messages: Iterator[AnalyzeResponse]) -> Generator[AnalyzeResponse, None, None]:
    """Give the messages of a stream that is cancelled as soon as nobody wants more of them."""
    yield from messages


def _found(suggestion: SuggestResponse, position: Position) -> Text:
    """Say in one line what has been found: `+2.35 VP, at most +3.10: Sell 1 goods cube; End the turn`."""
    if not suggestion.lines:
        return Text("no plan yet")
    line = suggestion.lines[0]
    names = CompanyNames(position, suggestion.player)
    said = []
    for planned in line.steps:
        said.append(step_in_words(planned.step, names, phase_name(position.phase)))
        names.play(planned.step)
    bound = f"at most {victory_points(suggestion.bound)}"
    return Text(f"{signed_victory_points(line.gain)} VP, {bound}: {'; '.join(said)}")


class _TimeBar(ProgressColumn):
    """How much of the time for the search is over; it goes back and forth where no time is known."""

    def render(self, task: Task) -> ProgressBar:
        return ProgressBar(
            total=task.total,
            completed=min(task.elapsed or 0.0, task.total or 0.0),
            width=_BAR_WIDTH,
            pulse=task.total is None,
        )


class _SearchProgress:
    """A bar on stderr while a search goes on; nothing where that is no terminal."""

    def __init__(self, seconds: float | None, *, quiet: bool) -> None:
        console = Console(stderr=True)
        self._shown = console.is_terminal and not quiet
        # The answers on stdout are not for its console, so they are not redirected there.
        self._progress = Progress(
            TextColumn("{task.description}"),
            _TimeBar(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task("searching", total=seconds)

    def __enter__(self) -> Self:
        if self._shown:
            self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:  # otherwise its end would be an empty line
            self._progress.stop()

    @contextlib.contextmanager
    def aside(self, message: AnalyzeResponse) -> Iterator[None]:
        """Take the bar away while an answer is printed, and say the answer's gain beside it; the last one ends it."""
        if message.suggestion.lines:
            gain = signed_victory_points(message.suggestion.lines[0].gain)
            self._progress.update(self._task, description=f"best so far {gain} VP")
        if self._shown:
            self._progress.stop()
        yield
        if self._shown and not message.final:
            self._progress.start()
