"""The jobs that wait for a free worker: a bounded line in which a higher priority overtakes a lower one."""

from __future__ import annotations

import asyncio
import bisect
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from carnegie_server.workers.link import WorkerLink

LEAST_PRIORITY = -10
HIGHEST_PRIORITY = 10


@dataclass(order=True, slots=True)
class Waiter:
    """A job's place in the line; places are ordered as their jobs are to be taken.

    Attributes
    ----------
    rank
        The priority, negative so that the higher one comes first.
    number
        Counts the jobs as they came.
    worker
        Where the worker is handed over, or what it waited for in vain is told.
    """

    rank: int
    number: int
    worker: asyncio.Future[WorkerLink] = field(compare=False)


class WaitingLine:
    """The jobs that wait, the higher priority first, and of one priority the one that came first.

    A full line takes another job only where it outranks the last one, which then gives way.

    Parameters
    ----------
    longest
        How many jobs may wait, 0 or more.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._waiters: list[Waiter] = []
        self._numbers = itertools.count()

    def __len__(self) -> int:
        return len(self._waiters)

    def join(self, priority: int, refusal: Callable[[], Exception]) -> Waiter:
        """Take a place in the line.

        `refusal` makes the error that is raised where there is no place, or that the one who gives way gets.
        """
        waiter = Waiter(-priority, next(self._numbers), asyncio.get_running_loop().create_future())
        if len(self._waiters) >= self._longest:
            if not self._waiters or self._waiters[-1].rank <= waiter.rank:
                raise refusal()
            give_up(self._waiters.pop(), refusal)
        bisect.insort(self._waiters, waiter)
        return waiter

    def leave(self, waiter: Waiter) -> None:
        """Give the place up, if it is still held."""
        index = bisect.bisect_left(self._waiters, waiter)
        if index < len(self._waiters) and self._waiters[index] is waiter:
            del self._waiters[index]

    def hand_over(self, link: WorkerLink) -> bool:
        """Give a worker to the first who still wants one; returns whether there is one."""
        while self._waiters:
            waiter = self._waiters.pop(0)
            if not waiter.worker.done():
                waiter.worker.set_result(link)
                return True
        return False

    def refuse_all(self, refusal: Callable[[], Exception]) -> None:
        """Send everybody away."""
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            give_up(waiter, refusal)


def give_up(waiter: Waiter, refusal: Callable[[], Exception]) -> None:
    """Tell a job that it has waited in vain, if it still waits."""
    if not waiter.worker.done():
        waiter.worker.set_exception(refusal())
