"""Every question of a batch has exactly one final message, whatever happens to it, to others, or to the stream."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter

import grpc
import pytest
from grpc import aio

from carnegie.v1 import advisor_pb2
from carnegie_server.front.room import Room
from carnegie_server.lifetime import StopRequests
from carnegie_server.security.rates import Rate, RateLimiter
from carnegie_server.security.token_gate import CallerLimits, TokenGate
from carnegie_server.workers import PoolOptions
from server.batch_stage import MOST, Stage, until, with_stage
from server.service_process import refusal


def test_questions_are_answered_as_they_get_done() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open()
        await stream.ask("slow", "sleep:0.5")
        await stream.ask("quick", "echo:here")
        assert await stream.next() == ("quick", "here")
        assert await stream.rest() == {"slow": "done"}

    with_stage(test, PoolOptions(2, max_seconds=5.0))


def test_what_happens_to_one_does_not_happen_to_others() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open()
        await stream.ask("dies", "crash")
        await stream.ask("fails", "raise:x")
        await stream.ask("overruns", "allow_and_spin:0.1")
        await stream.ask("lives", "echo:y")
        assert await stream.rest() == {
            "dies": "INTERNAL",
            "fails": "INTERNAL",
            "overruns": "DEADLINE_EXCEEDED",
            "lives": "y",
        }

    with_stage(test)


def test_questions_of_a_higher_priority_are_begun_first() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open()
        await stream.ask("running", "sleep:0.4")
        await until(lambda: stage.pool.busy == 1)
        for number, priority in enumerate((None, 3, -10, 10, 3, 0)):
            await stream.ask(f"{number}", "echo:x", priority)
        order = [(await stream.next())[0] for _ in range(7)]
        assert order == ["running", "3", "1", "4", "5", "0", "2"]
        await stream.rest()

    with_stage(test, most=10)


def test_a_call_of_its_own_comes_before_the_questions_of_a_batch() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open()
        for number in range(10):
            await stream.ask(f"{number}", "sleep:0.2")
        await until(lambda: stage.pool.busy == 1)
        assert await stage.do("echo:mine") == "mine"
        answered = [await stream.next()]
        assert len(answered) == 1
        rest = await stream.rest()
        assert len(rest) >= 7

    with_stage(test, PoolOptions(1, max_seconds=5.0, max_waiting=1), most=10)


def test_one_question_is_given_up_whether_it_runs_or_waits_and_others_are_not() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open()
        for id_ in ("runs", "waits", "stays"):
            await stream.ask(id_, "wait_for_stop:5" if id_ == "runs" else "echo:x")
        await until(lambda: stage.pool.busy == 1)
        await stream.cancel("waits")
        assert await stream.next() == ("waits", "CANCELLED")
        await stream.cancel("nobody")
        await stream.cancel("runs")
        assert await stream.next() == ("runs", "CANCELLED")
        await stream.cancel("runs")
        assert await stream.rest() == {"stays": "x"}
        assert not stage.pool.statistics.lost

    with_stage(test, PoolOptions(1, max_seconds=5.0, grace_seconds=2.0))


def test_no_more_is_read_than_may_be_under_way_and_a_cancel_still_is() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open()
        for number in range(MOST):
            await stream.ask(f"{number}", "sleep:0.5")
        await stream.cancel("3")
        assert await stream.next() == ("3", "CANCELLED")
        for number in range(10, 40):
            await stream.ask(f"{number}", f"echo:{number}")
        batch = await stage.batch()
        seen: set[int] = set()
        answers = {}
        for _ in range(MOST - 1 + 30):
            seen.add(len(batch._under_way))
            id_, answer = await stream.next()
            answers[id_] = answer
        assert max(seen) <= MOST
        assert len(answers) == MOST - 1 + 30
        assert await stream.rest() == {}

    with_stage(test)


def test_an_id_may_be_used_again_but_not_for_two_at_once() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open()
        for number in range(50):
            await stream.ask("again", f"echo:{number}")
            assert await stream.next() == ("again", str(number))
        await stream.ask("again", "sleep:0.2")
        await stream.ask("again", "echo:x")
        assert await stream.next() == ("again", "done")
        with pytest.raises(aio.AioRpcError) as error:
            await stream.call.read()
        assert refusal(error.value).violations == {"item.id": "IN_USE"}

    with_stage(test)


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        (b"\xff\xff", None),
        (b"", {"kind": "MISSING"}),
        (
            advisor_pb2.AnalyzeBatchRequest(item=advisor_pb2.BatchItem()).SerializeToString(),
            {"item.id": "OUT_OF_RANGE"},
        ),
        (
            advisor_pb2.AnalyzeBatchRequest(item=advisor_pb2.BatchItem(id="x" * 65)).SerializeToString(),
            {"item.id": "OUT_OF_RANGE"},
        ),
        (b"\x0a\x03\x0a\x01\xff", None),
    ],
)
def test_what_cannot_be_told_of_one_question_ends_the_stream(
    message: bytes, fault: dict[str, str] | None
) -> None:
    """What was asked before is answered before."""

    async def test(stage: Stage) -> None:
        stream = stage.open()
        await stream.ask("good", "sleep:0.2")
        await stream.call.write(message)
        assert await stream.next() == ("good", "done")
        with pytest.raises(aio.AioRpcError) as error:
            await stream.call.read()
        told = refusal(error.value)
        assert told.code is grpc.StatusCode.INVALID_ARGUMENT
        if fault is None:
            assert told.reason == "MALFORMED_MESSAGE"
        else:
            assert told.violations == fault

    with_stage(test)


def test_a_client_that_goes_away_leaves_nothing_running() -> None:
    async def test(stage: Stage) -> None:
        chance = random.Random(7)
        for _ in range(30):
            stream = stage.open()
            for number in range(chance.randint(1, 8)):
                command = chance.choice(["wait_for_stop:5", "echo:x", "sleep:0.01", "tell:20,1000"])
                await stream.ask(f"{number}", command, chance.choice([None, 5]), progress=command[0] == "t")
            await asyncio.sleep(chance.uniform(0.0, 0.05))
            stream.call.cancel()
        front = stage.front
        await until(lambda: stage.pool.free == 2 and not front._batches)
        assert stage.pool.waiting == 0
        await asyncio.wait_for(front.wait_until_idle(), 5.0)
        assert await stage.do("echo:still here") == "still here"
        assert not stage.pool.statistics.lost

    with_stage(test, PoolOptions(2, max_seconds=5.0, grace_seconds=3.0))


def test_cancels_at_every_moment_have_one_final_message_each() -> None:
    async def test(stage: Stage) -> None:
        chance = random.Random(8)
        stream = stage.open()
        finals: Counter[str] = Counter()
        outcomes: Counter[str] = Counter()

        async def read() -> None:
            for _ in range(300):
                id_, answer = await stream.next()
                finals[id_] += 1
                outcomes[answer] += 1

        reading = asyncio.create_task(read())
        for number in range(300):
            await stream.ask(f"{number}", chance.choice(["echo:done", "sleep:0.003"]))
            await asyncio.sleep(chance.choice([0.0, 0.001, 0.004]))
            await stream.cancel(f"{number - chance.randint(0, 2)}")
        await reading
        assert finals == {f"{number}": 1 for number in range(300)}
        assert set(outcomes) == {"done", "CANCELLED"}
        assert await stream.rest() == {}
        await until(lambda: stage.pool.free == 2)

    with_stage(test, PoolOptions(2, max_seconds=5.0, grace_seconds=3.0))


def test_a_slow_reader_costs_the_front_no_more_than_its_questions() -> None:
    """Each of 40 questions tells 50 messages of 64 KiB; the client reads none of it for a while."""

    async def test(stage: Stage) -> None:
        stream = stage.open()

        async def ask() -> None:
            for number in range(40):
                await stream.ask(f"{number}", "tell:50,65536", progress=True)
            await stream.call.done_writing()

        asking = asyncio.create_task(ask())
        batch = await stage.batch()
        most = 0
        for _ in range(100):
            await asyncio.sleep(0.01)
            most = max(most, len(batch._outbox._messages))
        begun = stage.pool.statistics.jobs
        assert most <= 2 * MOST
        assert begun < 30, "the service went on reading although nothing was taken"
        finals: Counter[str] = Counter()
        async for message in stream.messages():
            read = advisor_pb2.AnalyzeBatchResponse.FromString(message)
            if read.final:
                finals[read.id] += 1
                assert read.suggestion.bound == 50
        await asking
        assert finals == {f"{number}": 1 for number in range(40)}

    with_stage(test)


def test_the_deadline_of_the_call_holds_for_each_question() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open(deadline=1.0)
        await stream.ask("first", "seconds")
        _, seconds = await stream.next()
        assert 0.3 < float(seconds) < 1.0
        await stream.ask("late", "spin:5")
        with pytest.raises(aio.AioRpcError):
            await stream.call.read()
        assert await stream.call.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        await until(lambda: stage.pool.free == 1)

    with_stage(test)


def test_questions_wait_where_their_caller_asks_more_often_than_it_may() -> None:
    """Five questions at once are one call and five more; after a burst of two each waits 0.1 s for the next."""

    async def test(stage: Stage) -> None:
        stream = stage.open()
        started = time.monotonic()
        for number in range(5):
            await stream.ask(f"{number}", f"echo:{number}")
        assert await stream.rest() == {f"{number}": f"{number}" for number in range(5)}
        assert time.monotonic() - started >= 0.4

    gate = TokenGate(lambda: None, CallerLimits(Rate(10.0, 2)), RateLimiter())
    with_stage(test, gate=gate)


def test_questions_wait_while_the_queue_is_full_of_calls() -> None:
    async def test(stage: Stage) -> None:
        calls = [asyncio.create_task(stage.do("sleep:0.3")) for _ in range(2)]
        await until(lambda: stage.pool.waiting == 1)
        stream = stage.open()
        for number in range(8):
            await stream.ask(f"{number}", f"echo:{number}")
        assert await stream.rest() == {f"{number}": f"{number}" for number in range(8)}
        assert await asyncio.gather(*calls) == ["done", "done"]

    with_stage(test, PoolOptions(1, max_seconds=10.0, max_waiting=1))


def test_no_more_bytes_are_read_than_there_is_room_for() -> None:
    async def test(stage: Stage) -> None:
        stage.front._room = Room(100_000)
        blocking = asyncio.create_task(stage.do("sleep:0.5"))
        stream = stage.open()

        async def ask() -> None:
            for number in range(8):
                await stream.ask(f"{number}", "echo:" + "x" * 40_000)

        asking = asyncio.create_task(ask())
        batch = await stage.batch()
        await until(lambda: len(batch._under_way) == 2)
        await asyncio.sleep(0.1)
        assert len(batch._under_way) == 2
        await asking
        assert len(await stream.rest()) == 8
        assert await blocking == "done"
        assert stage.front._room.taken == 0

    with_stage(test, most=64)


def test_who_waits_for_its_turn_does_not_wait_past_its_deadline() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open(deadline=1.0)
        await stream.ask("late", "echo:x")
        assert await stream.next() == ("late", "DEADLINE_EXCEEDED")

    gate = TokenGate(lambda: None, CallerLimits(Rate(0.1, 1)), RateLimiter())
    with_stage(test, gate=gate)


def test_a_service_that_stops_answers_what_it_has_read() -> None:
    async def test(stage: Stage) -> None:
        stream = stage.open()
        for number in range(3):
            await stream.ask(f"{number}", "sleep:0.2")
        await until(lambda: stage.pool.busy == 1)
        await asyncio.sleep(0.05)
        stop_requests = StopRequests()
        stop_requests.add("a test")
        draining = asyncio.create_task(stage.service.drain(stop_requests))
        assert {await stream.next() for _ in range(3)} == {("0", "done"), ("1", "done"), ("2", "done")}
        assert await stream.call.code() is grpc.StatusCode.UNAVAILABLE
        await asyncio.wait_for(draining, 5.0)

    with_stage(test)


def test_a_batch_that_comes_when_the_service_is_about_to_stop_is_sent_away() -> None:
    async def test(stage: Stage) -> None:
        stage.front.stop_reading()
        stream = stage.open()
        with pytest.raises(aio.AioRpcError) as error:
            await stream.call.read()
        assert refusal(error.value).reason == "SHUTTING_DOWN"

    with_stage(test)
