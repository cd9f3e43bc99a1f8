"""The watch over a worker's job: ends a search that cannot see for itself that it should."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_PERIOD_SECONDS = 0.01


class StopWatch:
    """A thread that, while a job is worked on, looks every 10 ms whether it should end, and then stops its search.

    It goes on stopping until the search has ended, for CP-SAT takes no notice of a stop that comes before it has begun.
    Looking by turns costs a job nothing that can be measured; a thread for each search would cost more than many of
    them take.
    """

    def __init__(self) -> None:
        self._working = threading.Event()
        self._overdue: Callable[[], bool] = _never
        self._stop: Callable[[], None] | None = None
        threading.Thread(target=self._look, name="carnegie-stop-watch", daemon=True).start()

    @contextmanager
    def over(self, overdue: Callable[[], bool]) -> Iterator[None]:
        """Watch a job as long as the `with` statement lasts; `overdue` says whether its search should end."""
        self._overdue = overdue
        self._working.set()
        try:
            yield
        finally:
            self._working.clear()
            self._stop, self._overdue = None, _never

    def watch(self, stop: Callable[[], None] | None) -> None:
        """Take note of how to stop the search that begins; None when it has ended."""
        self._stop = stop

    def _look(self) -> None:
        while True:
            self._working.wait()
            time.sleep(_PERIOD_SECONDS)
            stop = self._stop
            if stop is not None and self._overdue():
                stop()


def _never() -> bool:
    return False
