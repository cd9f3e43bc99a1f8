"""Analyze tells each better answer, and has exactly one final message, whatever comes between."""

from __future__ import annotations

import contextlib
import threading
import time

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc, position_pb2
from server.positions import game_over, management, new_game
from server.service_process import refusal


@pytest.fixture(scope="module")
def advisor(channel: grpc.Channel) -> advisor_pb2_grpc.AdvisorServiceStub:
    return advisor_pb2_grpc.AdvisorServiceStub(channel)


def question(position: position_pb2.Position, **limits: object) -> advisor_pb2.AnalyzeRequest:
    request = advisor_pb2.AnalyzeRequest()
    request.question.position.CopyFrom(position)
    for name, value in limits.items():
        if isinstance(value, Duration):
            getattr(request.question, name).CopyFrom(value)
        else:
            setattr(request.question, name, value)
    return request


def test_the_last_message_is_the_answer(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    """Messages get better, one of them is final, and it is what Suggest says."""
    messages = list(advisor.Analyze(question(management())))
    assert [message.final for message in messages] == [False] * (len(messages) - 1) + [True]
    gains = [message.suggestion.lines[0].gain for message in messages]
    assert gains == sorted(gains)
    suggested = advisor.Suggest(advisor_pb2.SuggestRequest(position=management()))
    last = messages[-1].suggestion
    assert (last.status, last.bound) == (suggested.status, suggested.bound)
    assert list(last.lines) == list(suggested.lines)
    assert last.position_digest == suggested.position_digest


def test_with_a_limit_of_work_the_final_answer_is_that_of_suggest(
    advisor: advisor_pb2_grpc.AdvisorServiceStub,
) -> None:
    for work in (1e-6, 0.02, 5.0):
        *_, last = advisor.Analyze(question(management(), work_limit=work))
        suggested = advisor.Suggest(advisor_pb2.SuggestRequest(position=management(), work_limit=work))
        assert last.final
        assert list(last.suggestion.lines) == list(suggested.lines)
        assert last.suggestion.status == suggested.status


def test_the_final_message_is_explained(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    messages = list(advisor.Analyze(question(management(), explain=True)))
    suggested = advisor.Suggest(advisor_pb2.SuggestRequest(position=management(), explain=True))
    assert [binding.means for binding in messages[-1].suggestion.bindings]
    assert list(messages[-1].suggestion.bindings) == list(suggested.bindings)
    assert not any(message.suggestion.bindings for message in messages[:-1])


def test_a_limit_of_time_has_a_final_message(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    messages = list(advisor.Analyze(question(management(), time_limit=Duration(nanos=1))))
    assert messages[-1].final
    assert messages[-1].suggestion.lines


def test_the_end_of_the_game_has_a_final_message(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    (only,) = advisor.Analyze(question(game_over()))
    assert only.final
    assert only.suggestion.status == advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION


def test_a_refused_call_has_a_final_message_and_the_error(
    advisor: advisor_pb2_grpc.AdvisorServiceStub,
) -> None:
    """All that is wrong is in the status, with its path in the request; the final message says that it failed."""
    faulty = new_game()
    faulty.players[0].money = -1
    stream = advisor.Analyze(question(faulty, max_lines=-1))
    message = next(stream)
    assert message.final
    assert (message.failure.code, message.HasField("suggestion")) == ("INVALID_ARGUMENT", False)
    with pytest.raises(grpc.RpcError) as error:
        next(stream)
    refused = refusal(error.value)
    assert refused.code == grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {"question.position.players[0].money", "question.max_lines"}


def test_clamped_fields_are_named_within_the_request(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    *_, last = advisor.Analyze(question(management(), max_lines=100))
    clamped = [
        warning.path
        for warning in last.suggestion.warnings
        if warning.reason == advisor_pb2.WARNING_REASON_CLAMPED
    ]
    assert clamped == ["question.max_lines"]


def test_cancelled_calls_leave_the_workers_free(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    """Callers that go away at any moment hold nothing up: the next call is answered at once."""
    for number in range(20):
        stream = advisor.Analyze(question(management()))
        threading.Timer(number / 500.0, stream.cancel).start()
        with contextlib.suppress(grpc.RpcError):  # or it has come to its end before
            list(stream)
    started = time.monotonic()
    *_, last = advisor.Analyze(question(management()), timeout=10.0)
    assert last.final
    assert time.monotonic() - started < 10.0
