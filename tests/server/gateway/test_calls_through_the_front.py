"""The gateway's calls have the limits, the gate, the cancellation and the records that gRPC's calls have."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import time
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from google.rpc import code_pb2, error_details_pb2

from carnegie.v1 import info_pb2
from carnegie_server.errors import CallRefused, Reason
from carnegie_server.front import Answer, Caller, Front, IncomingCall
from carnegie_server.gateway.asgi import Event
from carnegie_server.gateway.connect_calls import ConnectCalls
from carnegie_server.gateway.json_messages import JsonMessages
from carnegie_server.methods import ANALYZE, GET_INFO, SUGGEST
from server.gateway.commanded import Commanded, with_gateway
from server.gateway.web import ORIGIN, PROTO, frame, frames, status_of, trailers
from server.service_process import detail


class TokenGate:
    """Lets in who has the token, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[IncomingCall] = []

    def identify(self, call: IncomingCall) -> Caller:
        self.asked.append(call)
        if call.metadata.get("authorization") != "Bearer open-sesame":
            raise CallRefused(code_pb2.UNAUTHENTICATED, Reason.INVALID_REQUEST, "a token is needed")
        return Caller("ali")

    def admit(self, caller: Caller, call: IncomingCall) -> None:
        """Everybody who has the token may call everything."""

    def take(self, _caller: Caller) -> float:
        """Questions of a batch may be asked at any rate."""
        return 0.0

    def leave(self, caller: Caller) -> None:
        """Nothing is counted."""


def test_the_gate_sees_the_token_and_is_seen_by_pages() -> None:
    gate = TokenGate()

    async def test(commanded: Commanded) -> None:
        refused = await commanded.command("echo:x", origin=ORIGIN)
        assert (refused.status, refused.json["code"]) == (401, "unauthenticated")
        assert refused.headers["www-authenticate"] == "Bearer"
        assert refused.headers["access-control-allow-origin"] == ORIGIN
        welcome = await commanded.command("echo:x", authorization="Bearer open-sesame", x_request_id="7")
        assert (welcome.status, welcome.body) == (200, b"x")
        # JSON that nobody has been let in with is not even read.
        unread = await asyncio.to_thread(commanded.web.post, "{", x_request_id="8")
        assert unread.status == 401
        calls = await commanded.ended(3)
        assert [call.caller.name for call in calls] == ["", "ali", ""]
        assert [call.code for call in calls] == [code_pb2.UNAUTHENTICATED, 0, code_pb2.UNAUTHENTICATED]
        assert calls[1].request_id == "7"
        assert calls[1].peer.startswith("127.0.0.1:")
        assert gate.asked[1].metadata["authorization"] == "Bearer open-sesame"

    with_gateway(test, gate=gate)


def test_a_full_queue_says_when_to_come_again() -> None:
    async def test(commanded: Commanded) -> None:
        running = asyncio.ensure_future(commanded.command("sleep:0.5"))
        await commanded.begun(1)
        answer = await commanded.command("echo:x", origin=ORIGIN)
        assert (answer.status, answer.json["code"]) == (429, "resource_exhausted")
        assert answer.headers["retry-after"] == "1"
        assert answer.headers["access-control-allow-origin"] == ORIGIN
        status = status_of(answer.json, code_pb2.RESOURCE_EXHAUSTED)
        # An estimate by what jobs take; whole seconds where HTTP wants them.
        assert 0 < detail(status, error_details_pb2.RetryInfo).retry_delay.ToMilliseconds() <= 1_000
        assert (await running).body == b"done"

    with_gateway(test, max_waiting=0)


@pytest.mark.parametrize("protocol", ["connect", "gRPC-Web"])
def test_a_deadline_reaches_the_worker(protocol: str) -> None:
    async def test(commanded: Commanded) -> None:
        if protocol == "connect":
            body = (await commanded.command("seconds", connect_timeout_ms="2000")).body
        else:
            answer = await asyncio.to_thread(
                commanded.web.post, frame(b"seconds"), "application/grpc-web", grpc_timeout="2S"
            )
            body = frames(answer.body)[0][1]
        assert 1.0 < float(body) < 2.0

    with_gateway(test)


