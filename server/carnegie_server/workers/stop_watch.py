"""The watch over a worker's job: a second pair of eyes, which ends a search that does not see that it should end."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

_PERIOD_SECONDS = 0.01
_MOST_RINGS = 64


class Watched(Protocol):
    """A job that is looked after."""

    def look(self) -> float:
        """Look after the job, from the watch's own thread; gives the seconds until its search should end, 0 if now."""


class StopWatch:
    """A thread that looks after a job when the front rings a bell, and stops its search when it should end.

    It goes on stopping, every 10 ms, until the search has ended, for CP-SAT takes no notice of a stop that comes before
    it has begun.

    The front rings soon after it has handed over a job, if that is not done by then, and when nobody waits for it any
    more. So a short job, as most are, is never interrupted: a thread that only looks at the clock by turns makes the
    search wait until the system has given that thread a processor, which costs short jobs a twentieth of their time
    where all processors are busy.

    Parameters
    ----------
    bell
        The worker's end of a stream socket: each byte is a ring, and its end says that the front is gone.
    """

    def __init__(self, bell: socket.socket) -> None:
        self._bell = bell
        self._working = threading.Event()
        self._job: Watched | None = None
        self._stop: Callable[[], None] | None = None
        threading.Thread(target=self._listen, name="carnegie-stop-watch", daemon=True).start()

    @contextmanager
    def over(self, job: Watched) -> Iterator[None]:
        """Watch a job as long as the `with` statement lasts."""
        self._job = job
        self._working.set()
        try:
            yield
        finally:
            self._working.clear()
            self._job = self._stop = None

    def watch(self, stop: Callable[[], None] | None) -> None:
        """Take note of how to stop the search that begins; None when it has ended."""
        self._stop = stop

    def _listen(self) -> None:
        while self._hears(None):
            # On a busy machine the ring can come before the job that it is for.
            self._working.wait()
            if not self._look_after_job():
                break
        # The front is gone, and nobody waits for what is searched for any more.
        while self._working.is_set():
            self._stop_search(self._stop)

    def _look_after_job(self) -> bool:
        """Look after jobs until there is none; gives whether the front is still there."""
        while True:
            # The search before the job, and both before the look: what is stopped may have ended, but is never the
            # search of a job that has come since.
            stop = self._stop
            job = self._job
            if job is None:
                return True
            seconds = job.look()
            if seconds <= 0.0:
                self._stop_search(stop)
            elif not self._hears(seconds):
                return False

    def _stop_search(self, stop: Callable[[], None] | None) -> None:
        if stop is not None:
            stop()
        time.sleep(_PERIOD_SECONDS)

    def _hears(self, seconds: float | None) -> bool:
        """Wait for a ring, for so long at most; gives whether the front is still there."""
        rung, _, _ = select.select((self._bell,), (), (), seconds)
        return not rung or bool(self._bell.recv(_MOST_RINGS))
