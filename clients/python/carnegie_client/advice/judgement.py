"""What is to be said of a player's own plan, laid out for a reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carnegie.v1.advisor_pb2 import SUGGESTION_STATUS_PROVED_BEST, EvaluatePlanResponse, TermGap
from carnegie.v1.position_pb2 import Position
from carnegie.v1.steps_pb2 import Step
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.report import line_report, report
from carnegie_client.advice.steps import step_in_words
from carnegie_client.advice.words import (
    codes_in_words,
    phase_name,
    signed_victory_points,
    term_name,
    victory_points,
)


def judgement(
    evaluation: EvaluatePlanResponse, steps: Sequence[Step], position: Position
) -> Iterator[RenderableType]:
    """Lay the judgement of a plan out, part by part, and after it the best plan.

    Parameters
    ----------
    evaluation
        What the service says of the plan.
    steps
        The plan.
    position
        The canonical form of the position that was asked about.
    """
    if evaluation.HasField("refusal"):
        yield from _refusal(evaluation, steps, position)
    else:
        yield Text("Your plan", style="bold")
        names = CompanyNames(position, evaluation.best.player)
        yield from line_report(evaluation.line, names, phase_name(position.phase))
        yield Text()
        yield from _gap(evaluation)
    if evaluation.HasField("refusal") or evaluation.gap:
        yield Text("\nThe best plan", style="bold")
        yield from report(evaluation.best, position)


def _refusal(
    evaluation: EvaluatePlanResponse, steps: Sequence[Step], position: Position
) -> Iterator[RenderableType]:
    refusal = evaluation.refusal
    names = CompanyNames(position, evaluation.best.player)
    for step in steps[: refusal.index]:
        names.play(step)
    ended = phase_name(position.phase)
    left_out = refusal.index >= len(steps)
    said = f"the end of {ended}" if left_out else step_in_words(steps[refusal.index], names, ended)
    yield Text(f"Your plan is illegal at step {refusal.index + 1}: {said}", style="bold red")
    where = f" at {refusal.path}" if refusal.path else ""
    why = refusal.reason.replace("_", " ").capitalize()
    found, allowed = codes_in_words(refusal.found), codes_in_words(refusal.allowed)
    yield Text(f"{why}{where}: found {found}; allowed: {allowed}")


def _gap(evaluation: EvaluatePlanResponse) -> Iterator[RenderableType]:
    if evaluation.gap > 0:
        yield Text(f"The best plan gains {victory_points(evaluation.gap)} VP more:", style="yellow")
        yield term_gaps_table(evaluation.term_gaps)
    elif evaluation.gap < 0:
        yield Text(
            f"It gains {victory_points(-evaluation.gap)} VP more than the best plan found.", style="green"
        )
    elif evaluation.best.status == SUGGESTION_STATUS_PROVED_BEST:
        yield Text("No plan gains more.", style="green")
    else:
        yield Text("No plan was found that gains more; that there is none is not proved.", style="yellow")


def term_gaps_table(gaps: Iterable[TermGap]) -> RenderableType:
    """Lay out what the best plan has more in each term."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right", no_wrap=True)
    for gap in gaps:
        grid.add_row(Text(term_name(gap.name)), Text(signed_victory_points(gap.gap)))
    return Padding(grid, (0, 0, 0, 2), expand=False)
