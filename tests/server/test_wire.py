"""Everything that the solver can say has its place in the contract."""

from __future__ import annotations

import pytest
from google.protobuf import json_format

from carnegie.v1 import advisor_pb2, position_pb2
from carnegie_server import wire
from carnegie_solver.advisor import DECISIONS, Notice, Suggestion
from carnegie_solver.components import load_components
from carnegie_solver.decisions.answer import Statistics
from carnegie_solver.faults import Fault
from carnegie_solver.limits import LimitReached
from carnegie_solver.rules import position_to_json
from server.positions import game_over, management, new_game


def suggestion(
    decision: str | None = "MANAGEMENT",
    status: str = "BEST_FOUND",
    limit: LimitReached | None = None,
    warnings: tuple[Notice, ...] = (),
    statistics: Statistics = Statistics("NONE"),  # noqa: B008 # immutable
) -> Suggestion:
    return Suggestion(decision, 1, status, limit, 12, (), warnings, statistics)


def message(answer: Suggestion) -> advisor_pb2.SuggestResponse:
    return wire.suggestion_to_message(answer, "digest", 0.5)


def test_every_decision_and_status_and_limit() -> None:
    decisions = {message(suggestion(decision)).decision for decision in DECISIONS}
    assert len(decisions) == len(DECISIONS)
    assert advisor_pb2.DECISION_UNSPECIFIED not in decisions
    assert message(suggestion(None)).decision == advisor_pb2.DECISION_UNSPECIFIED
    statuses = [
        message(suggestion(status=status)).status
        for status in ("PROVED_BEST", "BEST_FOUND", "NO_LEGAL_ACTION")
    ]
    assert statuses == [1, 2, 3]
    reasons = {message(suggestion(limit=limit)).limit_reason for limit in (None, *LimitReached)}
    assert reasons == set(advisor_pb2.LimitReason.values())


def test_warnings_have_paths_in_the_request() -> None:
    notices = (
        Notice("ASSUMED_COMPONENT", "company_board", "assumed"),
        Notice("DEPARTMENT_NOT_USED", "players[1].company", "not used"),
        Notice("CLAIM_REFUTED", "", "refuted"),
    )
    assert [
        (warning.reason, warning.path, warning.description)
        for warning in message(suggestion(warnings=notices)).warnings
    ] == [
        (advisor_pb2.WARNING_REASON_ASSUMED_COMPONENT, "company_board", "assumed"),
        (advisor_pb2.WARNING_REASON_DEPARTMENT_NOT_USED, "position.players[1].company", "not used"),
        (advisor_pb2.WARNING_REASON_CLAIM_REFUTED, "", "refuted"),
    ]


def test_counts_that_are_too_large_are_capped() -> None:
    statistics = message(suggestion(statistics=Statistics("CP_SAT", 1.5, 2**40, 2**31))).statistics
    assert (statistics.nodes, statistics.flows) == (2**31 - 1, 2**31 - 1)
    assert (statistics.work, statistics.method, statistics.solve_seconds) == (1.5, "CP_SAT", 0.5)


@pytest.mark.parametrize("position", [management(), game_over(), new_game()])
def test_positions_come_back_in_their_canonical_form(position: position_pb2.Position) -> None:
    components = load_components()
    read = wire.position_from_message(components, position)
    written = wire.position_to_message(components, read)
    assert json_format.MessageToDict(written) == position_to_json(components, read)
    assert wire.position_from_message(components, written) == read


@pytest.mark.parametrize(
    ("path", "expected"),
    [("", "position"), ("players[0].money", "position.players[0].money"), ("[3]", "position[3]")],
)
def test_paths(path: str, expected: str) -> None:
    assert wire.path_below("position", path) == expected
    (violation,) = wire.violations_of("position", [Fault(path, "REASON", "this", "that")])
    assert (violation.path, violation.description) == (expected, "found this, allowed that")
