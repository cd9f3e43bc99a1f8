"""A recorded game, laid out for a reader: who did what in each round, and the score at the end."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carnegie.v1 import position_pb2
from carnegie.v1.rules_pb2 import ReplayedStep, ReplayRecordResponse, ScorePositionResponse
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.score import score_table
from carnegie_client.advice.steps import sentences
from carnegie_client.advice.words import counted, phase_name

_SETUP = (
    position_pb2.PHASE_SETUP_PLACEMENT,
    position_pb2.PHASE_SETUP_MOVES,
    position_pb2.PHASE_SETUP_STANDING_UP,
)
_INDENT = (0, 0, 0, 2)


def replay_report(replayed: ReplayRecordResponse) -> Iterator[RenderableType]:
    """Lay a game out: a heading for each round, its steps with who made them, and the score sheets at the end."""
    companies = [CompanyNames(replayed.start, player) for player in range(len(replayed.start.players))]
    for heading, steps in itertools.groupby(replayed.steps, _heading):
        yield Text(heading, style="bold")
        yield _told(steps, companies)
    played, recorded = len(replayed.steps), replayed.recorded_steps
    steps_played = counted(recorded, "step") if played == recorded else f"{played} of {recorded} steps"
    over = replayed.position.phase == position_pb2.PHASE_GAME_OVER
    state = "the game is over" if over else f"the game is in round {replayed.round}"
    yield Text(f"After {steps_played} {state}; digest {replayed.position_digest}")
    yield Text("Final score" if over else "Score as if the game ended now", style="bold")
    score = ScorePositionResponse(players=replayed.players)
    if replayed.HasField("andrew"):
        score.andrew.CopyFrom(replayed.andrew)
    yield Padding(score_table(score), _INDENT, expand=False)


def _heading(made: ReplayedStep) -> str:
    return "Setup" if made.phase in _SETUP else f"Round {made.round}"


def _told(steps: Iterable[ReplayedStep], companies: list[CompanyNames]) -> RenderableType:
    """Say the steps of a round, each player named where the turn passes."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    before = ""
    for made in steps:
        player = f"player {made.player + 1}:"
        who = "Andrew:" if made.step.step.HasField("play_andrew") else player
        (sentence,) = sentences([made.step], companies[made.player], [phase_name(made.phase)])
        grid.add_row(Text("" if who == before else who), Text(sentence))
        before = who
    return Padding(grid, _INDENT, expand=False)
