"""Clients that are slow, greedy or malformed get no more than a bounded time and share, and hurt nobody else."""

from __future__ import annotations

import asyncio
import random
import socket
import time

import pytest

from carnegie_server.gateway import connect_calls, hosting
from carnegie_server.methods import ANALYZE, GET_INFO, SUGGEST, WORKER_METHODS
from server.gateway.commanded import Commanded, with_gateway
from server.gateway.web import JSON, ORIGIN, PROTO, Web, frame
from server.service_process import ServiceProcess

HEAD = f"POST {SUGGEST} HTTP/1.1\r\nhost: x\r\ncontent-type: {PROTO}\r\n"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the gateway lose its patience sooner."""
    monkeypatch.setattr(hosting, "_REQUEST_SECONDS", 0.5)
    monkeypatch.setattr(hosting, "_READING_SECONDS", 0.5)
    monkeypatch.setattr(hosting, "_KEEP_ALIVE_SECONDS", 1)
    monkeypatch.setattr(connect_calls, "_REQUEST_SECONDS", 0.5)


async def read_until_closed(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(5.0):
        try:
            return await reader.read(-1)
        except ConnectionResetError:
            return b""


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("said", [b"", b"POST", HEAD.encode(), f"{HEAD}content-le".encode()])
def test_a_request_that_never_begins_is_not_waited_for(said: bytes) -> None:
    async def test(commanded: Commanded) -> None:
        reader, writer = await commanded.connect()
        writer.write(said)
        started = time.monotonic()
        assert await read_until_closed(reader) == b""
        assert 0.2 < time.monotonic() - started < 2.0
        assert (await commanded.command("echo:next")).body == b"next"
        writer.close()

    with_gateway(test)


@pytest.mark.usefixtures("hurried")
def test_a_request_that_trickles_in_is_not_waited_for() -> None:
    """One byte from time to time is no sign of life."""

    async def trickle(writer: asyncio.StreamWriter) -> None:
        for character in HEAD * 10:
            writer.write(character.encode())
            await asyncio.sleep(0.02)

    async def test(commanded: Commanded) -> None:
        reader, writer = await commanded.connect()
        trickling = asyncio.ensure_future(trickle(writer))
        started = time.monotonic()
        assert await read_until_closed(reader) == b""
        assert time.monotonic() - started < 2.0
        trickling.cancel()
        writer.close()

    with_gateway(test)


@pytest.mark.usefixtures("hurried")
def test_a_body_that_never_comes_is_an_error() -> None:
    async def test(commanded: Commanded) -> None:
        reader, writer = await commanded.connect()
        writer.write(f"{HEAD}content-length: 100\r\n\r\nhalf of it".encode())
        answer = await read_until_closed(reader)
        assert answer.startswith(b"HTTP/1.1 504 ")
        assert b"the request was not complete after 0.5 s" in answer
        assert commanded.records.begun == []
        writer.close()

    with_gateway(test)


@pytest.mark.usefixtures("hurried")
def test_an_idle_connection_is_closed() -> None:
    async def test(commanded: Commanded) -> None:
        reader, writer = await commanded.connect()
        writer.write(f"{HEAD}content-length: 6\r\n\r\necho:x".encode())
        started = time.monotonic()
        answer = await read_until_closed(reader)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert time.monotonic() - started < 4.0
        writer.close()

    with_gateway(test)


@pytest.mark.usefixtures("hurried")
def test_a_second_request_that_never_comes_whole_is_not_waited_for() -> None:
    async def test(commanded: Commanded) -> None:
        reader, writer = await commanded.connect()
        request = f"{HEAD}content-length: 6\r\n\r\necho:x".encode()
        writer.write(request + request + b"POST")
        answer = await read_until_closed(reader)
        assert answer.count(b"HTTP/1.1 200 ") == 2
        writer.close()

    with_gateway(test)


@pytest.mark.usefixtures("hurried")
def test_who_does_not_read_is_cut_off() -> None:
    """An answer of 16 MiB fits into no buffer; whoever leaves it there does not hold it for ever."""

    async def test(commanded: Commanded) -> None:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(client, (commanded.web.host, commanded.web.port))
        body = b"echo:" + b"x" * (16 << 20)
        await loop.sock_sendall(client, f"{HEAD}content-length: {len(body)}\r\n\r\n".encode() + body)
        await commanded.ended()
        for _ in range(250):
            if commanded.gateway.connections:
                await asyncio.sleep(0.02)
        assert commanded.gateway.connections == 0
        assert (await commanded.command("echo:next")).body == b"next"
        client.close()

    with_gateway(test, max_request_bytes=32 << 20)


def test_there_are_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MOST_CONNECTIONS", 3)

    async def test(commanded: Commanded) -> None:
        writers = [(await commanded.connect())[1] for _ in range(3)]
        await asyncio.sleep(0.1)
        reader, one_more = await commanded.connect()
        assert await read_until_closed(reader) == b""
        for writer in (*writers, one_more):
            writer.close()
        await asyncio.sleep(0.1)
        assert (await commanded.command("echo:next")).body == b"next"

    with_gateway(test)


def test_a_body_without_end_is_cut_off(web: Web) -> None:
    """The answer comes as soon as the body is too long, and what follows is not kept."""
    with socket.create_connection((web.host, web.port), timeout=10.0) as client:
        client.sendall(f"{HEAD}transfer-encoding: chunked\r\n\r\n".encode())
        chunk = b"10000\r\n" + b"x" * (1 << 16) + b"\r\n"
        for _ in range(17):
            client.sendall(chunk)
        assert client.recv(1 << 16).startswith(b"HTTP/1.1 429 ")


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\r\n\r\n\r\n",
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nx-request-id: a\rb\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nx: " + b"y" * (1 << 20) + b"\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused(web: Web, request_bytes: bytes) -> None:
    with socket.create_connection((web.host, web.port), timeout=10.0) as client:
        try:
            client.sendall(request_bytes)
            answer = client.recv(1 << 16)
        except ConnectionResetError:
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")
    assert b"python" not in answer.lower()


def test_headers_of_other_characters_are_refused(web: Web) -> None:
    request = f"POST {GET_INFO} HTTP/1.1\r\nhost: x\r\norigin: {ORIGIN}\r\n".encode()
    request += b"content-type: application/json\r\nx-request-id: \xff\xfe\r\ncontent-length: 2\r\n\r\n{}"
    with socket.create_connection((web.host, web.port), timeout=10.0) as client:
        client.sendall(request)
        answer = client.recv(1 << 16)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert f"access-control-allow-origin: {ORIGIN}".encode() in answer


def test_a_websocket_is_refused(web: Web) -> None:
    answer = web.request(
        "GET", SUGGEST, connection="Upgrade", upgrade="websocket", sec_websocket_version="13"
    )
    assert answer.status == 405


def test_whatever_bytes_come_the_gateway_goes_on(web: Web) -> None:
    """Every answer is one of the declared ones, and the last one is right."""
    chance = random.Random(5)
    kinds = [JSON, PROTO, "application/connect+proto", "application/connect+json", "application/grpc-web"]
    for _ in range(300):
        data = chance.randbytes(chance.choice([0, 1, 5, 20, 200]))
        body = chance.choice([data, frame(data), data.hex().encode(), b'{"position":"' + data + b'"}'])
        answer = web.post(body, chance.choice(kinds), chance.choice([*WORKER_METHODS, ANALYZE, GET_INFO]))
        assert answer.status in (200, 400, 415), answer
    assert web.post("{}", path=GET_INFO).status == 200


def test_nothing_of_that_is_an_exception(web: Web, service: ServiceProcess) -> None:
    assert web.post("{}", path=GET_INFO).status == 200
    assert "Traceback" not in service.log()
