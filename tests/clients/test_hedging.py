"""A call without a search that waits too long is made a second time, and the first answer counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from google.rpc import code_pb2

from carnegie.v1 import rules_pb2
from carnegie_client import CallFailed, DeadlinePassed
from clients.both_clients import Connect
from clients.fake_service import FakeService, refusal

ANSWER = rules_pb2.ValidatePositionResponse(position_digest="a" * 64)


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService(validation=ANSWER) as service:
        yield service


def slow_at_first(fake: FakeService, seconds: float) -> None:
    """Have the first call take some seconds, later ones none."""
    first = threading.Semaphore(1)
    fake.before_answer = lambda: time.sleep(seconds) if first.acquire(blocking=False) else None


def test_a_slow_answer_is_overtaken_and_its_call_cancelled(fake: FakeService, connect: Connect) -> None:
    slow_at_first(fake, 2.0)
    with connect(fake.address, hedge_after=0.1) as client:
        started = time.monotonic()
        assert client.validate({}) == ANSWER
        assert time.monotonic() - started < 1.5
        assert fake.cancelled.wait(5.0)
    first, second = fake.headers
    assert first["x-request-id"] == second["x-request-id"]


def test_a_quick_answer_is_not_asked_for_twice(fake: FakeService, connect: Connect) -> None:
    with connect(fake.address, hedge_after=1.0) as client:
        client.validate({})
    assert len(fake.requests) == 1


@pytest.mark.parametrize("hedge_after", [None, 0.1])
def test_a_search_is_never_made_twice_and_other_calls_only_when_told_to(
    fake: FakeService, connect: Connect, hedge_after: float | None
) -> None:
    fake.before_answer = lambda: time.sleep(0.3)
    with connect(fake.address, hedge_after=hedge_after) as client:
        client.suggest({}, time_limit=1.0)
        client.evaluate({}, [], time_limit=1.0)
        assert len(fake.requests) == 2
        client.validate({})
    assert len(fake.requests) == (3 if hedge_after is None else 4)


def test_an_error_waits_for_the_other_attempt(fake: FakeService, connect: Connect) -> None:
    slow_at_first(fake, 1.0)
    fake.refusals = [refusal(code_pb2.INTERNAL, "a bug")]  # for the second call, which comes to it earlier
    with connect(fake.address, hedge_after=0.1) as client:
        assert client.validate({}) == ANSWER
        assert len(fake.requests) == 2
        fake.validation = refusal(code_pb2.INTERNAL, "another bug")
        slow_at_first(fake, 1.0)
        with pytest.raises(CallFailed, match="another bug"):
            client.validate({})


def test_the_deadline_is_that_of_the_first_attempt(fake: FakeService, connect: Connect) -> None:
    fake.before_answer = lambda: time.sleep(1.5)
    with connect(fake.address, hedge_after=0.3, timeout=0.6) as client:
        started = time.monotonic()
        with pytest.raises(DeadlinePassed):
            client.validate({})
        assert time.monotonic() - started < 1.2
    assert len(fake.requests) == 2
