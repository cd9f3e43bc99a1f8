"""The exit codes of the command."""

from __future__ import annotations

import enum

from carnegie_client.errors import (
    CarnegieError,
    InvalidRequest,
    NoAnswerInTime,
    NotAuthenticated,
    NotPermitted,
    ServerUnreachable,
    ServiceBusy,
)


class ExitCode(enum.IntEnum):
    """How the command ended."""

    OK = 0
    INTERNAL = 1
    """Any error that has no code of its own, such as a decision that the service does not answer."""
    USAGE = 2
    """A wrong option, also where only the service knows that it is, or an unreadable file."""
    INVALID_POSITION = 3
    """A file that is no JSON, or a position, steps or tables with faults."""
    NO_LEGAL_ACTION = 4
    LIMIT_WITHOUT_ANSWER = 5
    SERVER_UNREACHABLE = 6
    """No service answers, could be started, or has time."""
    NOT_PERMITTED = 7
    """The service does not know who asks, or does not permit it."""
    INTERRUPTED = 130


def exit_code_for(error: CarnegieError) -> ExitCode:
    """Give the exit code for a call that gave no answer."""
    match error:
        case InvalidRequest():
            return ExitCode.INVALID_POSITION
        case NoAnswerInTime():
            return ExitCode.LIMIT_WITHOUT_ANSWER
        case NotAuthenticated() | NotPermitted():
            return ExitCode.NOT_PERMITTED
        case ServerUnreachable() | ServiceBusy():
            return ExitCode.SERVER_UNREACHABLE
        case _:
            return ExitCode.INTERNAL
