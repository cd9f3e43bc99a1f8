"""What can go wrong with a call, told apart by what the caller can do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import grpc
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from carnegie_proto.json_paths import json_path


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault that the service found in a request.

    Attributes
    ----------
    path
        Where in the request, as its JSON form reads: `position.players[0].money`; empty for the whole request.
    reason
        Why, as an upper-case code such as OUT_OF_RANGE; may be empty.
    description
        A sentence: what was found and what is allowed.
    """

    path: str
    reason: str
    description: str

    def __str__(self) -> str:
        """Say it in one line."""
        return ": ".join(part for part in (self.path, self.reason, self.description) if part)


class CarnegieError(Exception):
    """A call to the service did not give an answer."""


class ServerUnreachable(CarnegieError):
    """No service answers at the address, or it is about to stop.

    Attributes
    ----------
    address
        Where the service was looked for; empty if one could not be started.
    detail
        What is known about the reason.
    """

    def __init__(self, address: str, detail: str) -> None:
        super().__init__(f"no service at {address}: {detail}" if address else detail)
        self.address = address
        self.detail = detail


class CallFailed(CarnegieError):
    """The service answered with an error; its subclasses name the ones that callers tell apart.

    Attributes
    ----------
    code
        The gRPC status code.
    message
        The service's message.
    reason
        The upper-case code of the error, such as INVALID_POSITION; empty if the service gave none.
    domain
        Who defines the reason; empty if the service gave none.
    metadata
        What else the service says about the reason.
    violations
        The faults in the request, all of them; empty for other errors.
    retry_seconds
        After how long a new attempt makes sense, in seconds; None if the service does not say.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        *,
        reason: str = "",
        domain: str = "",
        metadata: dict[str, str] | None = None,
        violations: tuple[Violation, ...] = (),
        retry_seconds: float | None = None,
    ) -> None:
        # The service's message repeats the first violation, with the field's name in the .proto file.
        faults = "1 fault" if len(violations) == 1 else f"{len(violations)} faults"
        said = f"the request has {faults}" if _repeats(message, violations) else message
        super().__init__("\n".join([f"{code.name}: {said}", *(str(each) for each in violations)]))
        self.code = code
        self.message = message
        self.reason = reason
        self.domain = domain
        self.metadata = metadata or {}
        self.violations = violations
        self.retry_seconds = retry_seconds


def _repeats(message: str, violations: tuple[Violation, ...]) -> bool:
    return bool(violations) and violations[0].description in message


class InvalidRequest(CallFailed):
    """The request is malformed or against the rules; `violations` says everything that is wrong."""


class NotSupported(CallFailed):
    """The question is not answered by this version of the service, such as one about an unknown decision."""


class NoAnswerInTime(CallFailed):
    """The time was over before there was any answer."""


class ServiceBusy(CallFailed):
    """The service has too much to do; try again, after `retry_seconds` if it says so."""


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
    )


_KINDS: Final = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequest,
    grpc.StatusCode.FAILED_PRECONDITION: InvalidRequest,
    grpc.StatusCode.UNIMPLEMENTED: NotSupported,
    grpc.StatusCode.DEADLINE_EXCEEDED: NoAnswerInTime,
    grpc.StatusCode.RESOURCE_EXHAUSTED: ServiceBusy,
}


def error_from_call(error: grpc.RpcError, address: str) -> CarnegieError:
    """Turn the error of a gRPC call into the exception that this package raises for it."""
    call: object = error  # in fact the error of a call is the call too, which the types do not know
    if not isinstance(call, grpc.Call):
        return ServerUnreachable(address, str(error) or "the connection is closed")
    code = call.code()
    message = call.details() or ""
    if code == grpc.StatusCode.UNAVAILABLE:
        return ServerUnreachable(address, message)
    details = _Details.of(call)
    return _KINDS.get(code, CallFailed)(
        code,
        message,
        reason=details.information.reason,
        domain=details.information.domain,
        metadata=dict(details.information.metadata),
        violations=details.violations,
        retry_seconds=details.retry_seconds,
    )


@dataclass(frozen=True, slots=True)
class _Details:
    """The parts of google.rpc.Status that this package reads."""

    information: error_details_pb2.ErrorInfo
    violations: tuple[Violation, ...]
    retry_seconds: float | None

    @classmethod
    def of(cls, call: grpc.Call) -> _Details:
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
        seconds = retry.retry_delay.ToTimedelta().total_seconds() if retry.HasField("retry_delay") else None
        return cls(information, violations, seconds)


def _readable_path(path: str) -> str:
    """Turn a path of the request into that of its JSON form; what is inside a JSON text stays as it is there."""
    field, dot, inside = path.partition(".")
    if field in {"components_json", "weights_json"}:
        return json_path(field) + dot + inside
    return json_path(path)


def _status(call: grpc.Call) -> status_pb2.Status:
    try:
        status = rpc_status.from_call(call)
    except ValueError:  # its code or message contradicts the call's own
        status = None
    return status if isinstance(status, status_pb2.Status) else status_pb2.Status()
