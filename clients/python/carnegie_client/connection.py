"""The connection of the client that waits: how it is opened, and how calls are made and made again."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator

import grpc
from google.protobuf.message import Message

from carnegie_client.addresses import target_for
from carnegie_client.call_errors import error_from_call
from carnegie_client.calls import Call, Response
from carnegie_client.connection_settings import ConnectionSettings
from carnegie_client.errors import CarnegieError, ClientClosed, ServerUnreachable
from carnegie_client.patience import Patience


class Connection:
    """A channel to all replicas of a service, opened by the first call; see `ConnectionOptions`."""

    def __init__(self, settings: ConnectionSettings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._opened: grpc.Channel | None = None
        self._connected = False
        self._closed = threading.Event()

    def close(self) -> None:
        """Close the channel; calls that are under way end with an error."""
        self._closed.set()
        with self._lock:
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
            except (grpc.RpcError, grpc.FutureCancelledError) as error:
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
        while True:
            begun = answered = False
            answers = method(
                call.request,
                timeout=patience.seconds_left(),
                metadata=self._settings.headers_for(call.request_id),
            )
            try:
                for message in answers:
                    begun = True
                    if is_answer(message):
                        answered = True
                        yield message
            except grpc.RpcError as error:
                failure = self._failure(error, call.request_id)
                pause = None if answered else patience.pause_after(failure, stream_begun=begun)
                if pause is None or self._closed.wait(pause):
                    raise failure from error
            else:
                return
            finally:
                answers.cancel()

    def _failure(self, error: grpc.RpcError | grpc.FutureCancelledError, request_id: str) -> CarnegieError:
        if self._closed.is_set() or isinstance(error, grpc.FutureCancelledError):
            return ClientClosed("the client was closed before there was an answer", request_id=request_id)
        return error_from_call(error, self._settings.address, request_id)

    def _open(self, request_id: str) -> grpc.Channel:
        with self._lock:
            if self._closed.is_set():
                raise ClientClosed("the client is closed")
            if self._opened is None:
                try:
                    target = target_for(self._settings.addresses)
                except OSError as error:
                    raise ServerUnreachable(
                        self._settings.address, str(error), request_id=request_id
                    ) from error
                credentials, options = self._settings.credentials, self._settings.options()
                self._opened = (
                    grpc.insecure_channel(target, options=options)
                    if credentials is None
                    else grpc.secure_channel(target, credentials, options=options)
                )
            return self._opened

    def _connect(self, request_id: str) -> grpc.Channel:
        """Wait for the first connection, so that a silent address is told apart from a slow answer.

        An address that refuses is left to the call itself, whose error says why.
        """
        channel = self._open(request_id)
        if self._connected:
            return channel
        settled = threading.Event()
        states: list[grpc.ChannelConnectivity] = []

        def remember(state: grpc.ChannelConnectivity) -> None:
            states.append(state)
            if state not in {grpc.ChannelConnectivity.IDLE, grpc.ChannelConnectivity.CONNECTING}:
                settled.set()

        channel.subscribe(remember, try_to_connect=True)
        try:
            if not settled.wait(self._settings.connect_timeout):
                detail = f"no connection within {self._settings.connect_timeout:g} seconds"
                raise ServerUnreachable(self._settings.address, detail, request_id=request_id)
        finally:
            channel.unsubscribe(remember)
        self._connected = states[-1] is grpc.ChannelConnectivity.READY
        return channel


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
        return method(call.request, timeout=timeout, metadata=headers)
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
