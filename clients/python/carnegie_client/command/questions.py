"""The subcommands that ask the advisor."""

from __future__ import annotations

import typer

from carnegie.v1 import advisor_pb2
from carnegie.v1.advisor_pb2 import SuggestResponse
from carnegie_client.advice.judgement import judgement
from carnegie_client.advice.report import report
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
    ExplainedLines,
    Lines,
    PositionFile,
    Quiet,
    SearchSeed,
    StepsFile,
    Threads,
    TimeLimit,
    WeightsFile,
    WorkLimit,
)
from carnegie_client.command.reading import (
    canonical_form,
    read_position,
    read_standard_input_once,
    read_steps,
)
from carnegie_client.command.service import client_for
from carnegie_client.command.terminal import print_answer, print_json


def suggest(
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
    """Say the best plans for the decision that a position waits for."""
    read_standard_input_once(file, components, weights)
    position = read_position(file)
    components_text, weights_text = read_text(components), read_text(weights)
    sources = Sources(file, components=components, weights=weights)
    with (
        explained(sources),
        client_for(service, quiet=quiet, time_limit=time_limit, threads=threads) as client,
    ):
        canonical = canonical_form(client, position, components_text)
        suggestion = client.suggest(
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
    if as_json:
        print_json(suggestion)
    else:
        restricted = bool(allow or avoid)
        print_answer(report(with_options(suggestion), canonical, restricted=restricted, explained=explain))
    end_by(suggestion)


def end_by(suggestion: SuggestResponse) -> None:
    """End the command with the exit code for an answer without plans; does nothing for one that has some."""
    if suggestion.status == advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION:
        raise typer.Exit(ExitCode.NO_LEGAL_ACTION)
    if not suggestion.lines:
        raise typer.Exit(ExitCode.LIMIT_WITHOUT_ANSWER)


def explain(
    file: PositionFile,
    *,
    service: ChosenService,
    components: ComponentsFile = None,
    weights: WeightsFile = None,
    time_limit: TimeLimit = None,
    work_limit: WorkLimit = None,
    seed: SearchSeed = None,
    threads: Threads = None,
    lines: ExplainedLines = 2,
    allow: Allow = None,
    avoid: Avoid = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say why the best plan is the best: its terms, what binds it, and what the next best one gives up."""
    suggest(
        file,
        service=service,
        components=components,
        weights=weights,
        time_limit=time_limit,
        work_limit=work_limit,
        seed=seed,
        threads=threads,
        lines=lines,
        explain=True,
        allow=allow,
        avoid=avoid,
        as_json=as_json,
        quiet=quiet,
    )


def evaluate(
    file: PositionFile,
    *,
    steps: StepsFile,
    service: ChosenService,
    components: ComponentsFile = None,
    weights: WeightsFile = None,
    time_limit: TimeLimit = None,
    work_limit: WorkLimit = None,
    seed: SearchSeed = None,
    threads: Threads = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Judge a plan of your own: whether it is legal, and how far it is from the best one."""
    read_standard_input_once(file, steps, components, weights)
    position, plan = read_position(file), read_steps(steps)
    components_text, weights_text = read_text(components), read_text(weights)
    sources = Sources(file, steps=steps, components=components, weights=weights)
    with (
        explained(sources),
        client_for(service, quiet=quiet, time_limit=time_limit, threads=threads) as client,
    ):
        canonical = canonical_form(client, position, components_text)
        evaluation = client.evaluate(
            position,
            plan,
            time_limit=time_limit,
            work_limit=work_limit,
            seed=seed,
            threads=threads,
            components=components_text,
            weights=weights_text,
        )
    if as_json:
        print_json(evaluation)
    else:
        evaluation.best.CopyFrom(with_options(evaluation.best))
        print_answer(judgement(evaluation, plan, canonical))
    if evaluation.HasField("refusal"):
        raise typer.Exit(ExitCode.INVALID_POSITION)