def test_a_call_past_its_deadline_ends_and_frees_its_worker() -> None:
    async def test(commanded: Commanded) -> None:
        started = time.monotonic()
        answer = await commanded.command("spin:4", connect_timeout_ms="100")
        assert (answer.status, answer.json["code"]) == (504, "deadline_exceeded")
        assert (await commanded.command("echo:next")).body == b"next"
        assert time.monotonic() - started < 2.0

    with_gateway(test)


@pytest.mark.parametrize("path", [SUGGEST, ANALYZE])
def test_who_goes_away_frees_the_worker(path: str) -> None:
    """The browser's abort closes the connection; the call is cancelled, and the worker told to stop."""
    body = b"tell:x"
    kind = PROTO if path == SUGGEST else "application/connect+proto"
    content = body if path == SUGGEST else frame(body)

    async def test(commanded: Commanded) -> None:
        _, writer = await commanded.connect()
        head = f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\ncontent-length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        await commanded.begun(1)
        await asyncio.sleep(0.1)
        started = time.monotonic()
        writer.close()
        (call,) = await commanded.ended()
        assert call.code == code_pb2.CANCELLED
        assert (await commanded.command("echo:next")).body == b"next"
        assert time.monotonic() - started < 1.0
        assert not commanded.pool.statistics.lost  # it has stopped by itself

    with_gateway(test)


def test_callers_that_go_away_at_any_moment_leave_nothing_behind() -> None:
    chance = random.Random(11)
    body = frame(b"tell:x")
    head = f"POST {ANALYZE} HTTP/1.1\r\nhost: x\r\ncontent-type: application/connect+proto\r\n"
    request = head.encode() + f"content-length: {len(body)}\r\n\r\n".encode() + body

    async def come_and_go(commanded: Commanded) -> None:
        _, writer = await commanded.connect()
        writer.write(request[: chance.choice([len(request), chance.randrange(len(request))])])
        await asyncio.sleep(chance.uniform(0.0, 0.05))
        writer.transport.abort()

    async def test(commanded: Commanded) -> None:
        await asyncio.gather(*(come_and_go(commanded) for _ in range(100)))
        assert (await commanded.command("echo:next")).body == b"next"
        begun = len(commanded.records.begun)
        assert begun > 20
        await commanded.ended(begun)
        assert (commanded.pool.free, commanded.pool.waiting) == (1, 0)

    with_gateway(test, max_waiting=100)


def test_a_stream_comes_message_by_message() -> None:
    async def test(commanded: Commanded) -> None:
        reader, writer = await commanded.connect()
        body = frame(b"tell:first")
        head = f"POST {ANALYZE} HTTP/1.1\r\nhost: x\r\ncontent-type: application/connect+proto\r\n"
        writer.write(head.encode() + f"content-length: {len(body)}\r\n\r\n".encode() + body)
        async with asyncio.timeout(2.0):  # the worker says this, and goes on for longer
            assert await reader.readuntil(frame(b"first"))
        writer.close()
        await commanded.ended()

    with_gateway(test)


def test_a_lost_worker_is_an_error_like_another() -> None:
    async def test(commanded: Commanded) -> None:
        answer = await commanded.command("crash:")
        assert (answer.status, answer.json["code"]) == (500, "internal")
        info = detail(status_of(answer.json, code_pb2.INTERNAL), error_details_pb2.ErrorInfo)
        assert info.reason == "WORKER_LOST"
        stream = await asyncio.to_thread(
            commanded.web.post, frame(b"raise:secret"), "application/connect+proto", ANALYZE
        )
        assert json.loads(frames(stream.body)[-1][1])["error"]["code"] == "internal"
        assert b"secret" not in stream.body

    with_gateway(test)


