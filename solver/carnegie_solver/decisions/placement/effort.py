"""What a search has cost so far, held against its limit."""

from __future__ import annotations

from dataclasses import dataclass

from carnegie_solver.limits import Limit, LimitReached

STATES_PER_UNIT_OF_WORK = 1_000_000
"""States of a search that take about as long as a second of CP-SAT's deterministic time."""
STATES_PER_FLOW = 400
"""A minimum-cost flow takes about as long as so many states of a search."""


def work_of(states: int, flows: int) -> float:
    """Give the work of some states generated and flows solved, in the units of a limit."""
    return (states + STATES_PER_FLOW * flows) / STATES_PER_UNIT_OF_WORK


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
        if self.limit.work is not None and self.work >= self.limit.work:
            raise OutOfLimitError(LimitReached.WORK)
        if self.limit.out_of_time():
            raise OutOfLimitError(LimitReached.TIME)

    def spend(self, states: int) -> None:
        """Count states; raise OutOfLimitError if the limit is reached."""
        self.states += states
        self.check()

    @property
    def work(self) -> float:
        """The work done, in the units of the limit."""
        return work_of(self.states, self.flows_solved)

    def likely_limit(self) -> LimitReached:
        """Which limit ended a solver whose work has been counted."""
        if self.limit.work is not None and (self.work >= self.limit.work or self.limit.seconds is None):
            return LimitReached.WORK
        return LimitReached.TIME
