"""gRPC's side of the calls: raw messages in, raw messages or errors out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import NoReturn

import grpc
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc import aio
from grpc_status import rpc_status

from carnegie_server.front import Answer, Front, IncomingCall
from carnegie_server.methods import BATCH_METHODS, STREAMING_METHODS

RETRY_PUSHBACK = "grpc-retry-pushback-ms"
"""The metadata by which gRPC's own retries are told when to come again."""

Context = aio.ServicerContext[bytes, bytes]


def handler(front: Front, method: str) -> grpc.RpcMethodHandler[bytes, bytes]:
    """Give the handler of the call with this full name.

    gRPC is told not to decode anything, see `Front`.
    """
    if method in BATCH_METHODS:

        async def batch(requests: AsyncIterator[bytes], context: Context) -> None:
            await _write(front.batch(_incoming(method, b"", context), requests), context)

        return grpc.stream_stream_rpc_method_handler(batch)

    if method in STREAMING_METHODS:

        async def stream(request: bytes, context: Context) -> None:
            await _write(front.stream(_incoming(method, request, context)), context)

        return grpc.unary_stream_rpc_method_handler(stream)

    async def answer(request: bytes, context: Context) -> bytes:
        ending = await front.answer(_incoming(method, request, context))
        await _end(context, ending)
        return ending.body

    return grpc.unary_unary_rpc_method_handler(answer)


async def _write(parts: AsyncGenerator[bytes | Answer, None], context: Context) -> None:
    """Send the messages of a stream, and how it ended."""
    # Closed here, not by the collector: a client that goes away while a message is written ends the loop.
    async with aclosing(parts):
        async for part in parts:
            if isinstance(part, Answer):
                await _end(context, part)
            else:
                await context.write(part)


def _incoming(method: str, request: bytes, context: Context) -> IncomingCall:
    return IncomingCall(
        method, request, _time_remaining(context), _metadata(context), _decoded(context.peer())
    )


def _metadata(context: Context) -> Mapping[str, str]:
    """Give what came beside the request; the first where something came more than once, as over HTTP."""
    metadata: dict[str, str] = {}
    for key, value in context.invocation_metadata() or ():
        if not key.endswith("-bin"):
            metadata.setdefault(key, _decoded(value))
    return metadata


def _decoded(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("latin-1")


def _time_remaining(context: Context) -> float | None:
    # gRPC's types promise a number; a call without a deadline has None.
    return context.time_remaining()


async def _end(context: Context, answer: Answer) -> None:
    if answer.code == code_pb2.OK:
        context.set_trailing_metadata(answer.metadata)
        return
    await _abort(context, answer)


async def _abort(context: Context, answer: Answer) -> NoReturn:
    message = status_pb2.Status.FromString(answer.body)
    status = rpc_status.to_status(message)
    metadata = (*(status.trailing_metadata or ()), *answer.metadata, *_pushback(message))
    await context.abort(status.code, status.details, metadata)


def _pushback(status: status_pb2.Status) -> tuple[tuple[str, str], ...]:
    retry = error_details_pb2.RetryInfo()
    for detail in status.details:
        if detail.Unpack(retry):
            return ((RETRY_PUSHBACK, str(retry.retry_delay.ToMilliseconds())),)
    return ()
