"""A review by either client: decisions as they are judged, then what is said of the game, errors as exceptions."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2, review_pb2
from carnegie_client import CallFailed, InvalidRequest, MalformedJson, ServiceBusy
from clients.both_clients import Connect
from clients.fake_service import BUSY, FakeService, refusal

RECORD = {
    "componentsDigest": "c" * 64,
    "game": {"seed": 5, "players": 3},
    "steps": [],
    "finalDigest": "d" * 64,
}


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService() as service:
        yield service


def judged(index: int, gap: int) -> review_pb2.ReviewGameResponse:
    decision = review_pb2.ReviewedDecision(index=index, evaluation=advisor_pb2.EvaluatePlanResponse(gap=gap))
    return review_pb2.ReviewGameResponse(decision=decision, decision_count=2)


FINAL = review_pb2.ReviewGameResponse(
    final=True, review=review_pb2.GameReview(gap_sum=7, costliest=[1]), decision_count=2
)


def test_the_messages_come_in_order(fake: FakeService, connect: Connect) -> None:
    fake.review = [judged(0, 0), judged(1, 7), FINAL]
    with connect(fake.address) as client:
        assert list(client.review_game(RECORD)) == fake.review


def test_all_that_may_be_said_is_sent(fake: FakeService, connect: Connect) -> None:
    with connect(fake.address) as client:
        list(
            client.review_game(
                RECORD,
                player=2,
                timeout=60.0,
                time_limit=1.5,
                work_limit=3.0,
                components="{}",
                weights={"step": 1},
                seed=4,
                threads=2,
                request_id="mine",
            )
        )
    request = fake.last_request(review_pb2.ReviewGameRequest)
    assert request.record.game.seed == 5
    assert (request.player, request.work_limit, request.seed, request.threads) == (2, 3.0, 4, 2)
    assert request.time_limit == Duration(seconds=1, nanos=500_000_000)
    assert (request.components_json, request.weights_json) == ("{}", '{"step": 1}')
    assert fake.headers[-1]["x-request-id"] == "mine"
    assert 50.0 < fake.seconds_given[-1] < 71.0


def test_what_is_left_out_is_not_sent(fake: FakeService, connect: Connect) -> None:
    """Without a timeout a review takes as long as it takes, not as long as one search."""
    with connect(fake.address) as client:
        list(client.review_game(RECORD, time_limit=1.0))
    request = fake.last_request(review_pb2.ReviewGameRequest)
    for name in ("player", "work_limit", "seed", "threads"):
        assert not request.HasField(name)
    assert fake.seconds_given[-1] > 3_600.0


def test_an_error_is_raised_after_the_decisions_before_it(fake: FakeService, connect: Connect) -> None:
    failure = advisor_pb2.Failure(code="INTERNAL")
    fake.review = [
        judged(0, 0),
        review_pb2.ReviewGameResponse(final=True, failure=failure),
        refusal(code_pb2.INTERNAL, "a fault", reason="INTERNAL_ERROR"),
    ]
    with connect(fake.address) as client:
        messages = client.review_game(RECORD)
        assert next(messages) == judged(0, 0)
        with pytest.raises(CallFailed) as caught:
            next(messages)
    assert caught.value.reason == "INTERNAL_ERROR"


def test_a_record_that_cannot_be_played_is_an_invalid_request(fake: FakeService, connect: Connect) -> None:
    violations = (("record.steps[3].stand_up", "WRONG_PHASE", "found EVENT, allowed STANDING_UP"),)
    fake.review = [
        refusal(code_pb2.INVALID_ARGUMENT, "illegal", reason="ILLEGAL_STEP", violations=violations)
    ]
    with connect(fake.address) as client, pytest.raises(InvalidRequest) as caught:
        list(client.review_game(RECORD))
    assert [each.path for each in caught.value.violations] == ["record.steps[3].standUp"]


def test_a_busy_service_is_asked_again(fake: FakeService, connect: Connect) -> None:
    soon = refusal(code_pb2.RESOURCE_EXHAUSTED, "the queue is full", reason="BUSY", retry_seconds=0.05)
    fake.review = [FINAL]
    fake.refusals = [soon]
    with connect(fake.address) as client:
        assert list(client.review_game(RECORD)) == [FINAL]
        fake.refusals = [BUSY]
        with pytest.raises(ServiceBusy):
            list(client.review_game(RECORD, timeout=1.0))


def test_leaving_it_gives_the_review_up(fake: FakeService, connect: Connect) -> None:
    """The service, which is at the second decision by then, is told."""
    asked, over = threading.Event(), threading.Event()
    fake.review = [judged(0, 0), judged(1, 7), FINAL]

    def wait_at_the_second() -> None:
        if len(fake.requests) > 1:
            asked.set()
            over.wait(20.0)

    fake.before_answer = wait_at_the_second
    try:
        with connect(fake.address) as client:
            messages = client.review_game(RECORD)
            assert next(messages) == judged(0, 0)
            assert asked.wait(10.0)
            messages.close()  # type: ignore[attr-defined]
            assert fake.cancelled.wait(10.0)
    finally:
        over.set()


@pytest.mark.parametrize("timeout", [0.0, -1.0, math.inf, math.nan])
def test_a_timeout_that_is_none_is_refused(connect: Connect, timeout: float) -> None:
    with connect("localhost:1") as client, pytest.raises(ValueError, match="timeout"):
        list(client.review_game(RECORD, timeout=timeout))


def test_a_record_that_is_none_is_refused(connect: Connect) -> None:
    with connect("localhost:1") as client, pytest.raises(MalformedJson):
        list(client.review_game('{"steps": 1}'))
