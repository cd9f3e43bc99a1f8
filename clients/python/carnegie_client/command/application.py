"""The subcommands."""

from __future__ import annotations

import importlib.metadata
import json
import random
from typing import Annotated, NoReturn

import typer
from rich.text import Text

from carnegie.v1 import rules_pb2
from carnegie_client.advice.andrew import deeds_in_words
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.replay import replay_report
from carnegie_client.advice.report import numbered
from carnegie_client.advice.score import score_table
from carnegie_client.advice.steps import sentences, step_in_words
from carnegie_client.advice.words import phase_name
from carnegie_client.command import hand_over
from carnegie_client.command.analyze import analyze
from carnegie_client.command.bench import bench
from carnegie_client.command.chosen_service import ChosenService, asks_service
from carnegie_client.command.completion import completion
from carnegie_client.command.ending import run_and_end
from carnegie_client.command.examples import example
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.failures import Sources, explained, refuse
from carnegie_client.command.health import health
from carnegie_client.command.inputs import read_text, shown_name
from carnegie_client.command.options import (
    LARGEST_SEED,
    PATTERN_EXAMPLES,
    AsJson,
    ComponentsFile,
    Layout,
    LayoutName,
    Players,
    Pool,
    PoolName,
    PositionFile,
    Quiet,
    RecordFile,
    Seed,
    SoloLevel,
    StepsFile,
    StepsToPlay,
)
from carnegie_client.command.play import play
from carnegie_client.command.questions import evaluate, explain, suggest
from carnegie_client.command.reading import (
    canonical_form,
    read_position,
    read_record,
    read_standard_input_once,
    read_steps,
)
from carnegie_client.command.review import review
from carnegie_client.command.service import client_for
from carnegie_client.command.terminal import fail, note, print_answer, print_json

application = typer.Typer(
    name="carnegie",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
for _question in (suggest, analyze, explain):
    application.command(epilog=example(_question.__name__, PATTERN_EXAMPLES))(asks_service(_question))
application.command(epilog=example("evaluate"))(asks_service(evaluate))
application.command(epilog=example("review"))(asks_service(review))


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"carnegie {_own_version()}")
        raise typer.Exit


@application.callback()
def carnegie(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Say the version and exit.", is_eager=True, callback=_say_version),
    ] = False,
) -> None:
    """What to do in a position of the board game Carnegie."""


def _own_version() -> str:
    return importlib.metadata.version("carnegie-client")


def main() -> NoReturn:
    """Run the command with the arguments of the process, and end it with its exit code."""
    run_and_end(application)


