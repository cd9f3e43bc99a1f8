"""The review of a game, laid out for a reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carnegie.v1 import advisor_pb2, position_pb2
from carnegie.v1.advisor_pb2 import Line
from carnegie.v1.position_pb2 import Position
from carnegie.v1.review_pb2 import ExpectedMargin, GameReview, ReviewedDecision
from carnegie.v1.rules_pb2 import ScorePositionResponse
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.judgement import term_gaps_table
from carnegie_client.advice.report import numbered
from carnegie_client.advice.score import score_table
from carnegie_client.advice.steps import sentences
from carnegie_client.advice.words import (
    counted,
    decision_name,
    phase_name,
    signed_victory_points,
    victory_points,
)

_INDENT = (0, 0, 0, 2)
_SETUP = (
    position_pb2.PHASE_SETUP_PLACEMENT,
    position_pb2.PHASE_SETUP_MOVES,
    position_pb2.PHASE_SETUP_STANDING_UP,
)


def review_report(
    review: GameReview, decisions: Sequence[ReviewedDecision], positions: Mapping[int, Position]
) -> Iterator[RenderableType]:
    """Lay a review out: every decision with its gap, the costliest ones in full, the margin by round, the score.

    Parameters
    ----------
    review
        What is said of the game as a whole.
    decisions
        All decisions, in order.
    positions
        The positions that waited for the costliest ones, by index.
    """
    yield Text(f"The decisions of player {review.player + 1}", style="bold")
    yield _decisions(decisions)
    together = f"Together the best plans would have gained {victory_points(review.gap_sum)} VP more"
    unjudged = f"; {counted(review.unjudged, 'decision')} could not be judged" if review.unjudged else ""
    yield Text(f"{together}, each by itself{unjudged}.")
    for place, index in enumerate(review.costliest, start=1):
        yield Text()
        yield from _costly(place, decisions[index], positions[index], review.player)
    if review.margins:
        other = "Andrew" if review.HasField("andrew") else "the best other player"
        yield Text(f"\nExpected final margin to {other}, in VP", style="bold")
        yield _margins(review.margins)
    yield Text("\nFinal score" if review.game_over else "\nScore as if the game ended now", style="bold")
    score = ScorePositionResponse(players=review.players)
    if review.HasField("andrew"):
        score.andrew.CopyFrom(review.andrew)
    yield Padding(score_table(score), _INDENT, expand=False)


def _decisions(decisions: Sequence[ReviewedDecision]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for right in (True, False, False, True):
        table.add_column(justify="right" if right else "left", no_wrap=True)
    table.add_column()
    table.add_row(*(Text(head, style="dim") for head in ("step", "when", "decision", "VP lost", "")))
    for decision in decisions:
        gap = victory_points(decision.evaluation.gap) if decision.HasField("evaluation") else ""
        cells = (
            str(decision.first_step),
            _when(decision),
            decision_name(decision.decision),
            gap,
            _how(decision),
        )
        table.add_row(*map(Text, cells))
    return Padding(table, _INDENT, expand=False)


def _when(decision: ReviewedDecision) -> str:
    return "setup" if decision.phase in _SETUP else f"round {decision.round}"


def _how(decision: ReviewedDecision) -> str:
    """Say how sure a gap is, where it is not that of a proof."""
    if decision.forced:
        return "no choice"
    if decision.HasField("failure"):
        return f"not judged: {decision.failure.message}"
    proved = decision.evaluation.best.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
    return "" if proved else "not proved"


def _costly(
    place: int, decision: ReviewedDecision, position: Position, player: int
) -> Iterator[RenderableType]:
    evaluation = decision.evaluation
    what = f"{decision_name(decision.decision)}, {_when(decision)}, step {decision.first_step}"
    yield Text(f"Costliest move {place}: {what}: {victory_points(evaluation.gap)} VP", style="bold")
    yield Text("Played:")
    yield _steps(evaluation.line, CompanyNames(position, player), decision)
    yield Text("Best:" if not _how(decision) else "Best found:")
    yield _steps(evaluation.best.lines[0], CompanyNames(position, player), decision)
    yield Text("What the best has more:")
    yield term_gaps_table(evaluation.term_gaps)


def _steps(line: Line, names: CompanyNames, decision: ReviewedDecision) -> RenderableType:
    return numbered(sentences(line.steps, names, [phase_name(decision.phase)]))


def _margins(margins: Sequence[ExpectedMargin]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for _ in ("round", "margin", "error"):
        table.add_column(justify="right", no_wrap=True)
    table.add_row(*(Text(head, style="dim") for head in ("round", "margin", "typical error")))
    for margin in margins:
        cells = (
            str(margin.round),
            signed_victory_points(margin.margin),
            victory_points(margin.typical_error),
        )
        table.add_row(*map(Text, cells))
    return Padding(table, _INDENT, expand=False)
