"""A track or a tab that only moves forward, in the stages of a turn: a 0-1 variable per stage and space reached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ortools.sat.python import cp_model

from carnegie_solver.decisions.program import LinearExpr, Outcome, Program


class Ladder:
    """How many rungs have been climbed by the end of each stage.

    Parameters
    ----------
    program
        The program to extend.
    costs
        Study points for each rung.
    heights
        By stage, the most rungs that can have been climbed by its end; they never fall.

    Attributes
    ----------
    rungs
        The most rungs that can have been climbed in the end.
    """

    def __init__(self, program: Program, costs: Sequence[int], heights: Sequence[int]) -> None:
        self.rungs = heights[-1]
        self._costs = tuple(costs)
        self._climbed = [
            [program.boolean(f"stage{stage}_rung{rung}") for rung in range(height)]
            for stage, height in enumerate(heights)
        ]
        model = program.model
        before: list[cp_model.IntVar] = []
        for climbed in self._climbed:
            for lower, upper in pairwise(climbed):
                model.add_implication(upper, lower)
            for earlier, later in zip(before, climbed, strict=False):
                model.add_implication(earlier, later)
            before = climbed

    @property
    def in_the_end(self) -> tuple[cp_model.IntVar, ...]:
        """The 0-1 variables that say which rungs have been climbed in the end."""
        return tuple(self._climbed[-1])

    def height(self, stage: int) -> int:
        """Give the most rungs that can have been climbed by the end of a stage."""
        return len(self._climbed[stage])

    def at(self, stage: int, rungs: int) -> LinearExpr:
        """Say with 0 or 1 whether exactly so many rungs have been climbed by the end of a stage."""
        return self.reached(stage, rungs) - self.reached(stage, rungs + 1)

    def reached(self, stage: int, rungs: int) -> LinearExpr:
        """Say with 0 or 1 whether at least so many rungs have been climbed by the end of a stage."""
        if not rungs:
            return 1
        return self._climbed[stage][rungs - 1] if rungs <= self.height(stage) else 0

    def summed(self, stage: int, amounts: Sequence[int]) -> LinearExpr:
        """Sum an amount for each rung climbed by the end of a stage."""
        climbed = self._climbed[stage]
        return cp_model.LinearExpr.weighted_sum(climbed, list(amounts[: len(climbed)]))

    def amount(self, stage: int, amounts: Sequence[int]) -> LinearExpr:
        """Give the amount that belongs to the height reached by the end of a stage, that of no rung being the first."""
        return amounts[0] + self.summed(stage, rises(amounts))

    def spent(self, stage: int) -> LinearExpr:
        """Give the study points spent in a stage."""
        return self.summed(stage, self._costs) - (self.summed(stage - 1, self._costs) if stage else 0)

    def climbed(self, outcome: Outcome, stage: int) -> int:
        """Count the rungs climbed by the end of a stage in a solution; none before the first stage."""
        return sum(outcome.value(reached) for reached in self._climbed[stage]) if stage >= 0 else 0


def rises(values: Iterable[int]) -> tuple[int, ...]:
    """Give the differences between neighbouring values.

    >>> rises([3, 5, 4])
    (2, -1)
    """
    return tuple(after - before for before, after in pairwise(values))
