"""The answer to a decision: the best plans found, what they gain, and how much better another could be."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from carnegie_solver.components import Components
from carnegie_solver.limits import Limit, LimitReached
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook


class Statistics(Struct, frozen=True, gc=False):
    """How an answer was found: the method's name, deterministic work, search nodes, minimum-cost flows solved."""

    method: str
    work: float = 0.0
    nodes: int = 0
    flows: int = 0


class Choice(Struct, frozen=True, gc=False):
    """A plan for a decision, with what is known of it.

    Attributes
    ----------
    plan
        Its steps.
    gain
        What the optimiser claims that it adds to the worth of the position, in centi-VP; the referee checks it. A
        plan that is not proved best can gain more than is claimed, never less.
    bound
        No legal plan gains more, in centi-VP, of those whose outcome is none of the plans' before it; equal to `gain`
        when that is proved.
    others
        What the plan is estimated to give the other players, in centi-VP; the gain is less by that.
    """

    plan: Plan
    gain: int
    bound: int
    others: int = 0

    @property
    def proved(self) -> bool:
        """Whether no legal plan with another outcome than those before it gains more."""
        return self.bound == self.gain


class Answer(Struct, frozen=True, gc=False):
    """The best plans found for a decision, best first, no two with the same outcome (see `outcomes`).

    Attributes
    ----------
    choices
        The plans; at least one.
    limit_reached
        The limit that ended the search before its proof, if one did.
    statistics
        How they were found.
    """

    choices: tuple[Choice, ...]
    limit_reached: LimitReached | None
    statistics: Statistics

    @property
    def plan(self) -> Plan:
        """The best plan."""
        return self.choices[0].plan

    @property
    def gain(self) -> int:
        """What the best plan is claimed to gain, in centi-VP."""
        return self.choices[0].gain

    @property
    def bound(self) -> int:
        """No legal plan gains more, in centi-VP."""
        return self.choices[0].bound

    @property
    def proved(self) -> bool:
        """Whether no legal plan gains more than the first."""
        return self.choices[0].proved


class Solve(Protocol):
    """How a decision is solved: the best plan, or up to `count` plans with different outcomes, best first."""

    def __call__(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Give the answer for a position in which this decision is awaited."""
        ...
