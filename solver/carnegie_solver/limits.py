"""How long a decision may be worked on."""

from __future__ import annotations

import enum
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field


class LimitReached(enum.Enum):
    """Which limit ended a search before its proof."""

    TIME = "TIME"
    WORK = "WORK"


@dataclass(frozen=True, slots=True)
class Limit:
    """The bounds that a search keeps to; without any it runs until it has its proof.

    Attributes
    ----------
    seconds
        Wall-clock seconds from `started`, > 0; None for no bound.
    work
        Deterministic units of work, > 0: CP-SAT's deterministic time, or thousands of search states
        in the exact Human Resources search. The same work gives the same answer on any machine.
        None for no bound.
    clock
        Seconds that only ever grow; replaced in tests.
    """

    seconds: float | None = None
    work: float | None = None
    clock: Callable[[], float] = time.monotonic
    started: float = field(default=math.nan)

    def __post_init__(self) -> None:
        if math.isnan(self.started):
            object.__setattr__(self, "started", self.clock())

    def remaining_seconds(self) -> float:
        """Seconds left, never below 0; infinite without a bound on time."""
        if self.seconds is None:
            return math.inf
        return max(0.0, self.started + self.seconds - self.clock())

    def out_of_time(self) -> bool:
        """Whether the bound on time has been reached."""
        return self.remaining_seconds() <= 0.0


UNLIMITED = Limit(started=0.0)
