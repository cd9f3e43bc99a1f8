"""Suggest answers with a plan that the referee accepts, or says all that is wrong with the question."""

from __future__ import annotations

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc, position_pb2, rules_pb2, rules_pb2_grpc
from carnegie_proto.strict_json import parse
from server.positions import andrews_management, game_over, management, new_game
from server.service_process import ServiceProcess, refused

EXAMPLES = Path(__file__).parents[2] / "examples" / "positions"


@pytest.fixture(scope="module")
def advisor(channel: grpc.Channel) -> advisor_pb2_grpc.AdvisorServiceStub:
    return advisor_pb2_grpc.AdvisorServiceStub(channel)


def test_a_plan_that_the_referee_accepts(
    advisor: advisor_pb2_grpc.AdvisorServiceStub, channel: grpc.Channel
) -> None:
    answer = advisor.Suggest(advisor_pb2.SuggestRequest(position=management()))
    assert answer.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
    assert answer.decision == advisor_pb2.DECISION_MANAGEMENT
    assert answer.limit_reason == advisor_pb2.LIMIT_REASON_UNSPECIFIED
    assert answer.player == 0
    (line,) = answer.lines
    assert line.gain == answer.bound == sum(term.after - term.before for term in line.terms)
    assert answer.statistics.solve_seconds > 0.0
    assert answer.statistics.read_seconds > 0.0
    assert answer.statistics.method
    reasons = {warning.reason for warning in answer.warnings}
    assert reasons <= {advisor_pb2.WARNING_REASON_ASSUMED_COMPONENT}
    rules = rules_pb2_grpc.RulesServiceStub(channel)
    steps = [planned.step for planned in line.steps]
    played = rules.ApplyPlan(rules_pb2.ApplyPlanRequest(position=management(), steps=steps))
    assert list(played.steps) == list(line.steps)
    checked = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=management()))
    assert answer.position_digest == checked.position_digest


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_example_is_answered_with_a_legal_plan(path: Path, channel: grpc.Channel) -> None:
    position = parse(position_pb2.Position, path.read_bytes())
    answer = advisor_pb2_grpc.AdvisorServiceStub(channel).Suggest(
        advisor_pb2.SuggestRequest(position=position)
    )
    (line,) = answer.lines
    assert line.gain == sum(term.after - term.before for term in line.terms) <= answer.bound
    assert (line.gain == answer.bound) == (answer.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST)
    request = rules_pb2.ApplyPlanRequest(position=position, steps=[planned.step for planned in line.steps])
    played = rules_pb2_grpc.RulesServiceStub(channel).ApplyPlan(request)
    assert list(played.steps) == list(line.steps)


def test_there_are_examples() -> None:
    assert len(list(EXAMPLES.glob("*.json"))) >= 10


def test_the_same_question_has_the_same_answer(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    answers = set()
    for _ in range(4):
        answer = advisor.Suggest(advisor_pb2.SuggestRequest(position=management()))
        answer.statistics.solve_seconds = answer.statistics.read_seconds = 0.0
        answers.add(answer.SerializeToString(deterministic=True))
    assert len(answers) == 1


def test_no_decision_is_an_answer(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    answer = advisor.Suggest(advisor_pb2.SuggestRequest(position=game_over()))
    assert answer.status == advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION
    assert answer.decision == advisor_pb2.DECISION_UNSPECIFIED
    assert not answer.lines
    assert len(answer.position_digest) == 64


def test_the_row_of_the_timeline(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    """The answer says how the round is expected to go on, and counts what the others get."""
    answer = advisor.Suggest(advisor_pb2.SuggestRequest(position=new_game(), max_lines=4))
    assert answer.decision == advisor_pb2.DECISION_TIMELINE
    assert {line.steps[0].step.WhichOneof("kind") for line in answer.lines} == {"select_timeline"}
    assert len({line.steps[0].step.select_timeline.row for line in answer.lines}) == 4
    assert all(line.steps_at_end_of_round for line in answer.lines)
    assert "opponents" in {term.name for term in answer.lines[0].terms}


def test_a_position_that_waits_for_andrew(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    error = refused(advisor.Suggest, advisor_pb2.SuggestRequest(position=andrews_management()))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "WAITS_FOR_ANDREW")


def test_everything_that_is_wrong_is_said_at_once(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    position = management()
    position.players[0].money = -3
    position.players[1].goods = -1
    request = advisor_pb2.SuggestRequest(
        position=position,
        time_limit=Duration(seconds=-1),
        work_limit=math.nan,
        components_json='{"cities": {}}',
        weights_json='{"no_weight": 1}',
    )
    error = refused(advisor.Suggest, request)
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    assert error.violations == {
        "position.players[0].money": "OUT_OF_RANGE",
        "position.players[1].goods": "OUT_OF_RANGE",
        "time_limit": "OUT_OF_RANGE",
        "work_limit": "OUT_OF_RANGE",
        "components_json.cities": "NOT_REPLACEABLE",
        "weights_json.no_weight": "UNKNOWN_FIELD",
    }
    assert "and 5 more" in error.message


def test_a_missing_position_is_a_violation(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    error = refused(advisor.Suggest, advisor_pb2.SuggestRequest())
    assert error.violations == {"position": "MISSING"}


def test_too_much_time_is_clamped_with_a_warning(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    request = advisor_pb2.SuggestRequest(position=management(), time_limit=Duration(seconds=3_600))
    answer = advisor.Suggest(request)
    clamped = [each for each in answer.warnings if each.reason == advisor_pb2.WARNING_REASON_CLAMPED]
    assert [each.path for each in clamped] == ["time_limit"]


def test_overrides_of_a_request_hold_for_it_alone(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    plain = advisor.Suggest(advisor_pb2.SuggestRequest(position=management()))
    request = advisor_pb2.SuggestRequest(position=management(), components_json="{}", weights_json="{}")
    assert advisor.Suggest(request).lines == plain.lines


def test_many_callers_at_once(service: ServiceProcess) -> None:
    start = threading.Barrier(8)

    def caller(number: int) -> set[tuple[int, int]]:
        with service.channel() as channel:
            advisor = advisor_pb2_grpc.AdvisorServiceStub(channel)
            position = management()
            position.players[0].money = number
            start.wait()
            answers = [advisor.Suggest(advisor_pb2.SuggestRequest(position=position)) for _ in range(10)]
        return {(answer.status, answer.lines[0].gain) for answer in answers}

    with ThreadPoolExecutor(8) as callers:
        for outcomes in callers.map(caller, range(8)):
            assert len(outcomes) == 1
            assert outcomes.pop()[0] == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
