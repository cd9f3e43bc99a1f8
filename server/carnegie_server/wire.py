"""Conversions between the contract's messages and the solver's values, and nothing else.

Positions and steps pass through protobuf's JSON form, which the solver reads and writes itself: what is left out, what
is allowed and what things are called is known there and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable

from carnegie.v1 import advisor_pb2, position_pb2, rules_pb2, solo_pb2, steps_pb2
from carnegie_server.errors import Violation, found_and_allowed, printable
from carnegie_server.json_form import from_json, to_json
from carnegie_solver.advisor import Suggestion
from carnegie_solver.components import Components
from carnegie_solver.evaluation import Evaluation
from carnegie_solver.explanation import Binding
from carnegie_solver.faults import Fault
from carnegie_solver.limits import LimitReached
from carnegie_solver.lines import Line
from carnegie_solver.plans import PlannedStep, ResourceChange
from carnegie_solver.rules.andrew import Deed
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_json import position_from_json, position_to_json
from carnegie_solver.rules.scoring import ScoreLine, total
from carnegie_solver.rules.step_json import step_from_json, step_to_json
from carnegie_solver.rules.steps import Step

_LIMIT_REASONS = {
    None: advisor_pb2.LIMIT_REASON_UNSPECIFIED,
    LimitReached.TIME: advisor_pb2.LIMIT_REASON_TIME,
    LimitReached.WORK: advisor_pb2.LIMIT_REASON_WORK,
}
_ABOUT_THE_POSITION = (advisor_pb2.WARNING_REASON_DEPARTMENT_NOT_USED,)
"""Reasons of warnings whose path lies in the position; the others name a table, or nothing."""

_LARGEST_INT32 = 2**31 - 1


def position_from_message(components: Components, message: position_pb2.Position) -> Position:
    """Read a position; raises `InvalidPosition` with all faults."""
    return position_from_json(components, to_json(message))


def position_to_message(components: Components, position: Position) -> position_pb2.Position:
    """Write a position in its canonical form, every field filled in."""
    return from_json(position_pb2.Position, position_to_json(components, position))


def step_from_message(message: steps_pb2.Step) -> Step:
    """Read a step; raises `MalformedStep` with all faults."""
    return step_from_json(to_json(message))


def step_to_message(step: Step) -> steps_pb2.Step:
    """Write a step."""
    return from_json(steps_pb2.Step, step_to_json(step))


def planned_step_to_message(step: Step, change: ResourceChange) -> advisor_pb2.PlannedStep:
    """Write a step with what it changes."""
    return advisor_pb2.PlannedStep(
        step=step_to_message(step),
        change=advisor_pb2.ResourceChange(
            money=change.money,
            goods=change.goods,
            vp=change.vp,
            moves=change.moves,
            study_points=change.study_points,
        ),
    )


def suggestion_to_message(
    suggestion: Suggestion, digest: str, solve_seconds: float
) -> advisor_pb2.SuggestResponse:
    """Write the advisor's answer for the position with this digest."""
    statistics = suggestion.statistics
    response = advisor_pb2.SuggestResponse(
        position_digest=digest,
        player=suggestion.player,
        status=advisor_pb2.SuggestionStatus.Value(f"SUGGESTION_STATUS_{suggestion.status}"),
        limit_reason=_LIMIT_REASONS[suggestion.limit_reached],
        bound=suggestion.bound,
        lines=[_line_to_message(line, suggestion.lines[0].gain) for line in suggestion.lines],
        statistics=advisor_pb2.SearchStatistics(
            solve_seconds=solve_seconds,
            work=statistics.work,
            method=statistics.method,
            nodes=min(statistics.nodes, _LARGEST_INT32),
            flows=min(statistics.flows, _LARGEST_INT32),
        ),
    )
    if suggestion.decision is not None:
        response.decision = decision_number(suggestion.decision)
    for notice in suggestion.warnings:
        reason = advisor_pb2.WarningReason.Value(f"WARNING_REASON_{notice.reason}")
        path = path_below("position", notice.path) if reason in _ABOUT_THE_POSITION else notice.path
        response.warnings.add(reason=reason, path=path, description=notice.description)
    return response


