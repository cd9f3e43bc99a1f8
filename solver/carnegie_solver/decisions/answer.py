"""The answer to a decision: the best plan found, what it gains, and how much better another could be."""

from __future__ import annotations

from dataclasses import dataclass

from carnegie_solver.limits import LimitReached
from carnegie_solver.plans import Plan


@dataclass(frozen=True, slots=True)
class Statistics:
    """How an answer was found: the method's name, deterministic work, search nodes, minimum-cost flows solved."""

    method: str
    work: float = 0.0
    nodes: int = 0
    flows: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The best plan found for a decision.

    Attributes
    ----------
    plan
        Its steps.
    gain
        What the optimiser claims that it adds to the worth of the position, in centi-VP; the referee checks it. A
        plan that is not proved best can gain more than is claimed, never less.
    bound
        No legal plan gains more, in centi-VP; equal to `gain` when that is proved best.
    limit_reached
        The limit that ended the search before its proof, if one did.
    statistics
        How it was found.
    """

    plan: Plan
    gain: int
    bound: int
    limit_reached: LimitReached | None
    statistics: Statistics

    @property
    def proved(self) -> bool:
        """Whether no legal plan gains more."""
        return self.bound == self.gain
