"""The advisor's whole answer, laid out for a reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carnegie.v1 import advisor_pb2
from carnegie.v1.advisor_pb2 import Line, SuggestResponse, Term
from carnegie.v1.position_pb2 import PHASE_EVENT, PHASE_SETUP_MOVES, PHASE_SETUP_STANDING_UP, Position
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.reasons import (
    bindings_in_words,
    gaps_in_words,
    limit_name,
    unsaid,
    warning_in_words,
)
from carnegie_client.advice.steps import TURN, sentences
from carnegie_client.advice.words import (
    decision_name,
    phase_name,
    signed_victory_points,
    term_name,
    victory_points,
)

_INDENT = (0, 0, 0, 2)
_EVENT = phase_name(PHASE_EVENT)
_ASSUMED = "Assumed, as the printed values are not known; give your own in a components file:"
_SETUP = (PHASE_SETUP_MOVES, PHASE_SETUP_STANDING_UP)


def report(
    suggestion: SuggestResponse,
    position: Position,
    *,
    restricted: bool = False,
    explained: bool = False,
    interrupted: bool = False,
) -> Iterator[RenderableType]:
    """Lay an answer out, part by part.

    Parameters
    ----------
    suggestion
        The answer.
    position
        The canonical form of the position that was asked about.
    restricted
        Whether the question had an allow or avoid list.
    explained
        Whether the question asked which means bind the plan.
    interrupted
        Whether an interrupt has ended the search, not a limit.
    """
    if suggestion.status == advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION:
        over = suggestion.decision == advisor_pb2.DECISION_UNSPECIFIED
        nothing = "There is nothing to decide: the game is over."
        yield Text(
            nothing if over else "The lists forbid every plan: something has to be done.", style="bold"
        )
    else:
        yield _headline(suggestion, position)
    for number, line in enumerate(suggestion.lines, start=1):
        yield Text()
        if len(suggestion.lines) > 1:
            yield Text(f"Plan {number}{_behind(line) if number > 1 else ''}", style="bold")
        if line.term_gaps:
            yield Text(gaps_in_words(line.term_gaps))
        yield from line_report(line, CompanyNames(position, suggestion.player), phase_name(position.phase))
    if suggestion.lines:
        yield Text()
        yield _proof(
            suggestion,
            "no legal plan that the lists permit" if restricted else "no legal plan",
            interrupted=interrupted,
        )
        if explained or suggestion.bindings:
            yield from map(Text, bindings_in_words(suggestion))
        yield from map(Text, unsaid(suggestion, interrupted=interrupted))
    yield from _warnings(suggestion.warnings)


def numbered(said: Sequence[str]) -> RenderableType:
    """Lay sentences out as a numbered list that wraps beside its numbers."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for number, sentence in enumerate(said, start=1):
        grid.add_row(Text(f"{number}."), Text(sentence))
    return Padding(grid, _INDENT, expand=False)


def _headline(suggestion: SuggestResponse, position: Position) -> Text:
    decision = decision_name(suggestion.decision)
    player = f"player {suggestion.player + 1} of {len(position.players)}"
    when = "setup" if position.phase in _SETUP else f"round {position.round}"
    return Text(f"{decision}, {player}, {when}", style="bold")


def _behind(line: Line) -> str:
    """Say how far a plan is behind the first one."""
    return f", {victory_points(line.gap)} VP less than plan 1" if line.gap else ", just as good as plan 1"


def line_report(line: Line, names: CompanyNames, ended: str) -> Iterator[RenderableType]:
    """Lay one plan out: its steps, whose end ends what `ended` says, its gain, and where that comes from."""
    yield numbered(sentences(line.steps, names, [ended]))
    later = line.steps_at_end_of_round
    if later:
        yield Text("\nLater in the round, as the plan counts on:")
        ends = sum(planned.step.HasField("end_turn") for planned in later)
        yield numbered(sentences(later, names, [_EVENT] * (ends - 1) + [TURN]))
    yield Text()
    yield Text(f"Gain: {victory_points(line.gain)} VP", style="bold")
    changed = [term for term in line.terms if term.before != term.after]
    if changed:
        yield _terms(changed, line.gain)


def _terms(terms: Sequence[Term], gain: int) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    for _ in ("before", "after", "change"):
        table.add_column(justify="right", no_wrap=True)
    table.add_column()
    table.add_row(*(Text(head, style="dim") for head in ("", "before", "after", "change", "")))
    for term in terms:
        change = signed_victory_points(term.after - term.before)
        kind = "certain" if term.certain else "estimate"
        before, after = victory_points(term.before), victory_points(term.after)
        table.add_row(*(Text(cell) for cell in (term_name(term.name), before, after, change, kind)))
    table.add_row(Text("together"), Text(), Text(), Text(signed_victory_points(gain)), Text())
    return Padding(table, _INDENT, expand=False)


def _proof(suggestion: SuggestResponse, no_plan: str, *, interrupted: bool) -> Text:
    if suggestion.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST:
        if suggestion.decision == advisor_pb2.DECISION_TIMELINE:
            said = "no other row brings more, each of its events and its turn decided for the best"
            return Text(f"Proved best: {said}.", style="green")
        return Text(f"Proved best: {no_plan} gains more.", style="green")
    if any(
        warning.reason == advisor_pb2.WARNING_REASON_DEPARTMENT_NOT_USED for warning in suggestion.warnings
    ):
        return Text("Not proved: a Department that matters is not counted, see the note.", style="yellow")
    gap = suggestion.bound - suggestion.lines[0].gain
    limit = "the interrupt" if interrupted else limit_name(suggestion.limit_reason)
    stopped = f"{limit} ended the search" if limit else "the search has no proof"
    return Text(
        f"Best found, not proved: {stopped}. {no_plan.capitalize()} gains more than "
        f"{victory_points(suggestion.bound)} VP, {victory_points(gap)} VP more than this one.",
        style="yellow",
    )


def _warnings(warnings: Iterable[advisor_pb2.Warning]) -> Iterator[RenderableType]:
    assumed: list[advisor_pb2.Warning] = []
    others: list[advisor_pb2.Warning] = []
    for warning in warnings:
        is_assumed = warning.reason == advisor_pb2.WARNING_REASON_ASSUMED_COMPONENT
        (assumed if is_assumed else others).append(warning)
    for title, some in ((_ASSUMED, assumed), ("Note:", others)):
        if some:
            yield Text(f"\n{title}")
            grid = Table.grid(padding=(0, 1))
            grid.add_column(no_wrap=True)
            grid.add_column(overflow="fold")
            for warning in some:
                grid.add_row(Text("-"), Text(warning_in_words(warning)))
            yield Padding(grid, _INDENT, expand=False)
