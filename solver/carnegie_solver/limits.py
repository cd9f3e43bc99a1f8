"""How long a decision may be worked on, and with which seed and how many threads."""

from __future__ import annotations

import enum
import math
import time
from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import force_setattr, replace

LARGEST_SEED = 2**31 - 1

Stop = Callable[[], None]
"""Ends a search that runs; does nothing to one that does not, so that it may be called at any time and again."""


class LimitReached(enum.Enum):
    """Which limit ended a search before its proof."""

    TIME = "TIME"
    WORK = "WORK"


class Limit(Struct, frozen=True):
    """The bounds that a search keeps to; without any it runs until it has its proof.

    Attributes
    ----------
    seconds
        Wall-clock seconds from `started`, > 0; None for no bound.
    work
        Deterministic units of work, >= 0, for all searches of one answer together: CP-SAT's deterministic
        time, or millions of search states in the exact Human Resources search. The same work gives the same
        answer on any machine, with the same seed and the same threads. None for no bound.
    clock
        Seconds that only ever grow; replaced in tests.
    seed
        Decides ties and the order of CP-SAT's search, 0 to `LARGEST_SEED`.
    threads
        Threads of CP-SAT's search, 1 or more; the searches without CP-SAT have one.
    watch
        Told how to stop each search that does not look at `clock` while it runs, and None when it has ended, so that
        another thread can stop it. What is stopped so ends as by the bound on time.
    """

    seconds: float | None = None
    work: float | None = None
    clock: Callable[[], float] = time.monotonic
    started: float = math.nan
    seed: int = 0
    threads: int = 1
    watch: Callable[[Stop | None], None] | None = None

    def __post_init__(self) -> None:
        if math.isnan(self.started):
            force_setattr(self, "started", self.clock())

    def remaining_seconds(self) -> float:
        """Seconds left, never below 0; infinite without a bound on time."""
        if self.seconds is None:
            return math.inf
        return max(0.0, self.started + self.seconds - self.clock())

    def out_of_time(self) -> bool:
        """Whether the bound on time has been reached."""
        return self.remaining_seconds() <= 0.0

    def reached(self) -> LimitReached | None:
        """Say which bound has been reached before a search begins; None where there is something left."""
        if self.work is not None and self.work <= 0.0:
            return LimitReached.WORK
        return LimitReached.TIME if self.out_of_time() else None

    def after(self, work: float) -> Limit:
        """Give what is left when some work has been done."""
        return self if self.work is None else replace(self, work=max(0.0, self.work - work))

    def share(self, searches: int) -> Limit:
        """Give an equal share of the work for the next of some searches, 1 or more; time is not shared."""
        return self if self.work is None else replace(self, work=self.work / searches)


def any_reached(reached: Iterable[LimitReached | None]) -> LimitReached | None:
    """Say which limit ended some of several searches: time before work, for then the answer is not reproducible."""
    found = set(reached)
    return next((limit for limit in LimitReached if limit in found), None)


UNLIMITED = Limit(started=0.0)
