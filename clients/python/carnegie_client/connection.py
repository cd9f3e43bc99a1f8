"""The connection of the client that waits: how it is opened, and how calls are made and made again."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Final

import grpc
from google.protobuf.message import Message

from carnegie.v1.advisor_pb2 import AnalyzeBatchRequest, AnalyzeBatchResponse
from carnegie_client.addresses import target_for
from carnegie_client.batch import BatchAnswer
from carnegie_client.batch_requests import BATCH, BatchCall, BatchRequests
from carnegie_client.call_errors import error_from_call, unanswered
from carnegie_client.calls import Call, Response
from carnegie_client.connection_hints import with_hint
from carnegie_client.connection_settings import ConnectionSettings
from carnegie_client.errors import CarnegieError, ClientClosed, ServerUnreachable
from carnegie_client.patience import Patience

_LOOK_SECONDS: Final = 0.05
"""How often a call that waits for the connection looks whether the client was closed."""

_LAST_LOOK_SECONDS: Final = 1.0
"""How long the client waits at its end for such a call."""


class Connection:
    """A channel to all replicas of a service, opened by the first call; see `ConnectionOptions`."""

    def __init__(self, settings: ConnectionSettings) -> None:
        self._settings = settings
        self._lock = threading.Condition()
        self._connecting: Future[grpc.ChannelConnectivity | None] | None = None
        self._opened: grpc.Channel | None = None
        self._connected = False
        self._closed = threading.Event()

    def close(self) -> None:
        """Close the channel; calls that are under way end with an error."""
        self._closed.set()
        with self._lock:
            # While a call waits for the connection, a thread of gRPC's looks at the channel; closing it would end that
            # thread with an error that nobody could catch.
            # Not for ever: an interrupt may have ended that call between two steps.
            self._lock.wait_for(lambda: self._connecting is None, _LAST_LOOK_SECONDS)
            channel, self._opened = self._opened, None
        if channel is not None:
            channel.close()

    def call(self, call: Call[Response], patience: Patience) -> Response:
        """Make a call, again where that makes sense.

        Raises
        ------
        CarnegieError
            When it gives no answer; which one says why.
        """
        channel = self._connect(call.request_id)
        method: grpc.UnaryUnaryMultiCallable[Message, Response] = channel.unary_unary(
            call.method.path,
            request_serializer=_serialized,
            response_deserializer=call.method.response.FromString,
        )
        hedge_after = self._settings.hedge_after if call.method.cheap else None
        headers = self._settings.headers_for(call.request_id)
        while True:
            try:
                return _answer(method, call, patience.seconds_left(), headers, hedge_after)
            except (grpc.RpcError, grpc.FutureCancelledError, ValueError) as error:
                failure = self._failure(error, call.request_id)
                pause = patience.pause_after(failure)
                if pause is None or self._closed.wait(pause):
                    raise failure from error

    def stream(
        self, call: Call[Response], patience: Patience, is_answer: Callable[[Response], bool]
    ) -> Iterator[Response]:
        """Make a call that answers with a stream; leaving the iterator before its end cancels the call.

        What is no answer is left out. The call is made again only as long as there was no answer.

        Raises
        ------
        CarnegieError
            When the stream ends with an error; which one says why.
        """
        channel = self._connect(call.request_id)
        method: grpc.UnaryStreamMultiCallable[Message, Response] = channel.unary_stream(
            call.method.path,
            request_serializer=_serialized,
            response_deserializer=call.method.response.FromString,
        )
        headers = self._settings.headers_for(call.request_id)
        while True:
            begun = answered = False
            try:
                answers = method(call.request, timeout=patience.seconds_left(), metadata=headers)
            except ValueError as error:
                raise self._failure(error, call.request_id) from error
            try:
                for message in answers:
                    begun = True
                    if is_answer(message):
                        answered = True
                        yield message
            except grpc.RpcError as error:
                failure = self._failure(error, call.request_id)
                pause = None if answered else patience.pause_after(failure, of_stream=True, begun=begun)
                if pause is None or self._closed.wait(pause):
                    raise failure from error
            else:
                return
            finally:
                answers.cancel()

    def exchange(self, call: BatchCall, patience: Patience, requests: BatchRequests) -> Iterator[BatchAnswer]:
        """Make the call of a batch; leaving the iterator before its end cancels it.

        The call is made again only as long as there was no answer. An error of the caller's questions is raised after
        the answers to those before it.

        Raises
        ------
        CarnegieError
            When the stream ends with an error, or without an answer to each question; which one says why.
        """
        gives_up_at = None if call.seconds is None else time.monotonic() + call.seconds
        channel = self._connect(call.request_id)
        method: grpc.StreamStreamMultiCallable[AnalyzeBatchRequest, AnalyzeBatchResponse] = (
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
            except ValueError as error:
                raise self._failure(error, call.request_id) from error
            try:
                for message in messages:
                    answered = True
                    yield requests.answer(message, self._settings.address, call.request_id)
            except grpc.RpcError as error:
                failure = self._failure(error, call.request_id)
                pause = None if answered else patience.pause_after(failure, of_stream=True)
                if pause is None or self._closed.wait(pause):
                    raise failure from error
            else:
                break
            finally:
                messages.cancel()
        if requests.failure is not None:
            raise requests.failure
        if requests.unanswered:
            raise unanswered(requests.unanswered, call.request_id)

    def _failure(
        self, error: grpc.RpcError | grpc.FutureCancelledError | ValueError, request_id: str
    ) -> CarnegieError:
        if self._closed.is_set() or isinstance(error, grpc.FutureCancelledError):
            return ClientClosed("the client was closed before there was an answer", request_id=request_id)
        if isinstance(error, ValueError):  # which a closed channel raises, too
            raise error
        return with_hint(error_from_call(error, self._settings.address, request_id), self._settings)

    def _connect(self, request_id: str) -> grpc.Channel:
        """Wait for the first connection, so that a silent address is told apart from a slow answer.

        An address that refuses is left to the call itself, whose error says why.
        """
        with self._lock:
            channel = self._open(request_id)
            if self._connected:
                return channel
            # One call waits for all: gRPC's thread for the state ends in order if only one has asked for it.
            connecting, waiting = self._connecting, self._connecting is not None
            if connecting is None:
                connecting = self._connecting = Future()
        if not waiting:
            self._wait_for_connection(channel, connecting)
        state = connecting.result()
        if self._closed.is_set():
            raise ClientClosed("the client was closed before there was an answer", request_id=request_id)
        if state is None:
            detail = f"no connection within {self._settings.connect_timeout:g} seconds"
            raise ServerUnreachable(self._settings.address, detail, request_id=request_id)
        self._connected = state is grpc.ChannelConnectivity.READY
        return channel

    def _open(self, request_id: str) -> grpc.Channel:
        if self._closed.is_set():
            raise ClientClosed("the client is closed", request_id=request_id)
        if self._opened is None:
            try:
                target = target_for(self._settings.addresses)
            except OSError as error:
                raise ServerUnreachable(self._settings.address, str(error), request_id=request_id) from error
            credentials, options = self._settings.credentials, self._settings.options()
            self._opened = (
                grpc.insecure_channel(target, options=options)
                if credentials is None
                else grpc.secure_channel(target, credentials, options=options)
            )
        return self._opened

    def _wait_for_connection(
        self, channel: grpc.Channel, connecting: Future[grpc.ChannelConnectivity | None]
    ) -> None:
        """Tell all who wait in which state the connection has settled, None if it has not in time."""
        settled = threading.Event()
        states: list[grpc.ChannelConnectivity] = []

        def remember(state: grpc.ChannelConnectivity) -> None:
            states.append(state)
            if state not in {grpc.ChannelConnectivity.IDLE, grpc.ChannelConnectivity.CONNECTING}:
                settled.set()

        give_up_at = time.monotonic() + self._settings.connect_timeout
        try:
            channel.subscribe(remember, try_to_connect=True)
            while (seconds := give_up_at - time.monotonic()) > 0 and not (self._closed.is_set() and states):
                if settled.wait(min(_LOOK_SECONDS, seconds)):
                    break
            channel.unsubscribe(remember)
        finally:
            with self._lock:
                self._connecting = None
                connecting.set_result(states[-1] if settled.is_set() else None)
                self._lock.notify_all()


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


def _answer(
    method: grpc.UnaryUnaryMultiCallable[Message, Response],
    call: Call[Response],
    timeout: float,
    headers: tuple[tuple[str, str], ...],
    hedge_after: float | None,
) -> Response:
    """Make a call once, and after some seconds without an answer a second time; the first answer counts.

    gRPC's own hedging policy is not implemented in the library below grpcio (gRFC A6: "C-Core except hedging").
    """
    if hedge_after is None:
        answer, ending = method.with_call(call.request, timeout=timeout, metadata=headers)
        call.tell(ending.trailing_metadata())
        return answer
    ended: queue.SimpleQueue[grpc.Future[Response]] = queue.SimpleQueue()
    attempts = [method.future(call.request, timeout=timeout, metadata=headers)]
    attempts[0].add_done_callback(ended.put)
    try:
        try:
            first = ended.get(timeout=hedge_after)
        except queue.Empty:
            attempts.append(
                method.future(call.request, timeout=max(0.0, timeout - hedge_after), metadata=headers)
            )
            attempts[1].add_done_callback(ended.put)
            first = ended.get()
            if first.cancelled() or first.exception() is not None:
                first = ended.get()
        return first.result()
    finally:
        for attempt in attempts:
            attempt.cancel()
