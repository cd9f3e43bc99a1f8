"""EvaluatePlan judges a plan; Suggest gives as many plans as are asked for."""

from __future__ import annotations

import grpc
import pytest

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc, position_pb2, steps_pb2
from server.positions import management
from server.service_process import refused


@pytest.fixture(scope="module")
def advisor(channel: grpc.Channel) -> advisor_pb2_grpc.AdvisorServiceStub:
    return advisor_pb2_grpc.AdvisorServiceStub(channel)


def use(space: str, gain: steps_pb2.Gain.ValueType) -> steps_pb2.Step:
    return steps_pb2.Step(use_department=steps_pb2.UseDepartment(space=space, gain=gain))


def test_the_suggested_plan_has_no_gap(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    best = advisor.Suggest(advisor_pb2.SuggestRequest(position=management())).lines[0]
    steps = [planned.step for planned in best.steps]
    judged = advisor.EvaluatePlan(advisor_pb2.EvaluatePlanRequest(position=management(), steps=steps))
    assert not judged.HasField("refusal")
    assert judged.HasField("gap")
    assert (judged.gap, list(judged.term_gaps)) == (0, [])
    assert judged.line.gain == best.gain == judged.best.lines[0].gain
    assert list(judged.line.steps) == list(best.steps)


def test_doing_nothing_is_judged(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    """The gap of a poor plan is the sum of the terms in which it is behind."""
    end = steps_pb2.Step(end_turn=steps_pb2.EndTurn())
    judged = advisor.EvaluatePlan(advisor_pb2.EvaluatePlanRequest(position=management(), steps=[end]))
    assert judged.gap == judged.best.lines[0].gain - judged.line.gain > 0
    assert sum(term.gap for term in judged.term_gaps) == judged.gap == judged.line.gap
    assert judged.position_digest == judged.best.position_digest


def test_a_plan_without_steps_is_to_do_nothing(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    end = steps_pb2.Step(end_turn=steps_pb2.EndTurn())
    nothing = advisor.EvaluatePlan(advisor_pb2.EvaluatePlanRequest(position=management()))
    ended = advisor.EvaluatePlan(advisor_pb2.EvaluatePlanRequest(position=management(), steps=[end]))
    assert [planned.step for planned in nothing.line.steps] == [end]
    assert (nothing.line, nothing.gap) == (ended.line, ended.gap)


def test_nothing_cannot_be_done_where_something_has_to_be(
    advisor: advisor_pb2_grpc.AdvisorServiceStub,
) -> None:
    """A row of the timeline has to be selected: the end of the decision alone is refused."""
    selecting = position_pb2.Position(
        phase=position_pb2.PHASE_SELECT_TIMELINE, players=[position_pb2.Player(), position_pb2.Player()]
    )
    judged = advisor.EvaluatePlan(advisor_pb2.EvaluatePlanRequest(position=selecting, work_limit=0.01))
    assert (judged.refusal.index, judged.refusal.reason) == (0, "WRONG_PHASE")
    assert not judged.HasField("line")


def test_an_illegal_plan_is_an_answer(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    steps = [use("a1", steps_pb2.GAIN_MONEY), use("c1", steps_pb2.GAIN_MONEY)]
    judged = advisor.EvaluatePlan(advisor_pb2.EvaluatePlanRequest(position=management(), steps=steps))
    assert (judged.refusal.index, judged.refusal.reason, judged.refusal.path) == (1, "NO_USE_LEFT", "space")
    assert judged.refusal.found
    assert judged.refusal.allowed
    assert not judged.HasField("line")
    assert not judged.HasField("gap")
    assert judged.best.lines


def test_everything_wrong_with_a_request_is_said_at_once(
    advisor: advisor_pb2_grpc.AdvisorServiceStub,
) -> None:
    request = advisor_pb2.EvaluatePlanRequest(
        steps=[steps_pb2.Step(), use("a1", steps_pb2.GAIN_UNSPECIFIED)], work_limit=-1.0
    )
    refusal = refused(advisor.EvaluatePlan, request)
    assert refusal.code == grpc.StatusCode.INVALID_ARGUMENT
    paths = set(refusal.violations)
    assert paths == {"position", "steps[0]", "steps[1].use_department.gain", "work_limit"}


def test_several_lines(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    """Lines come in order of their gains, with the gap to the first; their number is clamped, not refused."""
    answer = advisor.Suggest(advisor_pb2.SuggestRequest(position=management(), max_lines=5))
    gains = [line.gain for line in answer.lines]
    assert len(gains) == 5
    assert gains == sorted(gains, reverse=True)
    assert [line.gap for line in answer.lines] == [gains[0] - gain for gain in gains]
    assert all(line.proved for line in answer.lines)
    assert len({line.SerializeToString(deterministic=True) for line in answer.lines}) == 5
    clamped = advisor.Suggest(advisor_pb2.SuggestRequest(position=management(), max_lines=1000))
    assert len(clamped.lines) == 10
    reasons = {(warning.reason, warning.path) for warning in clamped.warnings}
    assert (advisor_pb2.WARNING_REASON_CLAMPED, "max_lines") in reasons
    refusal = refused(advisor.Suggest, advisor_pb2.SuggestRequest(position=management(), max_lines=-1))
    assert set(refusal.violations) == {"max_lines"}