def test_a_fault_of_the_gateway_itself_shows_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_self: Front, _call: IncomingCall) -> None:
        raise LookupError("secret")

    monkeypatch.setattr(Front, "answer", fail)

    async def test(commanded: Commanded) -> None:
        answer = await commanded.command("echo:x")
        assert (answer.status, answer.json["code"]) == (500, "internal")
        assert b"secret" not in answer.body
        incident = answer.json["message"].rpartition(" ")[2]
        assert incident in caplog.text
        web_answer = await asyncio.to_thread(commanded.web.post, frame(b"echo:x"), "application/grpc-web")
        ((_, block),) = frames(web_answer.body)
        assert trailers(block)["grpc-status"] == str(code_pb2.INTERNAL)
        assert "secret" not in trailers(block)["grpc-message"]

    with_gateway(test)


@pytest.mark.parametrize(("host", "written"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")])
def test_the_gate_is_told_where_a_call_comes_from(host: str, written: str) -> None:
    """An address can be told from its port, whichever kind it is: limits of a caller go by the address."""
    gate = TokenGate()
    front: Any = Recorded(gate)
    calls = ConnectCalls(
        front, JsonMessages(), [info_pb2.DESCRIPTOR.services_by_name["InfoService"]], 100, lambda: True
    )
    scope = {
        "type": "http",
        "method": "GET",
        "path": GET_INFO,
        "root_path": "",
        "query_string": b"encoding=proto&message=",
        "headers": [],
        "client": (host, 50_000),
    }

    async def receive() -> Event:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(_event: Event) -> None:
        await asyncio.sleep(0)

    asyncio.run(calls(scope, receive, send))
    assert gate.asked[0].peer == f"{written}:50000"


class Recorded:
    """A front that shows its calls to a gate, and no more."""

    def __init__(self, gate: TokenGate) -> None:
        self._gate = gate

    async def answer(self, call: IncomingCall) -> Answer:
        self._gate.asked.append(call)
        return Answer(0, b"")


def test_binary_metadata_is_left_out() -> None:
    gate = TokenGate()

    async def test(commanded: Commanded) -> None:
        await commanded.command("echo:x", extra_bin=base64.b64encode(b"\0").decode(), extra="yes")
        assert gate.asked[0].metadata["extra"] == "yes"
        assert "extra-bin" not in gate.asked[0].metadata

    with_gateway(test, gate=gate)


def test_a_call_with_a_stream_of_requests_is_refused_with_the_reason() -> None:
    file = descriptor_pb2.FileDescriptorProto(name="both.proto", package="test", syntax="proto3")
    file.message_type.add(name="Empty")
    file.service.add(name="Both").method.add(
        name="Talk",
        input_type=".test.Empty",
        output_type=".test.Empty",
        client_streaming=True,
        server_streaming=True,
    )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)

    async def test(commanded: Commanded) -> None:
        answer = await asyncio.to_thread(
            commanded.web.post, frame(b""), "application/connect+proto", "/test.Both/Talk"
        )
        ((_, end),) = frames(answer.body)
        error = json.loads(end)["error"]
        assert error["code"] == "unimplemented"
        assert "use the gRPC port" in error["message"]

    with_gateway(test, services=[pool.FindServiceByName("test.Both")])


def test_after_the_last_call_the_gateway_refuses_and_says_so() -> None:
    async def test(commanded: Commanded) -> None:
        running = asyncio.ensure_future(commanded.command("sleep:0.3"))
        await commanded.begun(1)
        commanded.gateway.announce_end()
        health = await commanded.get("/healthz")
        assert (health.status, health.body) == (503, b"NOT_SERVING\n")
        assert health.headers["connection"] == "close"
        commanded.gateway.refuse_calls()
        assert (await commanded.get("/healthz")).status == 503
        refused = await commanded.command("echo:x")
        assert (refused.status, refused.json["code"]) == (503, "unavailable")
        info = detail(status_of(refused.json, code_pb2.UNAVAILABLE), error_details_pb2.ErrorInfo)
        assert info.reason == "SHUTTING_DOWN"
        assert (await running).body == b"done"
        assert len(commanded.records.begun) == 1

    with_gateway(test)
