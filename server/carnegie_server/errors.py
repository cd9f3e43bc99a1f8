"""Errors as the caller sees them: google.rpc.Status with field violations and a reason."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from google.rpc import code_pb2, error_details_pb2, status_pb2

DOMAIN = "carnegie"
"""The domain of every ErrorInfo of the service."""

MAX_STATUS_BYTES = 5_500
"""The largest Status that is sent. It travels in a header as base64, and clients refuse headers over 8 KiB."""

_MAX_VALUE_LENGTH = 160
_ELLIPSIS = "..."


class Reason(enum.Enum):
    """The reason of an ErrorInfo, by which a program tells the errors apart."""

    MALFORMED_MESSAGE = "MALFORMED_MESSAGE"
    """The bytes are not a message of the call's type."""
    INVALID_REQUEST = "INVALID_REQUEST"
    """Fields of the request are malformed, out of range or against the rules."""
    ILLEGAL_STEP = "ILLEGAL_STEP"
    """The position is good, but a step cannot be played in it."""
    NOT_ANDREWS_TURN = "NOT_ANDREWS_TURN"
    """The position is good, but does not wait for Andrew."""
    WAITS_FOR_ANDREW = "WAITS_FOR_ANDREW"
    """The position is good, but waits for Andrew, not for a decision of a player."""
    NO_ANSWER_IN_TIME = "NO_ANSWER_IN_TIME"
    """The time ran out before there was any answer."""
    BUSY = "BUSY"
    """Too many calls wait already."""
    WORKER_LOST = "WORKER_LOST"
    """The process that worked on the call ended unexpectedly."""
    INTERNAL_ERROR = "INTERNAL_ERROR"
    """A fault of the service."""
    CANCELLED = "CANCELLED"
    """The client has given a question of a batch up."""
    TOKEN_MISSING = "TOKEN_MISSING"
    """The call has no token, and needs one."""
    TOKEN_UNKNOWN = "TOKEN_UNKNOWN"
    """The call's token is not one of those that are accepted."""
    TOKEN_EXPIRED = "TOKEN_EXPIRED"
    """The call's token was good for a time that is over."""
    SCOPE_MISSING = "SCOPE_MISSING"
    """The call's token does not open this part of the service."""
    RATE_LIMITED = "RATE_LIMITED"
    """The caller calls more often than it may."""
    TOO_MANY_CALLS = "TOO_MANY_CALLS"
    """As many of the caller's calls are under way as may be."""
    GAMES_NOT_KEPT = "GAMES_NOT_KEPT"
    """The service is set to keep no games."""
    GAME_NOT_FOUND = "GAME_NOT_FOUND"
    """The caller has no game with this id."""
    VERSION_CONFLICT = "VERSION_CONFLICT"
    """The game has another version than the caller expects: somebody else has saved it."""
    TOO_MANY_GAMES = "TOO_MANY_GAMES"
    """As many games of the caller are kept as may be."""
    GAME_TOO_LARGE = "GAME_TOO_LARGE"
    """The game has more bytes than may be kept."""
    STORAGE_FULL = "STORAGE_FULL"
    """The disk with the games is full."""
    STORAGE_FAILED = "STORAGE_FAILED"
    """The games cannot be read or written."""
    SHUTTING_DOWN = "SHUTTING_DOWN"
    """The service is about to stop."""


@dataclass(frozen=True, slots=True)
class Violation:
    """What is wrong with one field of a request.

    Attributes
    ----------
    path
        The field, such as ``position.players[0].money``.
    reason
        An upper-case code, such as ``OUT_OF_RANGE``.
    description
        A sentence for people.
    """

    path: str
    reason: str
    description: str


class CallRefused(Exception):
    """The call ends with an error that the caller is to see.

    Parameters
    ----------
    code
        The number of the gRPC status code, a value of `google.rpc.code_pb2`.
    reason
        The reason for programs.
    message
        A sentence for people, without anything about the inside of the service.
    violations
        What is wrong with the request, field by field.
    metadata
        More about the error for programs.
    retry_seconds
        When to try again; None where nothing is known about that.
    """

    def __init__(
        self,
        code: int,
        reason: Reason,
        message: str,
        *,
        violations: tuple[Violation, ...] = (),
        metadata: Mapping[str, str] | None = None,
        retry_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.violations = violations
        self.metadata = metadata or {}
        self.retry_seconds = retry_seconds

    def below(self, field: str) -> CallRefused:
        """Give the same error of a request that holds this one in a field."""
        if not self.violations:
            return self
        return invalid_request(
            (
                Violation(f"{field}.{violation.path}", violation.reason, violation.description)
                for violation in self.violations
            ),
            self.reason,
            self.metadata,
        )


def invalid_request(
    violations: Iterable[Violation],
    reason: Reason = Reason.INVALID_REQUEST,
    metadata: Mapping[str, str] | None = None,
) -> CallRefused:
    """Refuse a request for all that is wrong with it."""
    found = tuple(violations)
    first = found[0]
    message = f"{first.path or 'the request'}: {first.description}"
    if len(found) > 1:
        message += f" (and {len(found) - 1} more)"
    return CallRefused(code_pb2.INVALID_ARGUMENT, reason, message, violations=found, metadata=metadata)


def found_and_allowed(found: str, allowed: str) -> str:
    """Say what was found and what is allowed, as in ``found -1, allowed 0 or more``."""
    return f"found {_shortened(found)}, allowed {_shortened(allowed)}"


def printable(text: str) -> str:
    """Make a text fit for a message: JSON can hold halves of characters, which protobuf does not take."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def to_status(error: CallRefused) -> status_pb2.Status:
    """Turn an error into the message that travels, with as many violations as fit into it.

    Where some are left out, the message says so, and the ErrorInfo holds their number as ``violations_left_out``.
    """
    violations = error.violations
    status = _status(error, violations)
    while status.ByteSize() > MAX_STATUS_BYTES and violations:
        violations = violations[: len(violations) * MAX_STATUS_BYTES // (status.ByteSize() + 1)]
        status = _status(error, violations)
    return status


def _status(error: CallRefused, violations: tuple[Violation, ...]) -> status_pb2.Status:
    info = error_details_pb2.ErrorInfo(domain=DOMAIN, reason=error.reason.value)
    for key, value in error.metadata.items():
        info.metadata[key] = _shortened(value)
    left_out = len(error.violations) - len(violations)
    if left_out:
        info.metadata["violations_left_out"] = str(left_out)
    status = status_pb2.Status(code=error.code, message=_shortened(error.message, 3 * _MAX_VALUE_LENGTH))
    status.details.add().Pack(info)
    if violations:
        request = error_details_pb2.BadRequest()
        for violation in violations:
            request.field_violations.add(
                field=_shortened(violation.path),
                reason=printable(violation.reason),
                description=_shortened(violation.description, 3 * _MAX_VALUE_LENGTH),
            )
        status.details.add().Pack(request)
    if error.retry_seconds is not None:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromTimedelta(timedelta(seconds=error.retry_seconds))
        status.details.add().Pack(retry)
    return status


def _shortened(text: str, length: int = _MAX_VALUE_LENGTH) -> str:
    text = printable(text)
    return text if len(text) <= length else text[: length - len(_ELLIPSIS)] + _ELLIPSIS
