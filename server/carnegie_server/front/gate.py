"""The gate: who may call what, and how often."""

from __future__ import annotations

from typing import Protocol

from carnegie_server.front.calls import ANYBODY, Caller, IncomingCall


class Gate(Protocol):
    """Decides whether a call is let in."""

    def admit(self, call: IncomingCall) -> Caller:
        """Say who calls.

        Raises
        ------
        CallRefused
            The call is not let in; the error is what the caller sees.
        """


class OpenGate:
    """Lets everybody in."""

    def admit(self, _call: IncomingCall) -> Caller:
        """See `Gate`."""
        return ANYBODY
