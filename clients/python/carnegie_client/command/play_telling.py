"""What `carnegie play` says of a game: the table, what is to be decided, steps, Andrew's deeds, the score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carnegie.v1.advisor_pb2 import (
    WARNING_REASON_ASSUMED_COMPONENT,
    EvaluatePlanResponse,
    PlannedStep,
    SuggestResponse,
)
from carnegie.v1.position_pb2 import Position
from carnegie.v1.rules_pb2 import ListLegalStepsResponse, ScorePositionResponse
from carnegie.v1.solo_pb2 import Deed
from carnegie.v1.steps_pb2 import Step
from carnegie_client.advice.andrew import deeds_in_words
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.judgement import judgement
from carnegie_client.advice.report import numbered, report
from carnegie_client.advice.score import score_table
from carnegie_client.advice.steps import sentences, step_in_words
from carnegie_client.advice.table import decision_heading, table_report
from carnegie_client.advice.words import phase_name
from carnegie_client.command.option_names import with_options
from carnegie_client.command.terminal import print_answer
from carnegie_client.solo_game import SoloGame

_INDENT = (0, 0, 0, 2)


class Telling:
    """Says on the standard output what happens in a game.

    Parameters
    ----------
    game
        The game.
    quiet
        Whether to leave out the table and the legal steps.
    silent
        Whether to say nothing but the score.
    """

    def __init__(self, game: SoloGame, *, quiet: bool, silent: bool = False) -> None:
        self._game = game
        self._quiet = quiet
        self._silent = silent
        self._assumed_said = False

    @property
    def quiet(self) -> bool:
        """Whether the table and the legal steps are left out unless they are asked for."""
        return self._quiet

    def heading(self) -> None:
        """Say what is to be decided."""
        if not self._silent:
            who = "Andrew acts. " if self._game.waits_for_andrew else ""
            print_answer([Text(f"{who}{decision_heading(self._game.position)}", style="bold")])

    def table(self) -> None:
        """Show the table."""
        if not self._silent:
            print_answer(table_report(self._game.position))

    def legal(self, listed: ListLegalStepsResponse) -> None:
        """List the legal steps: a number, the notation, and in words."""
        names = CompanyNames(self._game.position, listed.player)
        ended = phase_name(self._game.position.phase)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_column(overflow="fold", style="dim")
        for number, (step, notation) in enumerate(zip(listed.steps, listed.notations, strict=True), start=1):
            grid.add_row(Text(f"{number}"), Text(notation), Text(step_in_words(step, names, ended)))
        print_answer([Padding(grid, _INDENT, expand=False)])

    def steps(self, before: Position, steps: Iterable[PlannedStep]) -> None:
        """Say steps that the player has made, what each cost and brought, in the position before them."""
        if not self._silent:
            names = CompanyNames(before, before.player)
            print_answer([numbered(sentences(steps, names, [phase_name(before.phase)]))])

    def deeds(self, deeds: Iterable[Deed]) -> None:
        """Say one by one what Andrew did and failed to do."""
        if not self._silent:
            print_answer([numbered(deeds_in_words(deeds))])

    def suggestion(self, suggestion: SuggestResponse, *, explained: bool) -> None:
        """Say what is suggested; which tables are assumed only the first time."""
        print_answer(report(self._shortened(suggestion), self._game.position, explained=explained))

    def judged(self, evaluation: EvaluatePlanResponse, steps: Sequence[Step]) -> None:
        """Say what the steps of the decision are worth."""
        evaluation.best.CopyFrom(self._shortened(evaluation.best))
        print_answer(judgement(evaluation, steps, self._game.decision_position()))

    def score(self, score: ScorePositionResponse) -> None:
        """Show the score sheets."""
        over = self._game.over
        heading = "Final score" if over else "Score as if the game ended now"
        parts: list[RenderableType] = [
            Text(heading, style="bold"),
            Padding(score_table(score), _INDENT, expand=False),
            Text(f"The position has the digest {score.position_digest}"),
        ]
        print_answer(parts)

    def _shortened(self, suggestion: SuggestResponse) -> SuggestResponse:
        named = with_options(suggestion)
        if self._assumed_said:
            kept = [each for each in named.warnings if each.reason != WARNING_REASON_ASSUMED_COMPONENT]
            del named.warnings[:]
            named.warnings.extend(kept)
        self._assumed_said = True
        return named
