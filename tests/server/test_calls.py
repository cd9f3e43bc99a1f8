"""The front turns what happens in the workers into answers, errors and log lines; tried with workers that misbehave."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc import aio

from carnegie_server.lifetime import StopRequests
from carnegie_server.logs import TextLines, fields_of
from carnegie_server.methods import SUGGEST
from carnegie_server.workers import PoolOptions
from server.service_process import detail, refusal
from server.stage import Stage, running_stage

OBSERVING = "carnegie_server.front.observing"


def with_stage(test: Callable[[Stage], Awaitable[None]], options: PoolOptions | None = None) -> None:
    async def run() -> None:
        async with running_stage(options or PoolOptions(1, max_seconds=5.0, grace_seconds=0.1)) as stage:
            await test(stage)

    asyncio.run(run())


def test_a_solve_that_ignores_its_limit_ends_the_call_and_not_the_service() -> None:
    async def test(stage: Stage) -> None:
        started = time.monotonic()
        error = await stage.refused("allow_and_spin:0.2")
        assert 0.3 <= time.monotonic() - started < 2.5
        assert (error.code, error.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "NO_ANSWER_IN_TIME")
        assert await stage.do("echo:still here") == "still here"

    with_stage(test)


def test_the_callers_deadline_reaches_the_worker() -> None:
    async def test(stage: Stage) -> None:
        assert 0.5 < float(await stage.do("seconds", deadline=1.0)) < 1.0
        assert float(await stage.do("seconds")) == pytest.approx(5.0, abs=0.1)

    with_stage(test)


def test_a_passed_deadline_frees_the_slot() -> None:
    async def test(stage: Stage) -> None:
        with pytest.raises(aio.AioRpcError) as error:
            await stage.do("spin:5", deadline=0.2)
        assert error.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        started = time.monotonic()
        assert await stage.do("echo:next") == "next"
        assert time.monotonic() - started < 2.5

    with_stage(test)


def test_a_cancelled_call_frees_the_slot() -> None:
    async def test(stage: Stage) -> None:
        call = stage.begin("wait_for_stop:5")
        await asyncio.sleep(0.1)
        assert stage.pool.free == 0
        call.cancel()
        await stage.until_free(1)
        assert not stage.pool.statistics.lost

    with_stage(test, PoolOptions(1, max_seconds=5.0, grace_seconds=2.0))


def test_a_worker_that_dies_hurts_its_own_call_only() -> None:
    async def test(stage: Stage) -> None:
        neighbour = asyncio.create_task(stage.do("sleep:0.3"))
        await asyncio.sleep(0.05)
        error = await stage.refused("crash")
        assert (error.code, error.reason) == (grpc.StatusCode.INTERNAL, "WORKER_LOST")
        assert await neighbour == "done"
        await stage.until_free(2)

    with_stage(test, PoolOptions(2, max_seconds=5.0))


def test_a_fault_of_the_service_is_logged_and_not_told(caplog: pytest.LogCaptureFixture) -> None:
    async def test(stage: Stage) -> None:
        error = await stage.refused("raise:the secret")
        assert (error.code, error.reason) == (grpc.StatusCode.INTERNAL, "INTERNAL_ERROR")
        incident = detail(error.status, error_details_pb2.ErrorInfo).metadata["incident"]
        assert error.message == f"a fault of the service, logged as incident {incident}"
        assert "secret" not in str(error.status)
        (record,) = [each for each in caplog.records if each.levelno == logging.ERROR]
        assert incident in record.getMessage()
        assert "LookupError: the secret" in record.getMessage()
        assert await stage.do("echo:still here") == "still here"

    with_stage(test)


def test_calls_beyond_the_queue_are_told_when_to_try_again() -> None:
    async def test(stage: Stage) -> None:
        running = [asyncio.create_task(stage.do("sleep:0.5")) for _ in range(2)]
        await asyncio.sleep(0.1)
        error = await stage.refused("echo:one too many")
        assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "BUSY")
        assert detail(error.status, error_details_pb2.RetryInfo).retry_delay.ToMilliseconds() > 0
        assert await asyncio.gather(*running) == ["done", "done"]

    with_stage(test, PoolOptions(1, max_seconds=5.0, max_waiting=1))


def test_running_calls_finish_before_the_service_stops() -> None:
    async def test(stage: Stage) -> None:
        running = asyncio.create_task(stage.do("sleep:0.6"))
        await asyncio.sleep(0.1)
        stop_requests = StopRequests()
        stop_requests.add("a test")
        started = time.monotonic()
        draining = asyncio.create_task(stage.service.drain(stop_requests))
        # For a moment calls are still held, and answered after it.
        await asyncio.sleep(0.3)
        with pytest.raises(aio.AioRpcError) as error:
            await stage.do("echo:too late")
        assert error.value.code() is grpc.StatusCode.UNAVAILABLE
        assert await running == "done"
        await draining
        assert 0.4 <= time.monotonic() - started < 2.5

    with_stage(test)


def test_a_second_request_stops_the_service_at_once() -> None:
    async def test(stage: Stage) -> None:
        running = asyncio.create_task(stage.do("sleep:4"))
        await asyncio.sleep(0.1)
        stop_requests = StopRequests()
        stop_requests.add("a test")
        started = time.monotonic()
        draining = asyncio.create_task(stage.service.drain(stop_requests))
        await asyncio.sleep(0.1)
        assert not draining.done()
        stop_requests.add("an impatient test")
        with pytest.raises((aio.AioRpcError, asyncio.CancelledError)):
            await running
        await draining
        assert time.monotonic() - started < 2.5

    with_stage(test)


def test_every_call_is_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async def test(stage: Stage) -> None:
        await stage.do("echo:x")
        await stage.refused("crash")
        call = stage.begin("sleep:5")
        await asyncio.sleep(0.1)
        call.cancel()
        await asyncio.sleep(0.1)

    with caplog.at_level(logging.INFO):
        with_stage(test)
    lines = [TextLines().format(each) for each in caplog.records if each.name == OBSERVING]
    assert [line.split(f"INFO {OBSERVING} ")[1].split(" duration_ms=")[0] for line in lines] == [
        f"call method={SUGGEST} code={code}" for code in ("OK", "INTERNAL", "CANCELLED")
    ]


def test_callers_who_go_away_leave_no_slot_taken() -> None:
    async def test(stage: Stage) -> None:
        for number in range(100):
            call = stage.begin("wait_for_stop:0.05")
            await asyncio.sleep(0.0002 * number)
            call.cancel()
        await stage.until_free(2)
        assert stage.pool.waiting == 0
        assert await asyncio.gather(*(stage.do("echo:x") for _ in range(4))) == ["x"] * 4

    with_stage(test, PoolOptions(2, max_seconds=5.0))


def test_the_callers_name_for_a_call_comes_back_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def test(stage: Stage) -> None:
        method: aio.UnaryUnaryMultiCallable[bytes, bytes] = stage.channel.unary_unary(SUGGEST)
        names = []
        for given in ("my-call.1", "two words", ""):
            call = method(b"echo:x", metadata=(("x-request-id", given),) if given else ())
            await call
            names.append(dict(await call.trailing_metadata())["x-request-id"])
        assert names[0] == "my-call.1"
        assert len(set(names)) == 3
        assert "two words" not in names

    with caplog.at_level(logging.INFO):
        with_stage(test)
    assert "my-call.1" in [fields_of(each).get("request_id") for each in caplog.records]


def test_who_is_told_to_come_again_is_told_when_in_the_way_that_grpc_retries_by() -> None:
    async def test(stage: Stage) -> None:
        running = stage.begin("sleep:1")
        await asyncio.sleep(0.1)
        with pytest.raises(aio.AioRpcError) as error:
            await stage.do("echo:x")
        assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        told = detail(refusal(error.value).status, error_details_pb2.RetryInfo).retry_delay.ToMilliseconds()
        assert dict(error.value.trailing_metadata())["grpc-retry-pushback-ms"] == str(told)
        assert 50 <= told <= 1_000
        running.cancel()

    with_stage(test, PoolOptions(1, max_seconds=5.0, max_waiting=0))


def test_a_deadline_that_passes_is_told_apart_from_a_call_given_up(caplog: pytest.LogCaptureFixture) -> None:
    async def test(stage: Stage) -> None:
        with pytest.raises(aio.AioRpcError):
            await stage.do("spin:5", deadline=0.2)
        await stage.until_free(1)
        call = stage.begin("sleep:5", deadline=20.0)
        await asyncio.sleep(0.1)
        call.cancel()
        await asyncio.sleep(0.1)

    with caplog.at_level(logging.INFO):
        with_stage(test)
    codes = [fields_of(each)["code"] for each in caplog.records if each.name == OBSERVING]
    assert codes == ["DEADLINE_EXCEEDED", "CANCELLED"]


def test_of_metadata_that_come_twice_the_first_count() -> None:
    """As the gateway has it, so that no token means one caller at one door and another one at the other."""

    async def test(stage: Stage) -> None:
        method: aio.UnaryUnaryMultiCallable[bytes, bytes] = stage.channel.unary_unary(SUGGEST)
        call = method(b"echo:x", metadata=(("x-request-id", "first"), ("x-request-id", "second")))
        await call
        assert dict(await call.trailing_metadata())["x-request-id"] == "first"

    with_stage(test)
