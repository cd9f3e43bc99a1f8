"""A busy service is asked again when it says, as far as the deadline allows; whose time is over is told apart."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from google.rpc import code_pb2

from carnegie.v1 import info_pb2
from carnegie_client import CallFailed, DeadlinePassed, NoAnswerInTime, ServiceBusy
from clients.both_clients import Connect
from clients.fake_service import BUSY, FakeService, Refusal, refusal


def busy(seconds: float | None, pushback: str | None = None) -> Refusal:
    return refusal(
        code_pb2.RESOURCE_EXHAUSTED,
        "the queue is full",
        reason="BUSY",
        retry_seconds=seconds,
        pushback=pushback,
    )


CANCELLED = refusal(code_pb2.CANCELLED, "the server stops")


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService() as service:
        service.information = info_pb2.GetInfoResponse(limits=info_pb2.Limits(max_request_bytes=1 << 20))
        yield service


@pytest.mark.parametrize("refused", [busy(0.2), busy(None, "200"), busy(0.2, "9000")])
def test_a_busy_service_is_asked_again_when_it_says(
    fake: FakeService, connect: Connect, refused: Refusal
) -> None:
    fake.refusals = [refused, refused]
    with connect(fake.address) as client:
        started = time.monotonic()
        client.validate({})
    assert 0.4 <= time.monotonic() - started < 2.0
    assert len(fake.requests) == 3
    assert len({headers["x-request-id"] for headers in fake.headers}) == 1


def test_so_it_is_with_a_stream(fake: FakeService, connect: Connect) -> None:
    fake.refusals = [busy(0.1)]
    with connect(fake.address) as client:
        assert [answer.final for answer in client.analyze({}, time_limit=1.0)] == [True]


@pytest.mark.parametrize("refused", [BUSY, busy(None), busy(None, "-1"), busy(None, "soon")])
def test_without_a_time_that_the_deadline_allows_it_is_not(
    fake: FakeService, connect: Connect, refused: Refusal
) -> None:
    fake.validation = refused
    with connect(fake.address) as client:
        started = time.monotonic()
        with pytest.raises(ServiceBusy):
            client.validate({})
    assert time.monotonic() - started < 2.0
    assert len(fake.requests) == 1


def test_waiting_takes_nothing_from_the_search(fake: FakeService, connect: Connect) -> None:
    fake.suggestion = busy(0.25)
    with connect(fake.address, timeout=1.0) as client:
        started = time.monotonic()
        with pytest.raises(ServiceBusy) as caught:
            client.suggest({}, time_limit=5.0)
        assert time.monotonic() - started < 1.5
    assert caught.value.retry_seconds == 0.25
    assert 2 <= len(fake.seconds_given) <= 4  # a pause is 0.25 s to 0.3 s, and all of them less than 1 s
    assert all(seconds > 4.8 for seconds in fake.seconds_given)  # gRPC rounds


def test_without_retries_the_caller_is_told_at_once(fake: FakeService, connect: Connect) -> None:
    fake.validation = busy(0.1)
    with connect(fake.address, retry=False) as client, pytest.raises(ServiceBusy) as caught:
        client.validate({})
    assert caught.value.retry_seconds == 0.1
    assert len(fake.requests) == 1


def test_whose_time_is_over_is_told_apart(fake: FakeService, connect: Connect) -> None:
    fake.validation = refusal(code_pb2.DEADLINE_EXCEEDED, "no plan in time", reason="NO_ANSWER_IN_TIME")
    with connect(fake.address, timeout=0.3) as client:
        with pytest.raises(NoAnswerInTime, match="no plan in time") as caught:
            client.validate({})
        assert type(caught.value) is NoAnswerInTime
        fake.before_answer = lambda: time.sleep(1.0)
        with pytest.raises(DeadlinePassed, match="the client allows the call"):
            client.validate({})


@pytest.mark.parametrize("hedge_after", [None, 5.0])
def test_a_call_that_a_stopping_server_cancels_is_made_once_more(
    fake: FakeService, connect: Connect, hedge_after: float | None
) -> None:
    with connect(fake.address, hedge_after=hedge_after) as client:
        fake.refusals = [CANCELLED]
        client.validate({})
        assert len(fake.requests) == 2
        fake.refusals = [CANCELLED]
        client.suggest({}, time_limit=1.0)
        fake.refusals = [CANCELLED]
        assert [answer.final for answer in client.analyze({}, time_limit=1.0)] == [True]
        fake.requests.clear()
        fake.refusals = [CANCELLED] * 3
        with pytest.raises(CallFailed, match="CANCELLED: the server stops"):
            client.validate({})
        assert len(fake.requests) == 2


@pytest.mark.parametrize(("retry", "timeout"), [(False, 10.0), (True, 0.04)])
def test_it_is_not_without_retries_or_time_for_it(
    fake: FakeService, connect: Connect, retry: bool, timeout: float
) -> None:
    with connect(fake.address, retry=retry, timeout=timeout) as client:
        fake.refusals = [CANCELLED]
        with pytest.raises((CallFailed, DeadlinePassed)):
            client.validate({})
    assert len(fake.requests) <= 1


def test_a_stream_that_has_begun_is_not(fake: FakeService, connect: Connect) -> None:
    fake.analysis = [*fake.analysis, CANCELLED]
    with connect(fake.address) as client:
        answers = client.analyze({}, time_limit=1.0)
        assert next(answers).final
        with pytest.raises(CallFailed, match="CANCELLED"):
            next(answers)
    assert len(fake.requests) == 2  # once for each message
