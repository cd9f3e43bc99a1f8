"""A worker process: takes one job at a time, answers it, and ends when the front is gone."""

from __future__ import annotations

import gc
import os
import resource
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Protocol

from carnegie_server.workers.frames import frame, receive_frame
from carnegie_server.workers.messages import (
    Allowance,
    Answered,
    Failed,
    Handler,
    HandlerFactory,
    Job,
    Progress,
    Ready,
    Recall,
    Recalled,
    Reply,
    StartRefusal,
    StartRefused,
    ToFront,
    ToWorker,
    read_in_worker,
    sayable,
    written,
)
from carnegie_server.workers.stop_watch import StopWatch

_SELF_DESTRUCTION_SECONDS = 5.0
_START_SECONDS = 70.0
"""Longer than the front waits for a worker: one that hangs at its start ends also where there is no front any more."""


class StopCell(Protocol):
    """Shared memory in which the front writes the number of the job that nobody waits for any more."""

    value: int


class _Line:
    """The worker's end of its connection to the front; two threads may speak, one at a time."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._speaking = threading.Lock()

    def say(self, message: ToFront) -> None:
        self.say_written(written(message))

    def say_written(self, body: bytes) -> None:
        with self._speaking:
            self._connection.sendall(frame(body))

    def hear(self) -> ToWorker | None:
        """Wait for what the front says next; None when it is gone."""
        body = receive_frame(self._connection)
        return None if body is None else read_in_worker(body)


class _JobSession:
    """The session of one job, see `messages.Session`."""

    def __init__(self, line: _Line, stop: StopCell, watch: StopWatch, job: Job) -> None:
        self._line = line
        self._watch = watch
        self._stop = stop
        self._job = job
        self._end = time.monotonic() + job.seconds
        self._allowed_end = self._told_end = self._end
        self._looked_at = False

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._end - time.monotonic())

    def stop_requested(self) -> bool:
        return self._stop.value == self._job.number

    def look(self) -> float:
        """See `Watched`; tells the front also of the time allowed, which it need not hear of a short job."""
        self._looked_at = True
        try:
            self._tell_allowance()
        except (BrokenPipeError, ConnectionResetError):
            # The front is gone. The worker ends when the job's own thread finds that out, the sooner the better.
            return 0.0
        return 0.0 if self.stop_requested() else self.seconds_left

    def watch(self, stop: Callable[[], None] | None) -> None:
        self._watch.watch(stop)

    def allow(self, seconds: float) -> None:
        self._allowed_end = time.monotonic() + seconds
        if self._looked_at:
            self._tell_allowance()

    def _tell_allowance(self) -> None:
        allowed_end = self._allowed_end
        if allowed_end != self._told_end:
            self._told_end = allowed_end
            self._line.say(Allowance(self._job.number, max(0.0, allowed_end - time.monotonic())))

    def recall(self, key: bytes) -> Reply | None:
        if not self._job.may_recall:
            return None
        self._line.say(Recall(key))
        recalled = self._line.hear()
        if recalled is None:
            raise BrokenPipeError("the front is gone")
        if not isinstance(recalled, Recalled):
            raise TypeError(f"the front said {recalled!r} to a question for an answer")
        return recalled.reply

    def tell(self, body: bytes) -> None:
        self._line.say(Progress(self._job.number, body))


def run_worker(
    connection: socket.socket, bell: socket.socket, stop: StopCell, build: HandlerFactory, memory_bytes: int
) -> None:
    """Be a worker until the front closes its end of the connection.

    Parameters
    ----------
    connection
        The worker's end of a stream socket.
    bell
        The worker's end of another, on which the front rings, see `StopWatch`.
    stop
        Where the front says which job to give up.
    build
        Builds the handler that answers jobs.
    memory_bytes
        The most address space that the process may use; 0 for no limit.
    """
    _leave_the_terminal()
    signal.setitimer(signal.ITIMER_REAL, _START_SECONDS)
    if memory_bytes:
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    connection.setblocking(True)
    try:
        _serve(_Line(connection), bell, stop, build)
    except (BrokenPipeError, ConnectionResetError):
        # The front went away while something was being sent to it: there is nobody left to work for.
        return


def _leave_the_terminal() -> None:
    # An interrupt typed at a terminal goes to its whole process group. Only the front may act on it, so that it can let
    # the running calls finish.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.setpgid(0, 0)
    # The standard output belongs to the front alone, which says one line there; a library's chatter goes to the log.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())


def _serve(line: _Line, bell: socket.socket, stop: StopCell, build: HandlerFactory) -> None:
    try:
        handler = build()
    except StartRefusal as refusal:
        line.say(StartRefused(sayable(str(refusal))))
        return
    # What is loaded by now stays: looking through it at each collection would hold up a job for some 30 ms.
    gc.collect()
    gc.freeze()
    watch = StopWatch(bell)
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    line.say(Ready(handler.greeting))
    while (job := line.hear()) is not None:
        if not isinstance(job, Job):
            raise TypeError(f"the front said {job!r} to a worker without a job")
        # The front kills a worker that overruns. The alarm does the same, later, where there is no front any more.
        signal.setitimer(signal.ITIMER_REAL, job.seconds + _SELF_DESTRUCTION_SECONDS)
        session = _JobSession(line, stop, watch, job)
        with watch.over(session):
            outcome = _answer(handler, job, session)
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        line.say_written(outcome)


def _answer(handler: Handler, job: Job, session: _JobSession) -> bytes:
    """Give what is to be said of a job, written: an answer that cannot be written is a fault of the handler, too."""
    try:
        return written(Answered(job.number, handler(job, session)))
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception:  # noqa: BLE001
        # Whatever a handler raises is a bug of its own and must not take the worker with it; the front logs it.
        return written(Failed(job.number, sayable(traceback.format_exc())))