@application.command(epilog=example("validate"))
@asks_service
def validate(
    file: PositionFile,
    *,
    service: ChosenService,
    components: ComponentsFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Check a position and list every fault."""
    read_standard_input_once(file, components)
    position, components_text = read_position(file), read_text(components)
    with explained(Sources(file, components=components)), client_for(service, quiet=quiet) as client:
        validation = client.validate(position, components=components_text)
    if as_json:
        print_json(validation)
    if validation.faults:
        refuse(file, validation.faults)
    if not as_json:
        print_answer([Text(f"{shown_name(file)} is valid; digest {validation.position_digest}")])


@application.command(epilog=example("apply"))
@asks_service
def apply(
    file: PositionFile,
    *,
    steps: StepsFile,
    service: ChosenService,
    components: ComponentsFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play steps in a position and say what each changes; with --json, print the position after them, too."""
    read_standard_input_once(file, steps, components)
    position, plan = read_position(file), read_steps(steps)
    components_text = read_text(components)
    with (
        explained(Sources(file, steps=steps, components=components)),
        client_for(service, quiet=quiet) as client,
    ):
        canonical = canonical_form(client, position, components_text)
        applied = client.apply(position, plan, components=components_text)
    if as_json:
        print_json(applied)
        return
    names = CompanyNames(canonical, canonical.player)
    digest = Text(f"The position after these steps has the digest {applied.position_digest}")
    print_answer([numbered(sentences(applied.steps, names, [phase_name(canonical.phase)])), digest])


@application.command(epilog=example("legal"))
@asks_service
def legal(
    file: PositionFile,
    *,
    service: ChosenService,
    components: ComponentsFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """List every legal step of the decision that a position waits for."""
    read_standard_input_once(file, components)
    position, components_text = read_position(file), read_text(components)
    with explained(Sources(file, components=components)), client_for(service, quiet=quiet) as client:
        canonical = canonical_form(client, position, components_text)
        listed = client.legal_steps(position, components=components_text)
    if as_json:
        print_json(listed)
    elif listed.steps:
        names = CompanyNames(canonical, listed.player)
        ended = phase_name(canonical.phase)
        print_answer([numbered([step_in_words(step, names, ended) for step in listed.steps])])
    else:
        print_answer([Text("No step is legal: the game is over.")])
    if not listed.steps:
        raise typer.Exit(ExitCode.NO_LEGAL_ACTION)


@application.command(epilog=example("score"))
@asks_service
def score(
    file: PositionFile,
    *,
    service: ChosenService,
    components: ComponentsFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Score a position as if the game ended now, line by line."""
    read_standard_input_once(file, components)
    position, components_text = read_position(file), read_text(components)
    with explained(Sources(file, components=components)), client_for(service, quiet=quiet) as client:
        scored = client.score(position, components=components_text)
    if as_json:
        print_json(scored)
    else:
        print_answer([score_table(scored)])


@application.command(epilog=example("new"))
@asks_service
def new(
    *,
    players: Players = None,
    solo: SoloLevel = None,
    seed: Seed = None,
    pool: Pool = PoolName.BASE,
    layout: Layout = LayoutName.ROWS,
    service: ChosenService,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Set up a new game and print its position as JSON."""
    if solo is not None and players not in {None, 1}:
        fail(ExitCode.USAGE, "--solo is for one player: leave --players out")
    if seed is None:
        seed = random.SystemRandom().randint(0, LARGEST_SEED)
        if not quiet:
            note(f"seed {seed}")
    tiles = rules_pb2.DepartmentPool.Value(f"DEPARTMENT_POOL_{pool.name}")
    laid = rules_pb2.TimelineLayout.Value(f"TIMELINE_LAYOUT_{layout.name}")
    with explained(), client_for(service, quiet=quiet) as client:
        game = (
            client.new_game(seed, players=players, pool=tiles, layout=laid)
            if solo is None
            else client.new_solo_game(seed, level=solo, pool=tiles, layout=laid)
        )
    print_json(game if as_json else game.position)


@application.command(epilog=example("replay"))
@asks_service
def replay(
    file: RecordFile,
    *,
    at: StepsToPlay = None,
    service: ChosenService,
    components: ComponentsFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play a recorded game again and tell it round by round; with --at, print the position after some steps."""
    read_standard_input_once(file, components)
    record, components_text = read_record(file), read_text(components)
    sources = Sources(record=file, components=components)
    with explained(sources), client_for(service, quiet=quiet) as client:
        replayed = client.replay(record, step_count=at, components=components_text)
    if as_json:
        print_json(replayed)
    elif at is not None:
        print_json(replayed.position)
    else:
        print_answer(replay_report(replayed))


@application.command(epilog=example("andrew"))
@asks_service
def andrew(
    file: PositionFile,
    *,
    service: ChosenService,
    components: ComponentsFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Have Andrew do what a position waits for, and say it; with --json, print the position after it, too."""
    read_standard_input_once(file, components)
    position, components_text = read_position(file), read_text(components)
    with explained(Sources(file, components=components)), client_for(service, quiet=quiet) as client:
        played = client.play_andrew(position, components=components_text)
    if as_json:
        print_json(played)
        return
    digest = Text(f"The position after this has the digest {played.position_digest}")
    print_answer([numbered(deeds_in_words(played.deeds)), digest])


application.command(epilog=example("play"))(asks_service(play))
application.command(epilog=example("bench"))(asks_service(bench))
hand_over.add_to(application)
application.command(epilog=example("completion"))(completion)
application.command(epilog=example("health"))(asks_service(health))


@application.command(epilog=example("version"))
@asks_service
def version(*, service: ChosenService, as_json: AsJson = False) -> None:
    """Say the version of this command; with --server, of the service and what it rests on."""
    own = _own_version()
    if service.server is None:
        typer.echo(json.dumps({"version": own}) if as_json else f"carnegie {own}")
        return
    with explained(), client_for(service, quiet=True) as client:
        information = client.info()
    if as_json:
        print_json(information)
        return
    libraries = ", ".join(f"{name} {number}" for name, number in sorted(information.library_versions.items()))
    lines = [
        f"carnegie {own}",
        f"service {information.version} at {service.server}, with {libraries}",
        f"components {information.components_digest}",
    ]
    print_answer(Text(line) for line in lines)
