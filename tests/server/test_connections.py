"""What a connection may do, and what becomes of one that is silent, old, or too busy: seen frame by frame."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import grpc
import pytest
from grpc import aio

from carnegie_server.front import CallRecord
from carnegie_server.methods import GET_INFO
from carnegie_server.settings import Settings
from server.http2_connection import (
    ACKNOWLEDGED,
    ENHANCE_YOUR_CALM,
    GOAWAY,
    INITIAL_WINDOW_SIZE,
    MAX_CONCURRENT_STREAMS,
    MAX_HEADER_LIST_SIZE,
    PING,
    SETTINGS,
    Connection,
)
from server.secured_service import SecuredService, secured_service


def with_connection(settings: Settings, test: Callable[[Connection], Awaitable[None]]) -> None:
    async def run() -> None:
        async with secured_service(settings) as service, Connection(service.address) as connection:
            await test(connection)

    asyncio.run(run())


def with_service(settings: Settings, test: Callable[[SecuredService], Awaitable[None]]) -> None:
    async def run() -> None:
        async with secured_service(settings) as service:
            await test(service)

    asyncio.run(run())


def test_limits_are_told_at_the_beginning() -> None:
    async def test(connection: Connection) -> None:
        frame = await connection.receive(SETTINGS)
        assert frame is not None
        told = frame.settings()
        assert (told[MAX_CONCURRENT_STREAMS], told[MAX_HEADER_LIST_SIZE]) == (7, 5_000)
        assert told[INITIAL_WINDOW_SIZE] == 256 << 10

    with_connection(Settings(port=0, max_streams=7, max_metadata_bytes=5_000), test)


def test_a_silent_connection_is_pinged_and_kept_while_it_answers() -> None:
    async def test(connection: Connection) -> None:
        for _ in range(5):
            ping = await connection.receive(PING)
            assert ping is not None
            connection.send(PING, ACKNOWLEDGED, ping.payload)

    with_connection(Settings(port=0, keepalive_time=0.2, keepalive_timeout=0.3), test)


def test_a_silent_connection_that_does_not_answer_is_closed() -> None:
    async def test(connection: Connection) -> None:
        assert await connection.receive(PING) is not None
        assert await connection.receive(-1) is None

    with_connection(Settings(port=0, keepalive_time=0.2, keepalive_timeout=0.3), test)


@pytest.mark.parametrize(
    ("settings", "cause"),
    [
        (Settings(port=0, max_connection_idle=0.3, max_connection_age=0.0), b"idle"),
        (Settings(port=0, max_connection_idle=0.0, max_connection_age=0.3), b"max_age"),
    ],
)
def test_idle_and_old_connections_are_ended(settings: Settings, cause: bytes) -> None:
    async def test(connection: Connection) -> None:
        frame = await connection.receive(GOAWAY)
        assert frame is not None
        assert cause in frame.payload

    with_connection(settings, test)


def test_others_are_kept() -> None:
    async def test(connection: Connection) -> None:
        with pytest.raises(TimeoutError):
            await connection.receive(GOAWAY, seconds=0.8)

    with_connection(Settings(port=0, max_connection_idle=0.0, max_connection_age=0.0), test)


async def ping_often(connection: Connection) -> None:
    for number in range(8):
        connection.send(PING, 0, bytes([number]) * 8)
        await asyncio.sleep(0.1)


def test_a_client_that_pings_too_often_is_cut_off() -> None:
    async def test(connection: Connection) -> None:
        frame, _ = await asyncio.gather(connection.receive(GOAWAY), ping_often(connection))
        assert frame is not None
        assert frame.error_code() == ENHANCE_YOUR_CALM

    with_connection(Settings(port=0, min_ping_interval=30.0), test)


def test_a_client_may_ping_as_often_as_the_settings_allow() -> None:
    async def test(connection: Connection) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.gather(connection.receive(GOAWAY, seconds=1.0), ping_often(connection))

    with_connection(Settings(port=0, min_ping_interval=0.02), test)


def test_too_much_metadata_is_refused() -> None:
    async def test(service: SecuredService) -> None:
        await service.ask(metadata=[("note", "x" * 4_000)])
        with pytest.raises(aio.AioRpcError) as error:
            await service.ask(metadata=[("note", "x" * 5_000)])
        assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED

    with_service(Settings(port=0, max_metadata_bytes=5_000), test)


class Peers:
    """Takes note of where calls came from."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def began(self, method: str) -> None:
        pass

    def ended(self, record: CallRecord) -> None:
        self.seen.add(record.peer)


def test_no_call_fails_when_connections_grow_old() -> None:
    peers = Peers()

    async def run() -> None:
        async with (
            secured_service(Settings(port=0, max_connection_age=0.2), observers=(peers,)) as service,
            aio.insecure_channel(service.address) as channel,
        ):
            get_info: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(GET_INFO)
            end = asyncio.get_running_loop().time() + 2.0
            while asyncio.get_running_loop().time() < end:
                await get_info(b"", timeout=5.0)

    asyncio.run(run())
    assert len(peers.seen) >= 3
