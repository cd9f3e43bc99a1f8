"""A call as it comes in, as it is answered, and as it is remembered."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from carnegie_server.errors import Violation, found_and_allowed, invalid_request
from carnegie_server.workers import HIGHEST_PRIORITY, LEAST_PRIORITY, Fact

REQUEST_ID = "x-request-id"
"""The header in which a caller names its call, and in which the answer repeats the name."""

PRIORITY = "x-carnegie-priority"
"""The header in which a caller says how urgent its call is: a whole number from -10 to 10; left out, 0."""

_PRIORITY = re.compile(r"[+-]?[0-9]{1,2}")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._~+/=-]{1,64}")


class IncomingCall(Struct, frozen=True):
    """A call as a transport has received it.

    Attributes
    ----------
    method
        The full name, such as ``/carnegie.v1.AdvisorService/Suggest``.
    request
        The serialized request; empty for a call that receives a stream of them.
    seconds
        How long the caller will wait from now, > 0; None where it has not said.
    metadata
        What came beside the request, by lower-case name; binary entries are left out. May hold a token, so it is never
        shown or logged.
    peer
        Where it came from, as the transport writes it.
    translate
        Makes a serialized message of a request in another form, or raises CallRefused; None for one that is serialized
        already. The front waits for it only once the call is let in.
    """

    method: str
    request: bytes
    seconds: float | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    peer: str = ""
    translate: Callable[[bytes], Awaitable[bytes]] | None = None

    def __repr__(self) -> str:
        """Tell the call without its metadata and what it asks."""
        return f"IncomingCall({self.method!r}, peer={self.peer!r}, seconds={self.seconds!r})"

    def translated(self, request: bytes, seconds_taken: float) -> IncomingCall:
        """Give the call with its serialized request, after the seconds that its translation has taken."""
        seconds = None if self.seconds is None else max(self.seconds - seconds_taken, self.seconds / 1e3)
        return replace(self, request=request, seconds=seconds, translate=None)

    def request_id(self) -> str:
        """Give the caller's name for the call, or a new one where it has none that can be repeated and logged."""
        named = self.metadata.get(REQUEST_ID, "")
        return named if _REQUEST_ID.fullmatch(named) else secrets.token_hex(8)

    def priority(self, left_out: int = 0) -> int:
        """Give the priority that the caller wants for the call; `left_out` where it does not say.

        Raises
        ------
        CallRefused
            It is none.
        """
        named = self.metadata.get(PRIORITY, str(left_out))
        priority = int(named) if _PRIORITY.fullmatch(named) else HIGHEST_PRIORITY + 1
        if not LEAST_PRIORITY <= priority <= HIGHEST_PRIORITY:
            allowed = f"a whole number from {LEAST_PRIORITY} to {HIGHEST_PRIORITY}"
            violation = Violation(PRIORITY, "OUT_OF_RANGE", found_and_allowed(named, allowed))
            raise invalid_request((violation,))
        return priority


class Answer(Struct, frozen=True):
    """How a call ends, for the transport to send.

    Attributes
    ----------
    code
        0, or the number of the gRPC status code of an error.
    body
        The serialized response; for an error the serialized google.rpc.Status.
    metadata
        What goes beside it, after it where the transport can do so.
    """

    code: int
    body: bytes
    metadata: tuple[tuple[str, str], ...] = ()


class Caller(Struct, frozen=True):
    """Who calls, as far as is known.

    Attributes
    ----------
    name
        The name that the operator has given to the caller; empty for one who needs none.
    key
        What tells this caller from others, for limits.
    """

    name: str = ""
    key: str = ""


ANYBODY = Caller()


class CallRecord(Struct, frozen=True):
    """A call that has ended, for logs and metrics.

    Attributes
    ----------
    method
        The full name of the call.
    code
        The number of the gRPC status code with which it ended.
    seconds
        From its receipt to its end.
    request_id
        The name under which the caller knows it.
    caller
        Who called.
    peer
        Where it came from.
    facts
        What its worker said about it.
    trace_parent
        The caller's span, as the header ``traceparent`` names it; empty for none.
    """

    method: str
    code: int
    seconds: float
    request_id: str
    caller: Caller
    peer: str
    facts: Mapping[str, Fact]
    trace_parent: str = ""
