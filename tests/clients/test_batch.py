"""A batch gives each question's answer by its id, its error as a value, and takes the questions as there is room."""

from __future__ import annotations

import asyncio
import contextlib
import math
import threading
import time
from collections.abc import AsyncIterator, Iterator

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2, info_pb2, position_pb2
from carnegie_client import (
    AsyncClient,
    BatchAnswer,
    BatchQuestion,
    CallFailed,
    Client,
    DeadlinePassed,
    InvalidRequest,
    MalformedJson,
    MalformedQuestion,
    NoAnswerInTime,
    NotSupported,
    ServerUnreachable,
    ServiceBusy,
    Violation,
)
from carnegie_client.call_errors import error_from_call
from carnegie_client.patience import Patience
from clients.both_clients import Connect
from clients.fake_service import FakeService, Refusal, refusal

Said = advisor_pb2.AnalyzeBatchResponse
STOPPING = refusal(code_pb2.UNAVAILABLE, "the service is about to stop", reason="SHUTTING_DOWN")


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService() as service:
        yield service


def good(id_: str, bound: int = 0, *, final: bool = True) -> Said:
    return Said(id=id_, suggestion=advisor_pb2.SuggestResponse(bound=bound), final=final)


def bad(id_: str, **failure: object) -> Said:
    return Said(id=id_, failure=advisor_pb2.Failure(**failure), final=True)  # type: ignore[arg-type]


def asked(fake: FakeService) -> list[str]:
    """The ids of the questions that have come, in order."""
    requests = [each for each in fake.requests if isinstance(each, advisor_pb2.AnalyzeBatchRequest)]
    return [each.item.id for each in requests]


def _wait(event: threading.Event, seconds: float) -> None:
    event.wait(seconds)


def questions(*ids: str) -> list[BatchQuestion]:
    return [BatchQuestion(id_, {}) for id_ in ids]


def test_a_question_is_sent_with_all_that_it_is_given(fake: FakeService, connect: Connect) -> None:
    asked_for = [
        BatchQuestion("bare", {"round": 8}),
        BatchQuestion(
            "full",
            '{"round": 9}',
            priority=3,
            progress=True,
            time_limit=2.0,
            work_limit=0.5,
            max_lines=4,
            seed=7,
        ),
    ]
    with connect(fake.address) as client:
        assert [each.id for each in client.analyze_batch(asked_for, request_id="review-1")] == [
            "bare",
            "full",
        ]
    bare = advisor_pb2.SuggestRequest(position=position_pb2.Position(round=8), max_lines=1)
    full = advisor_pb2.SuggestRequest(
        position=position_pb2.Position(round=9),
        time_limit=Duration(seconds=2),
        work_limit=0.5,
        max_lines=4,
        seed=7,
    )
    assert fake.requests == [
        advisor_pb2.AnalyzeBatchRequest(item=advisor_pb2.BatchItem(id="bare", question=bare)),
        advisor_pb2.AnalyzeBatchRequest(
            item=advisor_pb2.BatchItem(id="full", question=full, priority=3, progress=True)
        ),
    ]
    assert {headers["x-request-id"] for headers in fake.headers} == {"review-1"}


def test_answers_come_in_any_order_with_progress_and_one_final_each(
    fake: FakeService, connect: Connect
) -> None:
    first, better, final, second = (
        good("a", 9, final=False),
        good("a", 7, final=False),
        good("a", 5),
        good("b", 3),
    )
    fake.batch = lambda request: [first] if request.item.id == "a" else [second, better, final]
    with connect(fake.address) as client:
        answers = list(client.analyze_batch(questions("a", "b")))
    assert answers == [
        BatchAnswer(each.id, each.final, each.suggestion, None) for each in (first, second, better, final)
    ]
    assert answers[1].result() == second.suggestion


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("INVALID_ARGUMENT", InvalidRequest),
        ("FAILED_PRECONDITION", InvalidRequest),
        ("UNIMPLEMENTED", NotSupported),
        ("DEADLINE_EXCEEDED", NoAnswerInTime),
        ("RESOURCE_EXHAUSTED", ServiceBusy),
        ("INTERNAL", CallFailed),
        ("CANCELLED", CallFailed),
        ("SOMETHING_NEW", CallFailed),
    ],
)
def test_the_error_of_a_question_is_a_value(
    fake: FakeService, connect: Connect, code: str, kind: type[CallFailed]
) -> None:
    violation = advisor_pb2.Violation(
        path="position.players[0].free_disks", reason="WHY", description="it is 9"
    )
    fake.batch = lambda request: [
        good(request.item.id)
        if request.item.id != "b"
        else bad(
            "b",
            code=code,
            message="it says why",
            reason="SOME_REASON",
            violations=[violation],
            retry_delay=Duration(seconds=3),
            metadata={"incident": "7"},
        )
    ]
    with connect(fake.address) as client:
        answers = {each.id: each for each in client.analyze_batch(questions("a", "b", "c"))}
    assert [answers[each].error for each in "ac"] == [None, None]
    error = answers["b"].error
    assert type(error) is kind
    assert (error.message, error.reason, error.domain) == ("it says why", "SOME_REASON", "carnegie")
    assert error.violations == (Violation("position.players[0].freeDisks", "WHY", "it is 9"),)
    assert (error.retry_seconds, error.metadata) == (3.0, {"incident": "7"})
    assert answers["b"].suggestion is None
    with pytest.raises(kind):
        answers["b"].result()


