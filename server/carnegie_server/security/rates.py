"""How often callers may call: a token bucket for each, in whole nanoseconds."""

from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic_ns

_NANOSECONDS = 1_000_000_000
_MOST_CALLERS = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a caller may call.

    Attributes
    ----------
    per_second
        Calls a second in the long run, more than 0.
    burst
        Calls that may come at once after a rest, 1 or more.
    """

    per_second: float
    burst: int

    @property
    def interval(self) -> int:
        """The time between two calls in the long run, in nanoseconds, 1 or more."""
        return max(1, round(_NANOSECONDS / self.per_second))


class RateLimiter:
    """The buckets of all callers.

    A bucket is one number, the moment at which it will be full again. So no clock has to fill it, and a full one need
    not be kept.

    Parameters
    ----------
    clock
        Gives the time in nanoseconds; never goes back.
    most_callers
        How many buckets are kept, 1 or more. Where that is not enough, the one that was used least recently is dropped;
        its caller begins with a full one.
    """

    def __init__(self, clock: Callable[[], int] = monotonic_ns, most_callers: int = _MOST_CALLERS) -> None:
        self._clock = clock
        self._most_callers = most_callers
        self._full_at: collections.OrderedDict[str, int] = collections.OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, caller: str, rate: Rate) -> int:
        """Take a call out of a caller's bucket.

        Returns
        -------
        0 where there was one; else nothing is taken, and this is the time until there will be one, in nanoseconds.
        """
        now = self._clock()
        full_at = max(now, self._full_at.get(caller, now)) + rate.interval
        early = full_at - now - rate.burst * rate.interval
        if early > 0:
            return early
        self._full_at[caller] = full_at
        self._full_at.move_to_end(caller)
        self._forget(now)
        return 0

    def _forget(self, now: int) -> None:
        while self._full_at:
            caller, full_at = next(iter(self._full_at.items()))
            if full_at > now and len(self._full_at) <= self._most_callers:
                return
            del self._full_at[caller]
