"""The gate: who may call what, and how often."""

from __future__ import annotations

from typing import Protocol

from carnegie_server.front.calls import ANYBODY, Caller, IncomingCall


class Gate(Protocol):
    """Decides whether a call is let in."""

    def identify(self, call: IncomingCall) -> Caller:
        """Say who calls.

        Raises
        ------
        CallRefused
            That is not known, and has to be; the error is what the caller sees.
        """

    def admit(self, caller: Caller, call: IncomingCall) -> None:
        """Let a caller's call in. Once it is in, `leave` is called when it ends, whichever way.

        Raises
        ------
        CallRefused
            The call is not let in; the error is what the caller sees.
        """

    def take(self, caller: Caller) -> float:
        """Count a question of a batch as one more call of a caller who has been let in.

        Returns
        -------
        0 where it may be asked now; else it is not counted, and this is the time until it may be, in seconds.
        """

    def leave(self, caller: Caller) -> None:
        """Take note that a call that was let in has ended."""


class OpenGate:
    """Lets everybody in."""

    def identify(self, _call: IncomingCall) -> Caller:
        """See `Gate`."""
        return ANYBODY

    def admit(self, _caller: Caller, _call: IncomingCall) -> None:
        """See `Gate`."""

    def take(self, _caller: Caller) -> float:
        """See `Gate`."""
        return 0.0

    def leave(self, _caller: Caller) -> None:
        """See `Gate`."""
