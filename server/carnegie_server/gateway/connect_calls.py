"""Calls by Connect and gRPC-Web. Nothing else in the service knows the package connectrpc.

connectrpc does protocols and framing. It is kept from decoding: to it a message is bytes, see `Front`. So there is no
generated code of its kind, and whatever service the contract has can be called.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf import any_pb2, json_format
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import code_pb2, error_details_pb2, status_pb2
from msgspec.structs import replace
from protobuf import message_from_json_value
from protobuf.wkt import Any as WireAny
from protobuf.wkt import Struct

from carnegie_server.errors import to_status
from carnegie_server.front import Answer, Front, IncomingCall
from carnegie_server.front.asking import shutting_down
from carnegie_server.front.calls import REQUEST_ID
from carnegie_server.gateway.asgi import Event, Receive, Scope, Send
from carnegie_server.gateway.json_messages import JsonMessages
from carnegie_server.methods import GET_COMPONENTS, GET_INFO

_LOGGER = logging.getLogger(__name__)

_REQUEST_SECONDS = 30.0
_LEAST_SECONDS = 0.001

# These two always answer the same, at next to no cost. The others have no side effects either, but a GET can be sent by
# any page without being asked for, and must not start a search.
_CALLS_WITH_GET = (GET_INFO, GET_COMPONENTS)


@dataclass(frozen=True, slots=True)
class Payload:
    """A message as it travels.

    Attributes
    ----------
    body
        The serialized message, or its JSON form.
    is_json
        Which of the two.
    """

    body: bytes
    is_json: bool


Context = RequestContext[Payload, Payload]
AnyEndpoint = Any
"""What `Endpoint` makes: connectrpc does not give the names of those types away."""


class _PassingCodec:
    """Hands messages through as bytes."""

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        return self._name

    def encode(self, message: Payload) -> bytes:
        return message.body

    def decode(self, data: bytes | bytearray, _message_class: type[Payload]) -> Payload:
        return Payload(bytes(data), self._name == "json")


class ConnectCalls:
    """Answers calls by way of the front.

    Parameters
    ----------
    front
        Answers the calls.
    json_messages
        Turns messages into JSON and back.
    services
        The services that can be called.
    most_bytes
        The longest request message, in bytes.
    is_serving
        Says whether new calls are taken.
    """

    def __init__(
        self,
        front: Front,
        json_messages: JsonMessages,
        services: Sequence[ServiceDescriptor],
        most_bytes: int,
        is_serving: Callable[[], bool],
    ) -> None:
        self._front = front
        self._json_messages = json_messages
        self._is_serving = is_serving
        self._running: set[asyncio.Task[object]] = set()
        self._has_ended = False
        self._endpoints: dict[str, AnyEndpoint] = {
            f"/{service.full_name}/{method.name}": self._endpoint(method)
            for service in services
            for method in service.methods
        }
        # Without compressions: a small message can unpack to a huge one.
        self._application = _Application(
            service=self,
            endpoints=lambda _: self._endpoints,
            read_max_bytes=most_bytes,
            compressions=(),
            codecs=(_PassingCodec("proto"), _PassingCodec("json")),
        )

    @property
    def paths(self) -> frozenset[str]:
        """The full names of the calls."""
        return frozenset(self._endpoints)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, in the form of ASGI."""
        await self._application(scope, _in_time(receive), send)

    def end(self) -> None:
        """Give up the calls that still run; each is told that the service stops."""
        self._has_ended = True
        for task in list(self._running):
            task.cancel()

    @contextlib.contextmanager
    def _until_the_end(self, context: Context) -> Iterator[None]:
        """Have a call end with UNAVAILABLE when all are given up, and not as if its caller had left."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("calls are answered in tasks")
        self._running.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if not self._has_ended:
                raise
            task.uncancel()
            _raise_error(_stopping(), context)
        finally:
            self._running.discard(task)

    def _endpoint(self, method: MethodDescriptor) -> AnyEndpoint:
        service = method.containing_service
        name = f"/{service.full_name}/{method.name}"
        if method.client_streaming:
            return Endpoint.bidi_stream(_info(method, StreamType.BIDI_STREAM), _refuse_stream)
        translation = _Translation(
            self._json_messages, GetMessageClass(method.input_type), GetMessageClass(method.output_type)
        )
        if method.server_streaming:

            def stream(request: Payload, context: Context) -> AsyncIterator[Payload]:
                return self._stream(name, translation, request, context)

            return Endpoint.server_stream(_info(method, StreamType.SERVER_STREAM), stream)

        async def answer(request: Payload, context: Context) -> Payload:
            return await self._answer(name, translation, request, context)

        return Endpoint.unary(_info(method, StreamType.UNARY), answer)

    async def _answer(
        self, name: str, translation: _Translation, request: Payload, context: Context
    ) -> Payload:
        with _faults_hidden(name), self._until_the_end(context):
            call = self._incoming(name, translation, request, context)
            answer = await self._front.answer(call)
            for key, value in answer.metadata:
                context.response_headers[key] = value
            _raise_error(answer, context)
            return await translation.written(answer.body, request.is_json)

    async def _stream(
        self, name: str, translation: _Translation, request: Payload, context: Context
    ) -> AsyncIterator[Payload]:
        with _faults_hidden(name), self._until_the_end(context):
            call = self._incoming(name, translation, request, context)
            async with contextlib.aclosing(self._front.stream(call)) as parts:
                async for part in parts:
                    if isinstance(part, Answer):
                        for key, value in part.metadata:
                            context.response_trailers[key] = value
                        _raise_error(part, context)
                    else:
                        yield await translation.written(part, request.is_json)

    def _incoming(
        self, name: str, translation: _Translation, request: Payload, context: Context
    ) -> IncomingCall:
        if not self._is_serving():
            _raise_error(_stopping(), context)
        milliseconds = context.timeout_ms
        call = IncomingCall(
            method=name,
            request=request.body,
            seconds=None if milliseconds is None else max(milliseconds / 1e3, _LEAST_SECONDS),
            metadata={
                key: value for key, value in context.request_headers.items() if not key.endswith("-bin")
            },
            peer=_peer(context),
            translate=translation.read if request.is_json else None,
        )
        request_id = call.request_id()
        context.response_headers[REQUEST_ID] = request_id
        return replace(call, metadata={**call.metadata, REQUEST_ID: request_id})


def _stopping() -> Answer:
    refusal = shutting_down()
    return Answer(refusal.code, to_status(refusal).SerializeToString())


def _peer(context: Context) -> str:
    """Give the caller's address and port, an IPv6 address in brackets, so that it can be told from its port."""
    host, _, port = (context.client_address or "").rpartition(":")
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class _Application(ConnectASGIApplication[ConnectCalls]):
    @property
    def path(self) -> str:
        return "/"


