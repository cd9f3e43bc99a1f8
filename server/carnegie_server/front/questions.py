"""Questions of which a stream consists: each is asked like a call of its own, but waits where that would be refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from carnegie_server.errors import CallRefused, Reason, Violation, found_and_allowed, invalid_request
from carnegie_server.front.asking import Asking, refused
from carnegie_server.front.calls import REQUEST_ID, IncomingCall
from carnegie_server.front.gate import Gate
from carnegie_server.front.traffic import Course, Traffic
from carnegie_server.workers import HIGHEST_PRIORITY, LEAST_PRIORITY, Reply

DEFAULT_PRIORITY = -1
"""The priority of a question of a stream that names none: after calls of their own."""

_RETRY_SECONDS = 0.1


class Questions:
    """Has the questions of one stream answered, in whatever order they come.

    Parameters
    ----------
    asking
        Answers single questions.
    gate
        Counts them; where their caller asks more often than it may, they wait.
    traffic
        Is told of each of them.
    call, course
        The stream.
    name
        What the log knows its questions by.
    deadline
        When the last answer is needed, by the event loop's clock; None for no such time.
    """

    def __init__(
        self,
        asking: Asking,
        gate: Gate,
        traffic: Traffic,
        call: IncomingCall,
        course: Course,
        name: str,
        deadline: float | None,
    ) -> None:
        self._asking, self._gate, self._traffic = asking, gate, traffic
        self._call, self._course = call, course
        self._name = name
        self._deadline = deadline

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return self._asking.workers

    def seconds_left(self) -> float | None:
        """Give the time until the last answer is needed, below 0 after it; None for no such time."""
        return None if self._deadline is None else self._deadline - asyncio.get_running_loop().time()

    async def answer(
        self, method: str, question: bytes, priority: int, on_progress: Callable[[bytes], None] | None = None
    ) -> Reply:
        """Have a question answered, see `Asking.ask`; an error is an answer, too."""
        named = {**self._call.metadata, REQUEST_ID: self._course.request_id}
        with self._traffic.course(IncomingCall(self._name, b"", None, named, self._call.peer)) as course:
            course.caller = self._course.caller
            try:
                reply = await self._ask(method, question, priority, on_progress)
            except CallRefused as refusal:
                reply = refused(refusal)
            course.end(reply)
            return reply

    async def _ask(
        self, method: str, question: bytes, priority: int, on_progress: Callable[[bytes], None] | None
    ) -> Reply:
        if not LEAST_PRIORITY <= priority <= HIGHEST_PRIORITY:
            allowed = f"{LEAST_PRIORITY} to {HIGHEST_PRIORITY}"
            violation = Violation("priority", "OUT_OF_RANGE", found_and_allowed(str(priority), allowed))
            raise invalid_request((violation,))
        while (wait := self._gate.take(self._course.caller)) > 0.0:
            left = self.seconds_left()
            if left is not None and left <= 0.0:
                break
            await asyncio.sleep(wait if left is None else min(wait, left))
        while True:
            seconds = self.seconds_left()
            try:
                return await self._asking.ask(method, question, seconds, on_progress, priority)
            except CallRefused as refusal:
                # Calls of their own come before the questions of a stream, which wait until there is room.
                if refusal.reason is not Reason.BUSY or (seconds is not None and seconds <= 0.0):
                    raise
                wait = refusal.retry_seconds or _RETRY_SECONDS
                await asyncio.sleep(wait if seconds is None else min(wait, seconds))