def test_a_question_that_the_service_had_to_leave_is_about_an_unreachable_service(
    fake: FakeService, connect: Connect
) -> None:
    fake.batch = lambda request: [bad(request.item.id, code="UNAVAILABLE", message="stopping")]
    with connect(fake.address) as client:
        (answer,) = client.analyze_batch(questions("a"))
    assert isinstance(answer.error, ServerUnreachable)
    assert answer.error.detail == "stopping"


def test_a_question_that_cannot_be_one_is_named_before_anything_is_sent() -> None:
    with pytest.raises(MalformedQuestion, match="question 'move 3':\nrund: UNKNOWN_FIELD") as caught:
        BatchQuestion("move 3", {"rund": 1})
    assert isinstance(caught.value, MalformedJson)
    assert (caught.value.id, [each.path for each in caught.value.faults]) == ("move 3", ["rund"])
    with pytest.raises(ValueError, match="question 'move 4': time_limit: found nan"):
        BatchQuestion("move 4", {}, time_limit=math.nan)
    for id_ in ("", "x" * 65):
        with pytest.raises(ValueError, match="allowed 1 to 64 characters"):
            BatchQuestion(id_, {})


def test_what_the_questions_raise_is_raised_after_the_answers_to_those_before(
    fake: FakeService, connect: Connect
) -> None:
    def ask() -> Iterator[BatchQuestion]:
        yield from questions("a", "b")
        yield BatchQuestion("c", "no JSON")

    answers: list[str] = []
    with connect(fake.address) as client:
        with pytest.raises(MalformedQuestion, match="question 'c'"):
            answers.extend(answer.id for answer in client.analyze_batch(ask()))
        assert answers == ["a", "b"]
        fake.batch = lambda _: []
        with pytest.raises(ValueError, match="found 'd' twice"):
            list(client.analyze_batch(questions("d", "d")))


@pytest.mark.parametrize("timeout", [0.0, -1.0, math.inf, math.nan])
def test_a_timeout_that_is_none_is_refused(connect: Connect, timeout: float) -> None:
    with connect("localhost:1") as client, pytest.raises(ValueError, match="timeout: found"):
        client.analyze_batch([], timeout=timeout)


def test_no_questions_have_no_answers(fake: FakeService, connect: Connect) -> None:
    with connect(fake.address) as client:
        assert list(client.analyze_batch([])) == []


def test_a_batch_has_the_time_that_it_is_given(fake: FakeService, connect: Connect) -> None:
    with connect(fake.address, timeout=0.2) as client:
        fake.before_answer = lambda: time.sleep(0.4)  # longer than a call may take
        assert len(list(client.analyze_batch(questions("a")))) == 1
        list(client.analyze_batch(questions("a"), timeout=30.0))
        assert fake.seconds_given[-1] == pytest.approx(30.0, abs=1.0)
        with pytest.raises(DeadlinePassed):
            list(client.analyze_batch(questions("a"), timeout=0.2))


@pytest.mark.parametrize(
    "refused",
    [
        STOPPING,
        refusal(code_pb2.RESOURCE_EXHAUSTED, "busy", reason="BUSY", retry_seconds=0.1),
        refusal(code_pb2.CANCELLED, "the server stops"),
    ],
)
def test_a_batch_is_begun_anew_only_before_its_first_answer(
    fake: FakeService, connect: Connect, refused: Refusal
) -> None:
    """The questions that had been taken are sent again, and each is taken from the caller once."""
    with connect(fake.address) as client:
        fake.refusals = [refused]
        answers = client.analyze_batch(iter(questions("a", "b", "c")))
        assert [answer.id for answer in answers] == ["a", "b", "c"]
        assert asked(fake) == ["a", "a", "b", "c"]
        fake.requests.clear()
        fake.batch = lambda request: [good("a")] if request.item.id == "a" else [refused]
        answers = client.analyze_batch(questions("a", "b"))
        assert next(answers).id == "a"
        with pytest.raises((ServerUnreachable, CallFailed)):
            next(answers)
        assert asked(fake) == ["a", "b"]


