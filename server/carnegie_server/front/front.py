"""Answering calls: the gate, the workers, errors as the caller sees them, and a record of each call."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Callable, Sequence

from google.protobuf.message import DecodeError
from google.rpc import code_pb2, status_pb2

from carnegie.v1 import advisor_pb2, info_pb2
from carnegie_server.errors import CallRefused, Reason, to_status
from carnegie_server.front.calls import Answer, IncomingCall
from carnegie_server.front.gate import Gate, OpenGate
from carnegie_server.front.observing import LogLines, Observer
from carnegie_server.front.traffic import Course, Traffic
from carnegie_server.methods import GET_INFO
from carnegie_server.workers import (
    JobFailed,
    LossCause,
    OutOfTime,
    PoolBusy,
    PoolClosed,
    Reply,
    WorkerLost,
    WorkerPool,
)

_LOGGER = logging.getLogger(__name__)

_DEADLINE_MARGIN_SECONDS = 0.02
_RETRY_SECONDS = 1.0


class Front:
    """Answers calls, most of them by way of the workers.

    Nothing is decoded here. A message is decoded where it is worked on, in a worker, so that a hostile one costs the
    front nothing, and bytes that are no message get a proper answer.

    Parameters
    ----------
    pool
        The workers.
    info
        The answer to GetInfo.
    gate
        Decides which calls are let in.
    observers
        Are told of every call.
    """

    def __init__(
        self,
        pool: WorkerPool,
        info: info_pb2.GetInfoResponse,
        gate: Gate | None = None,
        observers: Sequence[Observer] = (LogLines(),),
    ) -> None:
        self._pool = pool
        self._info = info.SerializeToString()
        self._gate = gate or OpenGate()
        self._traffic = Traffic(observers)

    async def wait_until_idle(self, seconds: float = 0.0) -> None:
        """Wait until no call is being answered, and none has begun by so many seconds later."""
        await self._traffic.wait_until_idle(seconds)

    async def hold(self) -> None:
        """Begin to answer no call that comes in from now on, and wait until no more do, a second at most."""
        await self._traffic.hold()

    def go_on(self) -> None:
        """Answer also the calls that were held."""
        self._traffic.go_on()

    async def answer(self, call: IncomingCall) -> Answer:
        """Answer a call that receives one message and gives one."""
        with self._traffic.course(call) as course:
            return course.end(await self._answer(call, course))

    async def stream(self, call: IncomingCall) -> AsyncGenerator[bytes | Answer, None]:
        """Answer a call that gives a stream: messages, and at the very end how it ended.

        What the worker tells is passed on, and then its answer; a call that fails has a final message, too. The body of
        a good ending is empty, for its message has been given before.
        """
        told: asyncio.Queue[bytes | None] = asyncio.Queue()
        with self._traffic.course(call) as course:
            answering = asyncio.ensure_future(self._answer(call, course, told.put_nowait))
            answering.add_done_callback(lambda _: told.put_nowait(None))
            try:
                while (message := await told.get()) is not None:
                    yield message
                reply = await answering
                if reply.code == code_pb2.OK:
                    yield reply.body
                    yield course.end(Reply(reply.code, b"", reply.facts))
                else:
                    yield _final_failure(reply)
                    yield course.end(reply)
            finally:
                answering.cancel()

    async def _answer(
        self, call: IncomingCall, course: Course, on_progress: Callable[[bytes], None] | None = None
    ) -> Reply:
        try:
            course.enter(self._gate)
            await self._traffic.may_go_on()
            call = await _translated(call)
            if call.method == GET_INFO:
                return self._get_info(call.request)
            return await self._ask_worker(call, on_progress)
        except CallRefused as refusal:
            return Reply(
                refusal.code, to_status(refusal).SerializeToString(), {"reason": refusal.reason.value}
            )

    async def _ask_worker(self, call: IncomingCall, on_progress: Callable[[bytes], None] | None) -> Reply:
        try:
            return await self._pool.submit(call.method, call.request, _seconds_to_answer(call), on_progress)
        except PoolBusy:
            raise CallRefused(
                code_pb2.RESOURCE_EXHAUSTED,
                Reason.BUSY,
                "too many calls are waiting for an answer; try again later",
                retry_seconds=_RETRY_SECONDS,
            ) from None
        except OutOfTime:
            raise _no_answer_in_time() from None
        except PoolClosed:
            raise _shutting_down() from None
        except WorkerLost as lost:
            if lost.cause is LossCause.OVERRAN:
                raise _no_answer_in_time() from None
            if lost.cause is LossCause.CLOSED:
                raise _shutting_down() from None
            raise CallRefused(
                code_pb2.INTERNAL,
                Reason.WORKER_LOST,
                "the process that worked on this call ended unexpectedly",
            ) from None
        except JobFailed as failure:
            incident = secrets.token_hex(8)
            _LOGGER.error("incident %s: %s failed\n%s", incident, call.method, failure)
            raise CallRefused(
                code_pb2.INTERNAL,
                Reason.INTERNAL_ERROR,
                f"a fault of the service, logged as incident {incident}",
                metadata={"incident": incident},
            ) from None

    def _get_info(self, request: bytes) -> Reply:
        try:
            info_pb2.GetInfoRequest.FromString(request)
        except DecodeError:
            raise CallRefused(
                code_pb2.INVALID_ARGUMENT,
                Reason.MALFORMED_MESSAGE,
                "the request is not a serialized carnegie.v1.GetInfoRequest",
            ) from None
        return Reply(code_pb2.OK, self._info)


async def _translated(call: IncomingCall) -> IncomingCall:
    if call.translate is None:
        return call
    loop = asyncio.get_running_loop()
    started = loop.time()
    request = await call.translate(call.request)
    return call.translated(request, loop.time() - started)


def _final_failure(reply: Reply) -> bytes:
    failure = advisor_pb2.Failure(
        code=code_pb2.Code.Name(reply.code), message=status_pb2.Status.FromString(reply.body).message
    )
    return advisor_pb2.AnalyzeResponse(final=True, failure=failure).SerializeToString()


def _seconds_to_answer(call: IncomingCall) -> float | None:
    """Give the time that the caller's deadline leaves, less what the answer needs for its way back."""
    if call.seconds is None:
        return None
    return call.seconds - min(_DEADLINE_MARGIN_SECONDS, call.seconds / 2.0)


def _no_answer_in_time() -> CallRefused:
    return CallRefused(
        code_pb2.DEADLINE_EXCEEDED, Reason.NO_ANSWER_IN_TIME, "no answer was found in the time allowed"
    )


def _shutting_down() -> CallRefused:
    return CallRefused(code_pb2.UNAVAILABLE, Reason.SHUTTING_DOWN, "the service is about to stop")
