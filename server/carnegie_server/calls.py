"""The calls as gRPC hands them over: raw messages in, raw messages or errors out, a log line for each."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import NoReturn

import grpc
from google.protobuf.message import DecodeError
from google.rpc import code_pb2, status_pb2
from grpc import aio
from grpc_status import rpc_status

from carnegie.v1 import advisor_pb2, info_pb2
from carnegie_server.errors import CallRefused, Reason, to_status
from carnegie_server.methods import STREAMING_METHODS, WORKER_METHODS
from carnegie_server.workers import (
    Fact,
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
_STATUS_CODES: Mapping[int, grpc.StatusCode] = {code.value[0]: code for code in grpc.StatusCode}

Context = aio.ServicerContext[bytes, bytes]
Answer = Callable[[bytes, Context], Awaitable[Reply]]


class Calls:
    """Answers calls, most of them by way of the workers.

    gRPC is told not to decode anything. A message is decoded where it is worked on, in a worker, so that a hostile one
    costs the front nothing, and bytes that are no message get a proper answer.

    Parameters
    ----------
    pool
        The workers.
    info
        The answer to GetInfo.
    """

    def __init__(self, pool: WorkerPool, info: info_pb2.GetInfoResponse) -> None:
        self._pool = pool
        self._info = info.SerializeToString()
        self._active = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def wait_until_idle(self) -> None:
        """Wait until no call is being answered."""
        await self._idle.wait()

    def handler(self, method: str) -> grpc.RpcMethodHandler[bytes, bytes]:
        """Give the handler of the call with this full name."""
        if method in STREAMING_METHODS:

            async def stream(request: bytes, context: Context) -> AsyncIterator[bytes]:
                async for message in self._stream(method, request, context):
                    yield message

            return grpc.unary_stream_rpc_method_handler(stream)
        answer = functools.partial(self._ask_worker, method) if method in WORKER_METHODS else self._get_info

        async def handle(request: bytes, context: Context) -> bytes:
            return await self._handle(method, answer, request, context)

        return grpc.unary_unary_rpc_method_handler(handle)

    async def _handle(self, method: str, answer: Answer, request: bytes, context: Context) -> bytes:
        loop = asyncio.get_running_loop()
        started = loop.time()
        code = grpc.StatusCode.UNKNOWN
        facts: Mapping[str, Fact] = {}
        self._active += 1
        self._idle.clear()
        try:
            try:
                reply = await answer(request, context)
            except CallRefused as refusal:
                reply = Reply(refusal.code, to_status(refusal).SerializeToString())
            code, facts = _STATUS_CODES[reply.code], reply.facts
            if code is not grpc.StatusCode.OK:
                await _abort(context, reply.body)
            context.set_trailing_metadata(_times(facts))
            return reply.body
        except asyncio.CancelledError:
            code = grpc.StatusCode.CANCELLED
            raise
        finally:
            self._active -= 1
            if not self._active:
                self._idle.set()
            # Not before the answer is on its way: nobody should wait for a line in a log.
            loop.call_soon(_log_call, method, code, loop.time() - started, facts)

    async def _stream(self, method: str, request: bytes, context: Context) -> AsyncIterator[bytes]:
        """Pass on what the worker tells, and then its answer; a call that fails has a final message, too."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        code = grpc.StatusCode.UNKNOWN
        facts: Mapping[str, Fact] = {}
        told: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._active += 1
        self._idle.clear()
        answer = asyncio.ensure_future(self._ask_worker(method, request, context, told.put_nowait))
        answer.add_done_callback(lambda _: told.put_nowait(None))
        try:
            while (message := await told.get()) is not None:
                yield message
            try:
                reply = await answer
            except CallRefused as refusal:
                reply = Reply(refusal.code, to_status(refusal).SerializeToString())
            code, facts = _STATUS_CODES[reply.code], reply.facts
            if code is grpc.StatusCode.OK:
                context.set_trailing_metadata(_times(facts))
                yield reply.body
            else:
                failure = advisor_pb2.Failure(
                    code=code.name, message=status_pb2.Status.FromString(reply.body).message
                )
                yield advisor_pb2.AnalyzeResponse(final=True, failure=failure).SerializeToString()
                await _abort(context, reply.body)
        except (asyncio.CancelledError, GeneratorExit):
            code = grpc.StatusCode.CANCELLED
            raise
        finally:
            answer.cancel()
            self._active -= 1
            if not self._active:
                self._idle.set()
            loop.call_soon(_log_call, method, code, loop.time() - started, facts)

    async def _ask_worker(
        self,
        method: str,
        request: bytes,
        context: Context,
        on_progress: Callable[[bytes], None] | None = None,
    ) -> Reply:
        try:
            return await self._pool.submit(method, request, _seconds_to_answer(context), on_progress)
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
            _LOGGER.error("incident %s: %s failed\n%s", incident, method, failure)
            raise CallRefused(
                code_pb2.INTERNAL,
                Reason.INTERNAL_ERROR,
                f"a fault of the service, logged as incident {incident}",
                metadata={"incident": incident},
            ) from None

    async def _get_info(self, request: bytes, _context: Context) -> Reply:
        try:
            info_pb2.GetInfoRequest.FromString(request)
        except DecodeError:
            raise CallRefused(
                code_pb2.INVALID_ARGUMENT,
                Reason.MALFORMED_MESSAGE,
                "the request is not a serialized carnegie.v1.GetInfoRequest",
            ) from None
        return Reply(code_pb2.OK, self._info)


def _seconds_to_answer(context: Context) -> float | None:
    """Give the time that the caller's deadline leaves, less what the answer needs for its way back."""
    remaining = _time_remaining(context)
    if remaining is None:
        return None
    return remaining - min(_DEADLINE_MARGIN_SECONDS, remaining / 2.0)


def _time_remaining(context: Context) -> float | None:
    # gRPC's types promise a number; a call without a deadline has None.
    return context.time_remaining()


async def _abort(context: Context, body: bytes) -> NoReturn:
    status = rpc_status.to_status(status_pb2.Status.FromString(body))
    await context.abort(status.code, status.details, status.trailing_metadata)


def _no_answer_in_time() -> CallRefused:
    return CallRefused(
        code_pb2.DEADLINE_EXCEEDED, Reason.NO_ANSWER_IN_TIME, "no answer was found in the time allowed"
    )


def _shutting_down() -> CallRefused:
    return CallRefused(code_pb2.UNAVAILABLE, Reason.SHUTTING_DOWN, "the service is about to stop")


def _times(facts: Mapping[str, Fact]) -> tuple[tuple[str, str], ...]:
    """Give the times of an answer as metadata, for the message of one that is the same each time has none."""
    return tuple(
        (f"carnegie-{name.replace('_', '-')}", f"{float(value):.6f}")
        for name, value in facts.items()
        if name.endswith("_seconds")
    )


def _log_call(method: str, code: grpc.StatusCode, seconds: float, facts: Mapping[str, Fact]) -> None:
    words = [f"method={method}", f"code={code.name}", f"duration_ms={seconds * 1e3:.1f}"]
    for name, value in facts.items():
        if name.endswith("_seconds"):
            words.append(f"{name.removesuffix('_seconds')}_ms={float(value) * 1e3:.1f}")
        else:
            words.append(f"{name}={value}")
    _LOGGER.info("call %s", " ".join(words))
