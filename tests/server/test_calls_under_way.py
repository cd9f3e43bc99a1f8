"""A call counts as under way until it ends, however that is: answered, failed, cancelled, or with its worker lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import grpc
import pytest
from grpc import aio

from carnegie.v1 import info_pb2
from carnegie_server.front import Front
from carnegie_server.methods import ANALYZE, SUGGEST
from carnegie_server.security.rates import RateLimiter
from carnegie_server.security.token_gate import CallerLimits, TokenGate
from carnegie_server.server import Service
from carnegie_server.settings import Settings
from carnegie_server.workers import PoolOptions, WorkerPool
from server.commands import build_commands
from server.service_process import refusal


def with_one_call_at_a_time(test: Callable[[aio.Channel], Awaitable[None]]) -> None:
    async def run() -> None:
        pool = WorkerPool(build_commands, PoolOptions(2, max_seconds=5.0, grace_seconds=0.1))
        await pool.start()
        gate = TokenGate(lambda: None, CallerLimits(max_concurrent=1), RateLimiter())
        service = Service(Settings(port=0), Front(pool, info_pb2.GetInfoResponse(), gate))
        try:
            async with aio.insecure_channel(await service.start()) as channel:
                await test(channel)
        finally:
            await service.stop_at_once()
            await pool.close()

    asyncio.run(run())


def begin(channel: aio.Channel, command: str) -> aio.UnaryUnaryCall[bytes, bytes]:
    method: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(SUGGEST)
    return method(command.encode(), timeout=10.0)


async def reason(channel: aio.Channel, command: str) -> str:
    with pytest.raises(aio.AioRpcError) as error:
        await begin(channel, command)
    return refusal(error.value).reason


async def until_let_in(channel: aio.Channel) -> None:
    """Call until no other call is under way."""
    async with asyncio.timeout(5.0):
        while True:
            try:
                await begin(channel, "echo:")
            except aio.AioRpcError as error:
                assert refusal(error).reason == "TOO_MANY_CALLS"  # noqa: PT017 # there may be none
            else:
                return


def test_calls_that_end_well_or_badly() -> None:
    async def test(channel: aio.Channel) -> None:
        running = begin(channel, "sleep:0.5")
        await asyncio.sleep(0.2)
        assert await reason(channel, "echo:") == "TOO_MANY_CALLS"
        assert await running == b"done"
        for command, expected in (("raise:text", "INTERNAL_ERROR"), ("crash", "WORKER_LOST")):
            assert await reason(channel, command) == expected
        await begin(channel, "echo:")

    with_one_call_at_a_time(test)


def test_calls_that_are_cancelled() -> None:
    async def test(channel: aio.Channel) -> None:
        running = begin(channel, "sleep:3")
        await asyncio.sleep(0.2)
        assert await reason(channel, "echo:") == "TOO_MANY_CALLS"
        running.cancel()
        await until_let_in(channel)

    with_one_call_at_a_time(test)


def test_streams() -> None:
    async def test(channel: aio.Channel) -> None:
        method: aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(ANALYZE)
        for command in (b"sleep:0.4", b"raise:text", b"sleep:3"):
            stream = method(command, timeout=10.0)
            reading = asyncio.ensure_future(stream.read())
            if command.startswith(b"sleep"):
                await asyncio.sleep(0.2)
                assert await reason(channel, "echo:") == "TOO_MANY_CALLS"
            if command == b"sleep:3":
                stream.cancel()
            await asyncio.wait([reading])
            reading.cancelled() or reading.exception()
            await until_let_in(channel)

    with_one_call_at_a_time(test)


def test_who_is_turned_away_is_told_when_to_come_again() -> None:
    async def test(channel: aio.Channel) -> None:
        running = begin(channel, "sleep:0.5")
        await asyncio.sleep(0.2)
        with pytest.raises(aio.AioRpcError) as error:
            await begin(channel, "echo:")
        assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert ("grpc-retry-pushback-ms", "1000") in set(error.value.trailing_metadata())
        await running

    with_one_call_at_a_time(test)
