"""The calls that are under way, and what is told of each when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Self

from google.rpc import code_pb2

from carnegie_server.front.calls import ANYBODY, REQUEST_ID, Answer, Caller, CallRecord, IncomingCall
from carnegie_server.front.gate import Gate
from carnegie_server.front.observing import Observer
from carnegie_server.workers import Fact, Reply

CACHE = "carnegie-cache"
"""The metadata that say that an answer was remembered: ``hit``, or ``recalled`` where a worker read the question."""
TRACE_PARENT = "traceparent"
"""The header in which a caller names its span, see W3C's Trace Context."""

_PUNCTUALITY_SECONDS = 0.005
"""So much before its time a deadline may be found to have passed, for two clocks see to it."""
_NAP_SECONDS = 0.01
_SILENT_NAPS = 10
_MOST_NAPS = 100


class Traffic:
    """All calls of the service, whichever door they came through.

    Parameters
    ----------
    observers
        Are told of every call.
    """

    def __init__(self, observers: Sequence[Observer]) -> None:
        self._observers = observers
        self._under_way = 0
        self._begun = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._going_on = asyncio.Event()
        self._going_on.set()

    async def wait_until_idle(self, seconds: float = 0.0) -> None:
        """Wait until no call is under way, and none has begun by so many seconds later."""
        while True:
            await self._idle.wait()
            await asyncio.sleep(seconds)
            if self._idle.is_set():
                return

    async def hold(self) -> None:
        """Hold the calls that come in from now on, and wait until no more do, a second or so at most."""
        self._going_on.clear()
        silent, known = 0, self._begun
        for _ in range(_MOST_NAPS):
            # Many short naps, since a single long one says nothing where this process was not given time to run.
            await asyncio.sleep(_NAP_SECONDS)
            silent = silent + 1 if self._begun == known else 0
            known = self._begun
            if silent == _SILENT_NAPS:
                return

    def go_on(self) -> None:
        """Hold calls no more."""
        self._going_on.set()

    async def may_go_on(self) -> None:
        """Wait for as long as calls are held."""
        await self._going_on.wait()

    def course(self, call: IncomingCall) -> Course:
        """Follow a call: the course is to be entered in a `with` statement."""
        return Course(self, call)

    def began(self, method: str) -> None:
        """Count a call that has come in."""
        self._begun += 1
        self._under_way += 1
        self._idle.clear()
        for observer in self._observers:
            observer.began(method)

    def ended(self, record: CallRecord) -> None:
        """Count a call that has ended."""
        self._under_way -= 1
        if not self._under_way:
            self._idle.set()
        # Not before the answer is on its way: nobody should wait for a line in a log.
        loop = asyncio.get_running_loop()
        for observer in self._observers:
            loop.call_soon(observer.ended, record)


class Course:
    """The course of one call, from its receipt to its end; one that is left without an end was cancelled.

    Attributes
    ----------
    caller
        Who calls, once that is known.
    request_id
        The name under which the caller knows the call.
    """

    def __init__(self, traffic: Traffic, call: IncomingCall) -> None:
        self._traffic = traffic
        self._call = call
        self._loop = asyncio.get_running_loop()
        self._started = self._loop.time()
        self._code: int = code_pb2.CANCELLED
        self._facts: Mapping[str, Fact] = {}
        self.request_id = call.request_id()
        self._entered: Gate | None = None
        self.caller: Caller = ANYBODY

    def __enter__(self) -> Self:
        self._traffic.began(self._call.method)
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if self._entered is not None:
            self._entered.leave(self.caller)
        if isinstance(error, Exception):
            self._code = code_pb2.UNKNOWN
        elif self._code == code_pb2.CANCELLED and self._deadline_has_passed():
            # The transport tells both in the same way: nobody waits any more.
            self._code = code_pb2.DEADLINE_EXCEEDED
        self._traffic.ended(
            CallRecord(
                self._call.method,
                self._code,
                self._loop.time() - self._started,
                self.request_id,
                self.caller,
                self._call.peer,
                self._facts,
                self._call.metadata.get(TRACE_PARENT, ""),
            )
        )

    def _deadline_has_passed(self) -> bool:
        seconds = self._call.seconds
        return seconds is not None and self._loop.time() - self._started >= seconds - _PUNCTUALITY_SECONDS

    def enter(self, gate: Gate) -> None:
        """Go through the gate; it is told when the course ends.

        Raises
        ------
        CallRefused
            The call is not let in.
        """
        self.caller = gate.identify(self._call)
        gate.admit(self.caller, self._call)
        self._entered = gate

    def end(self, reply: Reply) -> Answer:
        """Take note of how the call ended, and make of it what is sent."""
        self._code, self._facts = reply.code, reply.facts
        return Answer(reply.code, reply.body, ((REQUEST_ID, self.request_id), *_beside(reply.facts)))


def _beside(facts: Mapping[str, Fact]) -> tuple[tuple[str, str], ...]:
    """Give what differs between equal answers as metadata: the times, and whether the cache had it."""
    times = [
        (f"carnegie-{name.replace('_', '-')}", f"{float(value):.6f}")
        for name, value in facts.items()
        if name.endswith("_seconds")
    ]
    return (*times, (CACHE, str(facts["cache"]))) if "cache" in facts else tuple(times)