def put_warnings_below(response: advisor_pb2.SuggestResponse, field: str) -> None:
    """Have the warnings speak of a request that holds the question in a field."""
    for warning in response.warnings:
        if warning.reason in (*_ABOUT_THE_POSITION, advisor_pb2.WARNING_REASON_CLAMPED):
            warning.path = f"{field}.{warning.path}"


def decision_number(name: str) -> advisor_pb2.Decision.ValueType:
    """Give the number of one of the solver's decisions."""
    return advisor_pb2.Decision.Value(f"DECISION_{name}")


def evaluation_to_message(
    evaluation: Evaluation, digest: str, best: advisor_pb2.SuggestResponse
) -> advisor_pb2.EvaluatePlanResponse:
    """Write what is to be said of a plan for the position with this digest, beside the advisor's own answer."""
    response = advisor_pb2.EvaluatePlanResponse(position_digest=digest, best=best)
    if evaluation.refusal is not None:
        illegal = evaluation.refusal.illegal
        response.refusal.CopyFrom(
            advisor_pb2.Refusal(
                index=evaluation.refusal.index,
                reason=illegal.reason,
                path=printable(illegal.path),
                found=printable(illegal.found),
                allowed=printable(illegal.allowed),
            )
        )
    if evaluation.line is not None:
        best_gain = evaluation.best.lines[0].gain
        response.line.CopyFrom(_line_to_message(evaluation.line, best_gain))
        response.gap = best_gain - evaluation.line.gain
        response.term_gaps.extend(
            advisor_pb2.TermGap(name=name, gap=gap) for name, gap in evaluation.term_gaps
        )
    return response


def binding_to_message(binding: Binding) -> advisor_pb2.Binding:
    """Write a means that binds a plan."""
    means = advisor_pb2.Means.Value(f"MEANS_{binding.means}")
    return advisor_pb2.Binding(means=means, gain=binding.gain, subject=binding.subject)


def _line_to_message(line: Line, best_gain: int) -> advisor_pb2.Line:
    return advisor_pb2.Line(
        steps=_planned_steps(line.steps),
        steps_at_end_of_round=_planned_steps(line.steps_at_end_of_round),
        gain=line.gain,
        gap=best_gain - line.gain,
        proved=line.proved,
        term_gaps=[advisor_pb2.TermGap(name=name, gap=gap) for name, gap in line.term_gaps],
        terms=[
            advisor_pb2.Term(name=term.name, before=term.before, after=term.after, certain=term.certain)
            for term in line.terms
        ],
    )


def _planned_steps(steps: Iterable[PlannedStep]) -> list[advisor_pb2.PlannedStep]:
    return [planned_step_to_message(planned.step, planned.change) for planned in steps]


def fault_to_message(fault: Fault) -> rules_pb2.Fault:
    """Write a fault of a position."""
    return rules_pb2.Fault(
        path=printable(fault.path),
        reason=printable(fault.reason),
        found=printable(fault.found),
        allowed=printable(fault.allowed),
    )


def score_sheet_to_message(sheet: tuple[ScoreLine, ...]) -> rules_pb2.ScoreSheet:
    """Write a score sheet with its total."""
    return rules_pb2.ScoreSheet(
        lines=[rules_pb2.ScoreLine(name=line.name, vp=line.vp) for line in sheet], total=total(sheet)
    )


def deed_to_message(deed: Deed) -> solo_pb2.Deed:
    """Write what Andrew did or failed to do."""
    return solo_pb2.Deed(
        kind=solo_pb2.DeedKind.Value(f"DEED_KIND_{deed.kind}"),
        subject=deed.subject,
        done=deed.done,
        shift=deed.shift,
    )


def violations_of(prefix: str, faults: Iterable[Fault]) -> list[Violation]:
    """Turn faults into violations of a request in whose field `prefix` they were found."""
    return [
        Violation(path_below(prefix, fault.path), fault.reason, found_and_allowed(fault.found, fault.allowed))
        for fault in faults
    ]


def path_below(prefix: str, path: str) -> str:
    """Put a path below a field, as in ``path_below("position", "players[0]") == "position.players[0]"``."""
    if not prefix or not path or path.startswith("["):
        return prefix + path
    return f"{prefix}.{path}"