@dataclass(frozen=True, slots=True)
class _Translation:
    """Turns the messages of one call into JSON and back."""

    json_messages: JsonMessages
    request_kind: type[Message]
    response_kind: type[Message]

    async def read(self, text: bytes) -> bytes:
        return await self.json_messages.read(self.request_kind, text)

    async def written(self, body: bytes, is_json: bool) -> Payload:
        if is_json:
            body = await self.json_messages.write(self.response_kind, body)
        return Payload(body, is_json)


def _info(method: MethodDescriptor, stream_type: StreamType) -> MethodInfo[Payload, Payload]:
    service = method.containing_service.full_name
    with_get = f"/{service}/{method.name}" in _CALLS_WITH_GET
    return MethodInfo(
        name=method.name,
        service_name=service,
        input=Payload,
        output=Payload,
        idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if with_get else IdempotencyLevel.UNKNOWN,
        stream_type=stream_type,
    )


def _refuse_stream(_requests: AsyncIterator[Payload], _context: Context) -> AsyncIterator[Payload]:
    raise ConnectError(
        Code.UNIMPLEMENTED, "a call with a stream of requests cannot be made over HTTP/1; use the gRPC port"
    )


@contextlib.contextmanager
def _faults_hidden(name: str) -> Iterator[None]:
    """Log whatever goes wrong inside, and tell the caller nothing but where to find it in the log."""
    try:
        yield
    except ConnectError:
        raise
    except Exception as fault:  # connectrpc would send the text of any exception to the caller
        incident = secrets.token_hex(8)
        _LOGGER.error("incident %s: %s failed", incident, name, exc_info=fault)
        raise ConnectError(Code.INTERNAL, f"a fault of the service, logged as incident {incident}") from None


def _raise_error(answer: Answer, context: Context) -> None:
    if answer.code == code_pb2.OK:
        return
    status = status_pb2.Status.FromString(answer.body)
    retry = error_details_pb2.RetryInfo()
    for detail in status.details:
        if detail.Unpack(retry):
            seconds = retry.retry_delay.ToTimedelta().total_seconds()
            context.response_headers["retry-after"] = str(math.ceil(seconds))
    if status.code == code_pb2.UNAUTHENTICATED:
        context.response_headers["www-authenticate"] = "Bearer"
    raise ConnectError(
        _CODES[status.code], status.message, [_ReadableDetail(detail) for detail in status.details]
    )


class _ReadableDetail(ErrorDetail):
    """A detail of an error that JSON shows in words, too, beside its bytes."""

    def __init__(self, detail: any_pb2.Any) -> None:
        super().__init__(WireAny(type_url=detail.type_url, value=detail.value))
        form = json_format.MessageToDict(detail)
        del form["@type"]
        self._form = message_from_json_value(Struct, form)

    def value(self, *_: object) -> Any:
        """Give what Connect shows as ``debug``, since its own runtime does not know the messages of google.rpc."""
        return self._form


_CODES: Mapping[int, Code] = {
    number: Code.CANCELED if name == "CANCELLED" else Code[name]
    for name, number in code_pb2.Code.items()
    if number != code_pb2.OK
}


def _in_time(receive: Receive) -> Receive:
    """Give a `receive` that does not wait for ever for a request that trickles in."""
    end = asyncio.get_running_loop().time() + _REQUEST_SECONDS
    is_complete = False

    async def receive_in_time() -> Event:
        nonlocal is_complete
        if is_complete:
            return await receive()
        try:
            async with asyncio.timeout_at(end):
                event = await receive()
        except TimeoutError:
            raise ConnectError(
                Code.DEADLINE_EXCEEDED, f"the request was not complete after {_REQUEST_SECONDS:g} s"
            ) from None
        is_complete = not event.get("more_body", False)
        return event

    return receive_in_time