def test_a_stream_that_has_ended_before_a_question_is_sent_is_a_lost_one() -> None:
    """What grpc.aio says then hides how the stream has ended, so that a batch that has no answer yet is begun anew."""
    nothing = grpc.aio.Metadata()
    error = grpc.aio.AioRpcError(
        grpc.StatusCode.INTERNAL, nothing, nothing, details="Internal error from Core"
    )
    failure = error_from_call(error, "127.0.0.1:50051", "id")
    assert isinstance(failure, ServerUnreachable)
    assert Patience(0.0, 10.0, retry=True).pause_after(failure, of_stream=True) is not None


def test_another_attempt_does_not_wait_for_a_question_that_waits_for_its_answer(fake: FakeService) -> None:
    def ask() -> Iterator[BatchQuestion]:
        yield BatchQuestion("a", {})
        assert answered.wait(5.0)
        yield BatchQuestion("b", {})

    answered = threading.Event()
    fake.refusals = [refusal(code_pb2.RESOURCE_EXHAUSTED, "busy", retry_seconds=0.1)]
    with Client(fake.address) as client:
        answers = client.analyze_batch(ask())
        assert next(answers).id == "a"
        answered.set()
        assert [answer.id for answer in answers] == ["b"]
    assert asked(fake) == ["a", "a", "b"]


def test_so_it_is_asynchronously(fake: FakeService) -> None:
    async def read() -> list[str]:
        async def ask() -> AsyncIterator[BatchQuestion]:
            yield BatchQuestion("a", {})
            await answered.wait()
            yield BatchQuestion("b", {})

        answered = asyncio.Event()
        ids: list[str] = []
        async with AsyncClient(fake.address) as client, asyncio.timeout(5.0):
            async for answer in client.analyze_batch(ask()):
                ids.append(answer.id)
                answered.set()
        return ids

    fake.refusals = [refusal(code_pb2.RESOURCE_EXHAUSTED, "busy", retry_seconds=0.1)]
    assert asyncio.run(read()) == ["a", "b"]
    assert asked(fake) == ["a", "a", "b"]


def test_a_batch_that_ends_without_all_answers_says_so(fake: FakeService, connect: Connect) -> None:
    fake.batch = lambda request: [good("a")] if request.item.id == "a" else []
    with connect(fake.address) as client:
        answers = client.analyze_batch(questions("a", "b", "c"))
        assert next(answers).id == "a"
        with pytest.raises(CallFailed, match="without an answer to b, c"):
            next(answers)


def test_a_question_that_is_too_large_is_named(connect: Connect) -> None:
    with FakeService(max_request_bytes=2_000) as fake:
        fake.information = info_pb2.GetInfoResponse(limits=info_pb2.Limits(max_request_bytes=2_000))
        large = BatchQuestion("large", position_pb2.Position(neutral_donations=["x" * 3_000]))
        with connect(fake.address) as client, pytest.raises(InvalidRequest) as caught:
            list(client.analyze_batch([*questions("a"), large]))
    assert [each.reason for each in caught.value.violations] == ["REQUEST_TOO_LARGE"]
    assert caught.value.__notes__ == ["question 'large'"]


def test_questions_are_not_taken_far_ahead_of_the_service(fake: FakeService, connect: Connect) -> None:
    taken: list[int] = []

    def ask() -> Iterator[BatchQuestion]:
        for number in range(400):
            taken.append(number)
            yield BatchQuestion(str(number), position_pb2.Position(neutral_donations=["x" * 100_000]))

    over = threading.Event()
    fake.before_answer = lambda: _wait(over, 0.2)
    with connect(fake.address) as client:
        answers = client.analyze_batch(ask())
        next(answers)
        assert len(taken) < 200
        over.set()
        assert len(list(answers)) == 399


def test_leaving_gives_everything_up(fake: FakeService, connect: Connect) -> None:
    def ask() -> Iterator[BatchQuestion]:
        yield from questions("a", "b")

    holding, over = threading.Event(), threading.Event()

    def hold_the_second() -> None:
        if len(fake.requests) > 1:
            holding.set()
            over.wait(5.0)

    fake.before_answer = hold_the_second
    with connect(fake.address) as client:
        with contextlib.closing(client.analyze_batch(ask())) as answers:  # type: ignore[type-var] # a generator
            assert next(answers).id == "a"
            assert holding.wait(5.0)
        assert fake.cancelled.wait(5.0)
        over.set()


def test_questions_may_come_asynchronously_and_are_waited_for_no_longer_than_needed(
    fake: FakeService,
) -> None:
    ended: list[str] = []

    async def ask() -> AsyncIterator[BatchQuestion]:
        try:
            yield BatchQuestion("a", {})
            await asyncio.sleep(60.0)
        finally:
            ended.append("ended")

    async def read() -> None:
        async with AsyncClient(fake.address) as client:
            async with contextlib.aclosing(client.analyze_batch(ask())) as answers:
                assert (await anext(answers)).id == "a"
            assert ended == ["ended"]

    started = time.monotonic()
    asyncio.run(read())
    assert time.monotonic() - started < 10.0
