"""A review is one stream: its decisions in order, exactly one final message, nobody kept waiting, nothing left over."""

from __future__ import annotations

import asyncio
import time

import grpc
import pytest
from grpc import aio

from carnegie_server.front import CallRecord
from carnegie_server.methods import REVIEW_GAME, REVIEWED_DECISION
from carnegie_server.security.rates import Rate, RateLimiter
from carnegie_server.security.token_gate import CallerLimits, TokenGate
from server.batch_stage import until
from server.review_stage import FORCED, ReviewStage, on_stage, read


def test_decisions_are_told_in_order_and_added_up() -> None:
    """The slow first one does not come last; the costliest are by gap, of equal ones the earlier, none without gap."""

    async def test(stage: ReviewStage) -> None:
        gaps = [0, 7, 300, FORCED, 12, 300, -40, 1]
        asked = [gap if gap == FORCED else f"gap:{gap}" for gap in gaps]
        *told, last = await stage.messages("sleep:0.3", *map(str, asked))
        assert [message.decision.index for message in told] == list(range(9))
        assert [message.final for message in (*told, last)] == [False] * 9 + [True]
        assert {message.decision_count for message in (*told, last)} == {9}
        assert [message.decision.evaluation.gap for message in told[1:]] == [
            0 if gap == FORCED else gap for gap in gaps
        ]
        assert [message.decision.HasField("evaluation") for message in told] == [True] * 4 + [False] + [
            True
        ] * 4
        assert last.review.gap_sum == 7 + 300 + 12 + 300 + 1
        assert list(last.review.costliest) == [3, 6, 5]
        assert (last.review.player, last.review.unjudged) == (2, 0)

    on_stage(test, workers=2)


def test_a_game_without_costly_decisions_names_none() -> None:
    async def test(stage: ReviewStage) -> None:
        *_, last = await stage.messages("gap:0", FORCED, "gap:-5")
        assert (last.review.gap_sum, list(last.review.costliest)) == (0, [])

    on_stage(test)


def test_what_happens_to_one_decision_does_not_happen_to_others() -> None:
    async def test(stage: ReviewStage) -> None:
        *told, last = await stage.messages("gap:1", "crash", "raise:x", "gap:2")
        assert [message.decision.failure.code for message in told] == ["", "INTERNAL", "INTERNAL", ""]
        assert [message.decision.failure.reason for message in told][1:3] == ["WORKER_LOST", "INTERNAL_ERROR"]
        assert last.final
        assert (last.review.gap_sum, last.review.unjudged) == (3, 2)

    on_stage(test)


def test_both_workers_are_used() -> None:
    async def test(stage: ReviewStage) -> None:
        started = time.monotonic()
        await stage.messages(*["sleep:0.4"] * 6)
        assert time.monotonic() - started < 6 * 0.4

    on_stage(test, workers=2)


def test_a_call_of_its_own_comes_before_the_decisions_of_a_review() -> None:
    """No more decisions are with the workers, or before them, than there are workers; the rest stand back."""

    async def test(stage: ReviewStage) -> None:
        review = stage.review(*["sleep:0.2"] * 12)
        await until(lambda: stage.pool.busy == 1)
        await stage.do("gap:1")
        messages = [read(message) async for message in review]
        assert len(messages) == 13
        assert messages[-1].review.unjudged == 0

    on_stage(test, max_waiting=1)


def test_a_review_in_the_way_of_calls_waits() -> None:
    """Where the line is full a decision is not refused, but asked again."""

    async def test(stage: ReviewStage) -> None:
        review = stage.review("gap:3", "sleep:0.5", "gap:4")
        await review.read()
        await until(lambda: stage.pool.busy == 1)
        calls = [asyncio.ensure_future(stage.do("sleep:0.1")) for _ in range(2)]
        messages = await stage.rest(review)
        assert [message.decision.failure.code for message in messages[:-1]] == ["", ""]
        assert messages[-1].review.gap_sum == 7
        await asyncio.gather(*calls)

    on_stage(test, max_waiting=2)


