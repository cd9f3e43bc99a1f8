"""What can go wrong with a call, told apart by what the caller can do about it."""

from __future__ import annotations

from dataclasses import dataclass

import grpc


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
    """A call to the service did not give an answer.

    Attributes
    ----------
    request_id
        The name of the call, by which an operator finds it in the service's log; empty if there was no call.
    """

    def __init__(self, said: str, *, request_id: str = "") -> None:
        super().__init__(said)
        self.request_id = request_id


class ClientClosed(CarnegieError):
    """The client was closed before there was an answer."""


class ServerUnreachable(CarnegieError):
    """No service answers at the address, or it is about to stop.

    Attributes
    ----------
    address
        Where the service was looked for; empty if one could not be started.
    detail
        What is known about the reason.
    hint
        A sentence about what may be wrong, and what to give instead; empty if there is nothing to add.
    """

    def __init__(self, address: str, detail: str, *, hint: str = "", request_id: str = "") -> None:
        said = f"no service at {address}: {detail}" if address else detail
        super().__init__(f"{said}\n{hint}" if hint else said, request_id=request_id)
        self.address = address
        self.detail = detail
        self.hint = hint


class CallFailed(CarnegieError):
    """The call ended with an error; its subclasses name the ones that callers tell apart.

    Attributes
    ----------
    code
        The gRPC status code.
    message
        The service's message.
    reason
        The upper-case code of the error, such as INVALID_POSITION; empty if the service gave none, or never spoke.
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
        request_id: str = "",
    ) -> None:
        # The service's message repeats the first violation, with the field's name in the .proto file.
        faults = "1 fault" if len(violations) == 1 else f"{len(violations)} faults"
        said = f"the request has {faults}" if _repeats(message, violations) else message
        lines = [f"{code.name}: {said}", *(str(each) for each in violations)]
        if request_id and not isinstance(self, InvalidRequest):  # whose cause only the caller can mend
            lines.append(f"request {request_id}")
        super().__init__("\n".join(lines), request_id=request_id)
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


class NotAuthenticated(CallFailed):
    """The service wants to know who calls, and was shown no token, or one that it does not take."""


class NotPermitted(CallFailed):
    """The service knows the token that it was shown, and does not permit it this call."""


class GameNotFound(CallFailed):
    """The service keeps no game of this caller with this id; also where it has been deleted, by whomever."""


class VersionConflict(CallFailed):
    """The game has another version than the expected one: it has been saved elsewhere in the meantime.

    Nothing was changed. Load the game, and decide which of the two is to stay.
    """

    @property
    def stored_version(self) -> int:
        """The version that the game has, 1 or more; 0 if the service did not say."""
        said = self.metadata.get("version", "")
        return int(said) if said.isascii() and said.isdecimal() else 0


class NoRoomForGame(CallFailed):
    """The game was not saved: as many are kept as may be, it is too large, or the service's disk is full."""


class NoAnswerInTime(CallFailed):
    """The time was over before there was any answer; the service says so, unless it is a `DeadlinePassed`."""


class DeadlinePassed(NoAnswerInTime):
    """The client has waited for as long as it allows the call, and has heard nothing from the service."""


class ServiceBusy(CallFailed):
    """The service has too much to do, or the caller has used up its share; `retry_seconds` says when to try again.

    The client itself has tried again for as long as the call's deadline left the time that the service asked for.
    """
