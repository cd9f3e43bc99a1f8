"""The connection of the asynchronous client: as `connection.py`, on grpc.aio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from typing import Final

import grpc
from google.protobuf.message import Message

from carnegie.v1.advisor_pb2 import AnalyzeBatchRequest, AnalyzeBatchResponse
from carnegie_client.addresses import target_for
from carnegie_client.batch import BatchAnswer
from carnegie_client.batch_requests import BATCH, AsyncBatchRequests, BatchCall
from carnegie_client.call_errors import error_from_call, unanswered
from carnegie_client.calls import Call, Response
from carnegie_client.connection_hints import with_hint
from carnegie_client.connection_settings import ConnectionSettings
from carnegie_client.errors import CarnegieError, ClientClosed, ServerUnreachable
from carnegie_client.patience import Patience

_WAITING: Final = {grpc.ChannelConnectivity.IDLE, grpc.ChannelConnectivity.CONNECTING}


class AsyncConnection:
    """A channel to all replicas of a service, opened by the first call; see `ConnectionOptions`."""

    def __init__(self, settings: ConnectionSettings) -> None:
        self._settings = settings
        self._lock = asyncio.Lock()
        self._opened: grpc.aio.Channel | None = None
        self._connected = False
        self._closed = asyncio.Event()

    async def close(self) -> None:
        """Close the channel; calls that are under way end with an error."""
        self._closed.set()
        async with self._lock:
            channel, self._opened = self._opened, None
        if channel is not None:
            await channel.close()

    async def call(self, call: Call[Response], patience: Patience) -> Response:
        """Make a call, again where that makes sense.

        Raises
        ------
        CarnegieError
            When it gives no answer; which one says why.
        """
        channel = await self._connect(call.request_id)
        method: grpc.aio.UnaryUnaryMultiCallable[Message, Response] = channel.unary_unary(
            call.method.path,
            request_serializer=_serialized,
            response_deserializer=call.method.response.FromString,
        )
        hedge_after = self._settings.hedge_after if call.method.cheap else None
        headers = self._settings.headers_for(call.request_id)
        while True:
            try:
                return await _answer(method, call, patience.seconds_left(), headers, hedge_after)
            except (grpc.RpcError, asyncio.CancelledError, grpc.aio.UsageError) as error:
                failure = self._failure(error, call.request_id)
                pause = patience.pause_after(failure)
                if pause is None or await self._closed_within(pause):
                    raise failure from error

    async def stream(
        self, call: Call[Response], patience: Patience, is_answer: Callable[[Response], bool]
    ) -> AsyncGenerator[Response, None]:
        """Make a call that answers with a stream; closing the iterator before its end cancels the call.

        What is no answer is left out. The call is made again only as long as there was no answer.

        Raises
        ------
        CarnegieError
            When the stream ends with an error; which one says why.
        """
        channel = await self._connect(call.request_id)
        method: grpc.aio.UnaryStreamMultiCallable[Message, Response] = channel.unary_stream(
            call.method.path,
            request_serializer=_serialized,
            response_deserializer=call.method.response.FromString,
        )
        headers = self._settings.headers_for(call.request_id)
        while True:
            begun = answered = False
            try:
                answers = method(call.request, timeout=patience.seconds_left(), metadata=headers)
            except grpc.aio.UsageError as error:
                raise self._failure(error, call.request_id) from error
            try:
                async for message in answers:
                    begun = True
                    if is_answer(message):
                        answered = True
                        yield message
            except (grpc.RpcError, asyncio.CancelledError, grpc.aio.UsageError) as error:
                failure = self._failure(error, call.request_id)
                pause = None if answered else patience.pause_after(failure, of_stream=True, begun=begun)
                if pause is None or await self._closed_within(pause):
                    raise failure from error
            else:
                return
            finally:
                answers.cancel()

    async def exchange(
        self, call: BatchCall, patience: Patience, requests: AsyncBatchRequests
    ) -> AsyncGenerator[BatchAnswer, None]:
        """Make the call of a batch; closing the iterator before its end cancels it.

        The call is made again only as long as there was no answer. An error of the caller's questions is raised after
        the answers to those before it.

        Raises
        ------
        CarnegieError
            When the stream ends with an error, or without an answer to each question; which one says why.
        """
        gives_up_at = None if call.seconds is None else time.monotonic() + call.seconds
        channel = await self._connect(call.request_id)
        method: grpc.aio.StreamStreamMultiCallable[AnalyzeBatchRequest, AnalyzeBatchResponse] = (
            channel.stream_stream(
                BATCH.path,
                request_serializer=_serialized,
                response_deserializer=BATCH.response.FromString,
            )
        )
        headers = self._settings.headers_for(call.request_id)
        while True:
            answered = False
            seconds = None if gives_up_at is None else max(0.0, gives_up_at - time.monotonic())
            try:
                messages = method(requests.attempt(), timeout=seconds, metadata=headers)
            except grpc.aio.UsageError as error:
                raise self._failure(error, call.request_id) from error
            try:
                async for message in messages:
                    answered = True
                    yield requests.answer(message, self._settings.address, call.request_id)
            except (grpc.RpcError, asyncio.CancelledError, grpc.aio.UsageError) as error:
                failure = self._failure(error, call.request_id)
                pause = None if answered else patience.pause_after(failure, of_stream=True)
                if pause is None or await self._closed_within(pause):
                    raise failure from error
            else:
                break
            finally:
                messages.cancel()
        if requests.failure is not None:
            raise requests.failure
        if requests.unanswered:
            raise unanswered(requests.unanswered, call.request_id)

    def _failure(self, error: BaseException, request_id: str) -> CarnegieError:
        """Say why a call has failed; a task that somebody cancels stays cancelled."""
        task = asyncio.current_task()
        if isinstance(error, asyncio.CancelledError) and (
            not self._closed.is_set() or (task is not None and task.cancelling())
        ):
            raise error
        if self._closed.is_set() or not isinstance(error, grpc.RpcError):
            return ClientClosed("the client was closed before there was an answer", request_id=request_id)
        return with_hint(error_from_call(error, self._settings.address, request_id), self._settings)

    async def _closed_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._closed.wait()
        except TimeoutError:
            return False
        return True

    async def _open(self, request_id: str) -> grpc.aio.Channel:
        async with self._lock:
            if self._closed.is_set():
                raise ClientClosed("the client is closed", request_id=request_id)
            if self._opened is None:
                try:
                    # Names may take seconds to look up.
                    target = await asyncio.to_thread(target_for, self._settings.addresses)
                except OSError as error:
                    raise ServerUnreachable(
                        self._settings.address, str(error), request_id=request_id
                    ) from error
                credentials, options = self._settings.credentials, self._settings.options()
                self._opened = (
                    grpc.aio.insecure_channel(target, options=options)
                    if credentials is None
                    else grpc.aio.secure_channel(target, credentials, options=options)
                )
            return self._opened

    async def _connect(self, request_id: str) -> grpc.aio.Channel:
        """Wait for the first connection, so that a silent address is told apart from a slow answer.

        An address that refuses is left to the call itself, whose error says why.
        """
        channel = await self._open(request_id)
        if self._connected:
            return channel
        state = channel.get_state(try_to_connect=True)
        try:
            async with asyncio.timeout(self._settings.connect_timeout):
                while state in _WAITING:
                    await channel.wait_for_state_change(state)
                    state = channel.get_state(try_to_connect=True)
        except TimeoutError:
            detail = f"no connection within {self._settings.connect_timeout:g} seconds"
            raise ServerUnreachable(self._settings.address, detail, request_id=request_id) from None
        except grpc.aio.UsageError as error:  # closed meanwhile
            raise self._failure(error, request_id) from error
        self._connected = state is grpc.ChannelConnectivity.READY
        return channel


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


async def _answer(
    method: grpc.aio.UnaryUnaryMultiCallable[Message, Response],
    call: Call[Response],
    seconds: float,
    headers: tuple[tuple[str, str], ...],
    hedge_after: float | None,
) -> Response:
    """Make a call once, and after some seconds without an answer a second time; the first answer counts."""

    async def attempt(allowed: float) -> Response:
        running = method(call.request, timeout=allowed, metadata=headers)
        answer = await running
        call.tell(await running.trailing_metadata())
        return answer

    if hedge_after is None:
        return await attempt(seconds)
    attempts = [asyncio.create_task(attempt(seconds))]
    try:
        ended, running = await asyncio.wait(attempts, timeout=hedge_after)
        if not ended:
            attempts.append(asyncio.create_task(attempt(max(0.0, seconds - hedge_after))))
            ended, running = await asyncio.wait(attempts, return_when=asyncio.FIRST_COMPLETED)
            if running and all(each.cancelled() or each.exception() is not None for each in ended):
                ended, running = await asyncio.wait(running)
        answered = [each for each in ended if not each.cancelled() and each.exception() is None]
        return await (answered or list(ended))[0]
    finally:
        for each in attempts:
            each.cancel()
        await asyncio.gather(*attempts, return_exceptions=True)
