"""A track or a tab that only moves forward, in the stages of a turn: one 0-1 variable per stage and space reached."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from carnegie_solver.decisions.program import LinearExpr, Outcome, Program


class Ladder:
    """How many rungs have been climbed after each stage.

    Parameters
    ----------
    program
        The program to extend.
    costs
        Study points for each rung.
    stages
        The number of stages.
    first
        The first stage in which a rung can be climbed.
    """

    def __init__(self, program: Program, costs: Sequence[int], stages: int, first: int) -> None:
        self.costs = tuple(costs)
        self._first = first
        self._climbed = [
            [program.boolean(f"stage{stage}_rung{rung}") for rung in range(len(costs))] if stage >= first else []
            for stage in range(stages)
        ]
        model = program.model
        for stage in range(first, stages):
            climbed = self._climbed[stage]
            for rung, reached in enumerate(climbed):
                if rung:
                    model.add_implication(reached, climbed[rung - 1])
                if stage > first:
                    model.add_implication(self._climbed[stage - 1][rung], reached)

    def reached(self, stage: int, rungs: int) -> LinearExpr:
        """Say with 0 or 1 whether so many rungs have been climbed at the end of a stage."""
        if not rungs:
            return 1
        if rungs > len(self.costs) or stage < self._first:
            return 0
        return self._climbed[stage][rungs - 1]

    def at(self, stage: int, rungs: int) -> LinearExpr:
        """Say with 0 or 1 whether exactly so many rungs have been climbed at the end of a stage."""
        return self.reached(stage, rungs) - self.reached(stage, rungs + 1)

    def summed(self, stage: int, amounts: Sequence[int]) -> LinearExpr:
        """Sum an amount for each rung climbed by the end of a stage."""
        if stage < self._first:
            return 0
        return cp_model.LinearExpr.weighted_sum(self._climbed[stage], list(amounts))

    def spent(self, stage: int) -> LinearExpr:
        """Give the study points spent in a stage."""
        return self.summed(stage, self.costs) - (self.summed(stage - 1, self.costs) if stage else 0)

    def climbed(self, outcome: Outcome, stage: int) -> int:
        """Count the rungs climbed by the end of a stage in a solution; none before the first stage."""
        if stage < self._first:
            return 0
        return sum(outcome.value(reached) for reached in self._climbed[stage])
