"""The service stops under load, and no call that it has taken fails."""

from __future__ import annotations

import asyncio
import collections
import json
import signal
import time
from collections.abc import Awaitable, Callable

import grpc
import pytest
from grpc import aio
from grpc_health.v1 import health_pb2

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc
from carnegie_server.front import IncomingCall
from carnegie_server.front.traffic import Traffic
from carnegie_server.lifetime import StopRequests
from carnegie_server.methods import ANALYZE, GET_INFO, SUGGEST
from carnegie_server.settings import Settings
from carnegie_server.workers import Reply
from server.positions import management
from server.secured_service import SecuredService, secured_service
from server.service_process import ServiceProcess, running_service

CALLERS = 18
QUESTION = advisor_pb2.SuggestRequest(position=management())

# So that callers do not share a connection.
OWN_CONNECTION = (("grpc.use_local_subchannel_pool", 1),)


class Load:
    """Callers that call again and again: single answers and streams, over lasting connections and over new ones."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.ended: collections.Counter[tuple[str, grpc.StatusCode]] = collections.Counter()
        self.going = True

    async def caller(self, number: int, lasting: aio.Channel) -> None:
        while self.going:
            if number % 2:
                await self.call(number, lasting)
            else:
                async with aio.insecure_channel(self.address, OWN_CONNECTION) as own:
                    await self.call(number, own)

    async def call(self, number: int, channel: aio.Channel) -> None:
        stub = advisor_pb2_grpc.AdvisorServiceStub(channel)
        code = grpc.StatusCode.OK
        try:
            if number % 3:
                await stub.Suggest(QUESTION, timeout=30.0)
            else:
                async for _ in stub.Analyze(advisor_pb2.AnalyzeRequest(question=QUESTION), timeout=30.0):
                    pass
        except aio.AioRpcError as error:
            code = error.code()
            await asyncio.sleep(0.01)
        self.ended[SUGGEST if number % 3 else ANALYZE, code] += 1


async def stop_under_load(service: ServiceProcess) -> Load:
    load = Load(service.address)
    async with aio.insecure_channel(service.address, OWN_CONNECTION) as lasting:
        callers = [asyncio.create_task(load.caller(number, lasting)) for number in range(CALLERS)]
        await asyncio.sleep(1.0)
        service.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(service.process.wait, 30.0)
        load.going = False
        await asyncio.gather(*callers)
    return load


@pytest.mark.parametrize("drain_delay", ["0", "0.3"])
def test_no_accepted_call_fails(drain_delay: str) -> None:
    flags = ("--workers=2", "--max-waiting=100", "--log-format=json", f"--drain-delay={drain_delay}")
    with running_service(*flags) as service:
        load = asyncio.run(stop_under_load(service))
        assert service.process.returncode == 0
        lines = [json.loads(line) for line in service.log().splitlines() if line.startswith("{")]
    accepted = collections.Counter(
        (line["method"], line["code"]) for line in lines if line["message"] == "call"
    )
    answered = {method: count for (method, code), count in load.ended.items() if code is grpc.StatusCode.OK}
    # Two workers and many more callers: calls were waiting for a worker when the signal came.
    assert sum(answered.values()) > 2 * CALLERS
    assert accepted == {(method, "OK"): count for method, count in answered.items()}
    # Others were not taken, and end in a way that is safe to try again; CANCELLED is gRPC's own, see docs/security.md.
    assert {code for _, code in load.ended} <= {
        grpc.StatusCode.OK,
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.CANCELLED,
    }


def test_calls_are_held_until_no_more_come_in_and_go_on_afterwards() -> None:
    async def run() -> None:
        traffic, answered = Traffic(()), []

        async def call(number: int) -> None:
            with traffic.course(IncomingCall(GET_INFO, b"")) as course:
                await traffic.may_go_on()
                answered.append(number)
                course.end(Reply(0, b""))

        await call(0)
        holding = asyncio.create_task(traffic.hold())
        calls = []
        for number in range(1, 6):
            await asyncio.sleep(0.02)
            calls.append(asyncio.create_task(call(number)))
        assert not holding.done()
        await asyncio.wait_for(holding, 5.0)
        assert answered == [0]
        traffic.go_on()
        await asyncio.gather(*calls)
        assert answered == [0, 1, 2, 3, 4, 5]

    asyncio.run(run())


def test_callers_who_never_cease_are_not_waited_for_for_ever() -> None:
    async def run() -> None:
        traffic = Traffic(())

        async def keep_calling() -> None:
            while True:
                with traffic.course(IncomingCall(GET_INFO, b"")) as course:
                    course.end(Reply(0, b""))
                await asyncio.sleep(0.0)

        calling = asyncio.create_task(keep_calling())
        await asyncio.wait_for(traffic.hold(), 10.0)
        calling.cancel()

    asyncio.run(run())


def draining(drain_delay: float, test: Callable[[SecuredService, StopRequests], Awaitable[None]]) -> float:
    """Run a test while a service drains; returns how long that took, in seconds."""

    async def run() -> float:
        async with secured_service(Settings(port=0, drain_delay=drain_delay)) as service:
            stop_requests = StopRequests()
            stop_requests.add("a test")
            began = time.monotonic()
            drain = asyncio.create_task(service.service.drain(stop_requests))
            await test(service, stop_requests)
            await drain
            return time.monotonic() - began

    return asyncio.run(run())


def test_calls_are_still_taken_for_a_while_after_health_says_no() -> None:
    async def test(service: SecuredService, _stop_requests: StopRequests) -> None:
        async with aio.insecure_channel(service.address, OWN_CONNECTION) as channel:
            check: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
                "/grpc.health.v1.Health/Check"
            )
            answer = health_pb2.HealthCheckResponse.FromString(await check(b"", timeout=5.0))
            assert answer.status == health_pb2.HealthCheckResponse.NOT_SERVING
            get_info: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(GET_INFO)
            await get_info(b"", timeout=5.0)
        await service.ask()

    assert 0.5 <= draining(0.5, test) < 5.0


def test_a_second_request_does_not_wait_for_the_delay() -> None:
    async def test(_service: SecuredService, stop_requests: StopRequests) -> None:
        stop_requests.add("an impatient test")

    assert draining(30.0, test) < 10.0
