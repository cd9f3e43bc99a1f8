"""What a search has cost so far, held against its limit."""

from __future__ import annotations

from dataclasses import dataclass

from carnegie_solver.limits import Limit, LimitReached

STATES_PER_UNIT_OF_WORK = 1000


class OutOfLimitError(Exception):
    """A search met its limit."""

    def __init__(self, reached: LimitReached) -> None:
        super().__init__(reached.value)
        self.reached = reached


class TooManyStatesError(Exception):
    """A method met its own bound on states: another one is likely to be faster from here."""


@dataclass(slots=True)
class Effort:
    """States generated and flows solved so far, under a limit."""

    limit: Limit
    states: int = 0
    flows_solved: int = 0

    def check(self) -> None:
        """Raise OutOfLimitError if the limit is reached."""
        if self.limit.work is not None and self.states >= STATES_PER_UNIT_OF_WORK * self.limit.work:
            raise OutOfLimitError(LimitReached.WORK)
        if self.limit.out_of_time():
            raise OutOfLimitError(LimitReached.TIME)

    def spend(self, states: int) -> None:
        """Count states; raise OutOfLimitError if the limit is reached."""
        self.states += states
        self.check()

    def likely_limit(self) -> LimitReached:
        """Which limit ended a solver that keeps its own account of time and work."""
        if self.limit.work is None or self.limit.out_of_time():
            return LimitReached.TIME
        return LimitReached.WORK

    def remaining_work(self) -> float | None:
        """Units of work left, at least 0; None without a bound on work."""
        if self.limit.work is None:
            return None
        return max(0.0, self.limit.work - self.states / STATES_PER_UNIT_OF_WORK)
