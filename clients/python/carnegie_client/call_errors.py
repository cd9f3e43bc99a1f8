"""From the errors of gRPC to those of this package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

import grpc
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from carnegie.v1.advisor_pb2 import Failure
from carnegie_client.errors import (
    CallFailed,
    CarnegieError,
    DeadlinePassed,
    GameNotFound,
    InvalidRequest,
    NoAnswerInTime,
    NoRoomForGame,
    NotAuthenticated,
    NotPermitted,
    NotSupported,
    ServerUnreachable,
    ServiceBusy,
    VersionConflict,
    Violation,
)
from carnegie_proto.json_paths import json_path

_PUSHBACK: Final = "grpc-retry-pushback-ms"
"""The trailing metadata by which gRPC's own retries are told when to try again."""

_UNSENT: Final = "Internal error from Core"
"""What grpc.aio ends a stream with that had ended before a message could be sent; how it had ended is lost by that."""

_DOMAIN: Final = "carnegie"
"""Who defines the reasons of failures that are told in messages."""

_KINDS: Final = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequest,
    grpc.StatusCode.FAILED_PRECONDITION: InvalidRequest,
    grpc.StatusCode.UNIMPLEMENTED: NotSupported,
    grpc.StatusCode.UNAUTHENTICATED: NotAuthenticated,
    grpc.StatusCode.PERMISSION_DENIED: NotPermitted,
    grpc.StatusCode.DEADLINE_EXCEEDED: NoAnswerInTime,
    grpc.StatusCode.RESOURCE_EXHAUSTED: ServiceBusy,
}

_KINDS_BY_REASON: Final = {
    "GAME_NOT_FOUND": GameNotFound,
    "VERSION_CONFLICT": VersionConflict,
    "TOO_MANY_GAMES": NoRoomForGame,
    "GAME_TOO_LARGE": NoRoomForGame,
    "STORAGE_FULL": NoRoomForGame,
}
"""Where the code alone does not tell what the caller can do."""


@runtime_checkable
class EndedCall(Protocol):
    """What the errors of grpc and of grpc.aio have in common."""

    def code(self) -> grpc.StatusCode:
        """Give the code that the call has ended with."""

    def details(self) -> str | None:
        """Give the message beside the code."""

    def trailing_metadata(self) -> Iterable[tuple[str, str | bytes]] | None:
        """Give what the service has sent at the end."""


def error_from_call(error: grpc.RpcError, address: str, request_id: str = "") -> CarnegieError:
    """Turn the error of a gRPC call into the exception that this package raises for it."""
    call: object = error  # in fact the error of a call is the call too, which the types do not know
    if not isinstance(call, EndedCall):
        detail = str(error) or "the connection is closed"
        return ServerUnreachable(address, detail, request_id=request_id)
    code = call.code()
    message = call.details() or ""
    if code == grpc.StatusCode.UNAVAILABLE:
        return ServerUnreachable(address, message, request_id=request_id)
    if code == grpc.StatusCode.INTERNAL and message == _UNSENT:
        return ServerUnreachable(address, "the stream ended while a message was sent", request_id=request_id)
    details = _Details.of(call)
    kind = _KINDS_BY_REASON.get(details.information.reason) or _KINDS.get(code, CallFailed)
    if kind is NoAnswerInTime and not details.information.reason:
        kind = DeadlinePassed
        message = "no answer within the time that the client allows the call"
    return kind(
        code,
        message,
        reason=details.information.reason,
        domain=details.information.domain,
        metadata=dict(details.information.metadata),
        violations=details.violations,
        retry_seconds=details.retry_seconds,
        request_id=request_id,
    )


def error_from_failure(failure: Failure, address: str, request_id: str = "") -> CarnegieError:
    """Turn the failure of one question into the exception that a call of its own would have raised for it."""
    code = grpc.StatusCode.__members__.get(failure.code, grpc.StatusCode.UNKNOWN)
    if code == grpc.StatusCode.UNAVAILABLE:
        return ServerUnreachable(address, failure.message, request_id=request_id)
    has_delay = failure.HasField("retry_delay")
    return _KINDS.get(code, CallFailed)(
        code,
        failure.message,
        reason=failure.reason,
        domain=_DOMAIN if failure.reason else "",
        metadata=dict(failure.metadata),
        violations=tuple(
            Violation(_readable_path(each.path), each.reason, each.description) for each in failure.violations
        ),
        retry_seconds=failure.retry_delay.ToTimedelta().total_seconds() if has_delay else None,
        request_id=request_id,
    )


def unanswered(ids: Sequence[str], request_id: str) -> CallFailed:
    """Say that a batch has ended in order, but not with an answer to each of its questions."""
    return CallFailed(
        grpc.StatusCode.DATA_LOSS,
        f"the service has ended the batch without an answer to {', '.join(ids)}",
        request_id=request_id,
    )


def may_be_too_large(error: CallFailed) -> bool:
    """Whether gRPC itself may have refused a request for its size, which it does without details."""
    return error.code == grpc.StatusCode.RESOURCE_EXHAUSTED and not error.reason


def told_by_size(error: CallFailed, size: int, most: int) -> CallFailed:
    """Tell a request of some bytes that is too large from a busy service."""
    if size <= most:
        return error
    return InvalidRequest(
        error.code,
        "the request is too large",
        reason="REQUEST_TOO_LARGE",
        violations=(
            Violation("", "REQUEST_TOO_LARGE", f"found {size} bytes; allowed: at most {most} bytes"),
        ),
        request_id=error.request_id,
    )


@dataclass(frozen=True, slots=True)
class _Details:
    """The parts of google.rpc.Status that this package reads."""

    information: error_details_pb2.ErrorInfo
    violations: tuple[Violation, ...]
    retry_seconds: float | None

    @classmethod
    def of(cls, call: EndedCall) -> _Details:
        """Decode the details that came with a failed call; a server that sends none gives empty ones."""
        information = error_details_pb2.ErrorInfo()
        request = error_details_pb2.BadRequest()
        retry = error_details_pb2.RetryInfo()
        for detail in _status(call).details:
            for known in (information, request, retry):
                detail.Unpack(known)  # does nothing to a message of another type
        violations = tuple(
            Violation(_readable_path(each.field), each.reason, each.description)
            for each in request.field_violations
        )
        seconds = (
            retry.retry_delay.ToTimedelta().total_seconds()
            if retry.HasField("retry_delay")
            else _pushback_seconds(call)
        )
        return cls(information, violations, seconds)


def _readable_path(path: str) -> str:
    """Turn a path of the request into that of its JSON form; what is inside a JSON text stays as it is there."""
    field, dot, inside = path.partition(".")
    if field in {"components_json", "weights_json"}:
        return json_path(field) + dot + inside
    return json_path(path)


def _status(call: EndedCall) -> status_pb2.Status:
    try:
        status = rpc_status.from_call(call)  # type: ignore[arg-type] # reads what EndedCall has
    except ValueError:  # its code or message contradicts the call's own
        status = None
    return status if isinstance(status, status_pb2.Status) else status_pb2.Status()


def _pushback_seconds(call: EndedCall) -> float | None:
    """Give the seconds that a service without RetryInfo asks for; None also where it wants no new attempt."""
    for key, value in call.trailing_metadata() or ():
        if key == _PUSHBACK and isinstance(value, str) and value.isascii() and value.isdecimal():
            return int(value) / 1000
    return None
