"""The subcommand `play`: the solo game against Andrew at the terminal."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from carnegie.v1 import rules_pb2
from carnegie.v1.advisor_pb2 import SUGGESTION_STATUS_NO_LEGAL_ACTION
from carnegie.v1.rules_pb2 import GameRecord, RecordedSetup
from carnegie_client.advice.words import listed
from carnegie_client.call_options import QuestionOptions
from carnegie_client.client import Client
from carnegie_client.command.chosen_service import ChosenService
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.failures import Sources, explained
from carnegie_client.command.inputs import STANDARD_INPUT, read_text
from carnegie_client.command.options import (
    LARGEST_SEED,
    AndrewsLevel,
    AsJson,
    Auto,
    ComponentsFile,
    GameFile,
    GameSeed,
    LayoutName,
    NewLayout,
    NewPool,
    PoolName,
    Quiet,
    TimeLimit,
    WeightsFile,
    WorkLimit,
)
from carnegie_client.command.play_dialogue import Dialogue
from carnegie_client.command.play_saving import Saving
from carnegie_client.command.play_telling import Telling
from carnegie_client.command.service import client_for
from carnegie_client.command.terminal import fail, note, print_json_line
from carnegie_client.solo_game import NotASoloGame, SoloGame

USUAL_WORK: Final = 1.0
"""The work of a suggestion where no limit is given, so that the same seed is the same game everywhere."""

_LEAST_WORK: Final = 0.001


def play(
    *,
    seed: GameSeed = None,
    level: AndrewsLevel = None,
    pool: NewPool = None,
    layout: NewLayout = None,
    record: GameFile = None,
    auto: Auto = False,
    service: ChosenService,
    components: ComponentsFile = None,
    weights: WeightsFile = None,
    time_limit: TimeLimit = None,
    work_limit: WorkLimit = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play the solo game against Andrew, with advice whenever you want it; type `help` to see what can be typed."""
    if as_json and not auto:
        fail(ExitCode.USAGE, "--json is for --auto: it prints the score sheets at the end")
    if STANDARD_INPUT in {components, weights, record}:
        fail(ExitCode.USAGE, "the standard input is for what you type: give files")
    components_text, weights_text = read_text(components), read_text(weights)
    asked = _asked(seed, level, pool, layout)
    search: QuestionOptions = {
        "time_limit": time_limit,
        "work_limit": USUAL_WORK if time_limit is None and work_limit is None else work_limit,
        "weights": weights_text,
    }
    saving = Saving(record)
    recorded = saving.read()
    sources = Sources(record=record, components=components, weights=weights)
    with (
        explained(sources),
        client_for(service, quiet=quiet, time_limit=time_limit, until_connected=True) as client,
    ):
        if weights_text is not None:
            _check_weights(client, weights_text)
        if recorded is None:
            game = _begin(client, asked, components_text, quiet=quiet)
            saving.save(game)
        else:
            game = _continue(client, recorded, asked, record, components_text)
        telling = Telling(game, quiet=quiet, silent=auto and (quiet or as_json))
        if auto:
            _play_on(game, saving, telling, search)
            _end(game, telling, as_json=as_json)
        else:
            Dialogue(game, saving, telling, search).run()


def _check_weights(client: Client, weights: str) -> None:
    """Have the service refuse faulty weights at once, by a cheap question: they are used for suggestions only."""
    client.suggest(client.new_game(0, players=2).position, weights=weights, work_limit=_LEAST_WORK)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The setup that the options ask for; None, or unspecified, for what they leave open."""

    seed: int | None
    level: int | None
    pool: rules_pb2.DepartmentPool.ValueType
    layout: rules_pb2.TimelineLayout.ValueType

    def other_than(self, recorded: RecordedSetup) -> list[str]:
        """Give the options that ask for another game than the one recorded."""
        pool = recorded.pool or rules_pb2.DEPARTMENT_POOL_BASE
        layout = recorded.layout or rules_pb2.TIMELINE_LAYOUT_ROWS
        options = {
            "--seed": self.seed in {None, recorded.seed},
            "--level": self.level in {None, recorded.solo_level},
            "--pool": self.pool in {rules_pb2.DEPARTMENT_POOL_UNSPECIFIED, pool},
            "--layout": self.layout in {rules_pb2.TIMELINE_LAYOUT_UNSPECIFIED, layout},
        }
        return [option for option, fits in options.items() if not fits]


def _asked(seed: int | None, level: int | None, pool: PoolName | None, layout: LayoutName | None) -> _Asked:
    return _Asked(
        seed,
        level,
        rules_pb2.DepartmentPool.Value(f"DEPARTMENT_POOL_{pool.name if pool else 'UNSPECIFIED'}"),
        rules_pb2.TimelineLayout.Value(f"TIMELINE_LAYOUT_{layout.name if layout else 'UNSPECIFIED'}"),
    )


def _begin(client: Client, asked: _Asked, components: str | None, *, quiet: bool) -> SoloGame:
    seed = asked.seed
    if seed is None:
        seed = random.SystemRandom().randint(0, LARGEST_SEED)
        if not quiet:
            note(f"seed {seed}")
    return SoloGame.begin(
        client, seed, level=asked.level or 1, pool=asked.pool, layout=asked.layout, components=components
    )


def _continue(
    client: Client, recorded: GameRecord, asked: _Asked, name: str | None, components: str | None
) -> SoloGame:
    try:
        game = SoloGame.continued(client, recorded, components=components)
    except NotASoloGame as error:
        fail(ExitCode.INVALID_POSITION, f"{name}: {error}")
    if differ := asked.other_than(game.setup):
        setup = f"seed {game.setup.seed} and level {game.setup.solo_level}"
        fail(
            ExitCode.USAGE,
            f"{name} is the record of another game, with {setup}: leave {listed(differ)} out, or name a new file",
        )
    return game


def _play_on(game: SoloGame, saving: Saving, telling: Telling, search: QuestionOptions) -> None:
    """Accept every suggestion until the game is over."""
    while not game.over:
        if game.waits_for_andrew:
            telling.heading()
            deeds = game.play_andrew()
            saving.save(game)
            telling.deeds(deeds)
        else:
            suggestion = game.suggest(**search)
            if suggestion.status == SUGGESTION_STATUS_NO_LEGAL_ACTION:
                fail(ExitCode.NO_LEGAL_ACTION, "there is nothing to decide, and the game is not over")
            if not suggestion.lines:
                fail(ExitCode.LIMIT_WITHOUT_ANSWER, "a limit was reached before there was any suggestion")
            telling.heading()
            before = game.position
            made = game.accept(suggestion)
            saving.save(game)
            telling.steps(before, made)


def _end(game: SoloGame, telling: Telling, *, as_json: bool) -> None:
    score = game.score()
    if as_json:
        print_json_line(score)
    else:
        telling.score(score)