def test_a_cancelled_review_frees_the_workers() -> None:
    """Of its twenty decisions none is judged any more; the workers stay, and take the next call at once."""

    async def test(stage: ReviewStage) -> None:
        review = stage.review("gap:1", *["search"] * 20)
        assert read(await review.read()).decision.evaluation.gap == 1
        await until(lambda: stage.pool.busy == 2)
        review.cancel()
        await until(lambda: stage.pool.busy == 0)
        jobs = stage.pool.statistics.jobs
        await stage.do("gap:1")
        assert stage.pool.statistics.jobs == jobs + 1
        assert not stage.pool.statistics.lost

    on_stage(test, workers=2)


def test_a_client_that_goes_away_between_messages_frees_the_workers() -> None:
    """Of five seconds of work, most is never begun."""

    async def test(stage: ReviewStage) -> None:
        for pause in (0.0, 0.02, 0.05, 0.1):
            before = stage.pool.statistics.jobs
            review = stage.review(*["sleep:0.1"] * 100)
            await review.read()
            await asyncio.sleep(pause)
            review.cancel()
            known = before
            # Until nothing more is begun; between two jobs no worker is busy either.
            while stage.pool.statistics.jobs != known or stage.pool.busy:
                known = stage.pool.statistics.jobs
                await asyncio.sleep(0.5)
            assert known - before < 60

    on_stage(test, workers=2)


def test_a_deadline_ends_it_with_its_final_message() -> None:
    async def test(stage: ReviewStage) -> None:
        review = stage.review("gap:1", *["search"] * 20, deadline=1.0)
        messages = await stage.rest(review)
        assert await review.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert [message.final for message in messages] == [False] * (len(messages) - 1) + [True]
        assert messages[0].decision.evaluation.gap == 1
        assert messages[-1].failure.code == "DEADLINE_EXCEEDED"
        await until(lambda: stage.pool.busy == 0)

    on_stage(test, workers=2)


def test_no_more_is_asked_than_a_client_may_keep_waiting() -> None:
    """While the first decision is not told, some twenty others are asked, and no more."""

    async def test(stage: ReviewStage) -> None:
        review = stage.review("sleep:1.0", *["gap:1"] * 200)
        await until(lambda: stage.pool.busy > 0)
        await asyncio.sleep(0.5)
        assert 10 < stage.pool.statistics.jobs < 25
        messages = [read(message) async for message in review]
        assert messages[-1].review.gap_sum == 200

    on_stage(test, workers=2)


def test_decisions_count_as_calls_of_their_caller() -> None:
    """A caller who may ask ten times a second gets the answers at that pace, and none is refused."""

    async def test(stage: ReviewStage) -> None:
        started = time.monotonic()
        messages = await stage.messages(*["gap:1"] * 8)
        assert messages[-1].review.gap_sum == 8
        assert time.monotonic() - started > 0.6

    rate = Rate(10.0, 2)
    on_stage(test, gate=TokenGate(lambda: None, CallerLimits(rate=rate), RateLimiter()))


class Remembering:
    """Remembers what it is told of calls."""

    def __init__(self) -> None:
        self.records: list[CallRecord] = []

    def began(self, method: str) -> None:
        """See `Observer`."""

    def ended(self, record: CallRecord) -> None:
        """See `Observer`."""
        self.records.append(record)


def test_the_log_has_a_line_for_the_review_and_each_decision() -> None:
    seen = Remembering()

    async def test(stage: ReviewStage) -> None:
        await stage.messages("gap:1", FORCED, "raise:x")
        await until(lambda: len(seen.records) == 3)

    on_stage(test, observers=(seen,))
    methods = [record.method for record in seen.records]
    assert methods == [REVIEWED_DECISION, REVIEWED_DECISION, REVIEW_GAME]
    assert len({record.request_id for record in seen.records}) == 1
    assert (seen.records[-1].facts["decisions"], seen.records[-1].facts["unjudged"]) == (3, 1)


def test_a_priority_that_is_none_is_refused() -> None:
    async def test(stage: ReviewStage) -> None:
        review = stage.review("gap:1", priority="11")
        first = read(await review.read())
        assert (first.final, first.failure.code) == (True, "INVALID_ARGUMENT")
        assert [violation.path for violation in first.failure.violations] == ["x-carnegie-priority"]
        with pytest.raises(aio.AioRpcError) as error:
            await review.read()
        assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT

    on_stage(test)
