"""A CP-SAT program whose objective is the gain of a plan, and how it is solved the same way each time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import SatParameters

from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.cp_sat import run
from carnegie_solver.limits import Limit, LimitReached
from carnegie_solver.plans import Plan
from carnegie_solver.rules.steps import EndTurn

LinearExpr = cp_model.LinearExpr | int
"""A variable, an expression, or a constant of a program."""

STEP_SCALE = 128
"""One centi-VP in units of the objective; a step costs one unit, so that of plans worth the same the shortest wins."""


@dataclass(frozen=True, slots=True)
class Settings:
    """CP-SAT parameters that have been measured for a program (`make bench`)."""

    presolve: bool = True
    linearization_level: int = 1
    symmetry_level: int = 2
    probing_level: int = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a program's solve ended.

    `solver` holds the values when `found`; `gain` and `bound` are in centi-VP; without a solution `gain` is 0,
    the gain of ending the turn at once, which every program admits.
    """

    solver: cp_model.CpSolver
    found: bool
    gain: int
    bound: int
    limit_reached: LimitReached | None
    statistics: Statistics

    def value(self, expression: LinearExpr) -> int:
        """Give the value of a variable or an expression in the best solution."""
        return int(self.solver.value(expression))


def answer_of(outcomes: Sequence[Outcome], plan_of: Callable[[Outcome], Plan]) -> Answer:
    """Give the answer that some outcomes of a program make up, best first; without a plan the end of the turn."""
    choices = tuple(
        Choice(plan_of(outcome) if outcome.found else Plan((EndTurn(),)), outcome.gain, outcome.bound)
        for outcome in outcomes
    )
    statistics = Statistics(
        "CP_SAT",
        work=sum(outcome.statistics.work for outcome in outcomes),
        nodes=sum(outcome.statistics.nodes for outcome in outcomes),
    )
    return Answer(choices, outcomes[-1].limit_reached, statistics)


def total(expressions: Iterable[LinearExpr]) -> LinearExpr:
    """Add up expressions."""
    return cp_model.LinearExpr.sum(list(expressions))


class Program:
    """A CP-SAT model with a gain in centi-VP and a count of steps."""

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self._gains: list[LinearExpr] = []
        self._steps: list[LinearExpr] = []
        self._booleans: set[int] = set()
        self._deciding: list[cp_model.IntVar] = []
        self._most = 0
        self.work = 0.0
        """Deterministic work of all solves so far."""

    def boolean(self, name: str) -> cp_model.IntVar:
        """Add a variable that is 0 or 1."""
        variable = self.model.new_bool_var(name)
        self._booleans.add(variable.index)
        return variable

    def integer(self, least: int, most: int, name: str) -> cp_model.IntVar:
        """Add a variable between two bounds, both included."""
        return self.model.new_int_var(least, most, name)

    def gains(self, expression: LinearExpr, most: int) -> None:
        """Add to the gain, in centi-VP; `most` bounds what the expression can reach."""
        self._gains.append(expression)
        self._most += most

    def takes_steps(self, expression: LinearExpr) -> None:
        """Count steps: of plans with the same gain the one with the fewest wins. At most 127 in all."""
        self._steps.append(expression)

    def decides(self, *variables: cp_model.IntVar) -> None:
        """Name variables that make up the outcome: two plans are the same when all of these have the same values."""
        self._deciding.extend(variables)

    def solve_lines(self, limit: Limit, settings: Settings, count: int) -> list[Outcome]:
        """Find up to `count` plans with different outcomes, best first; each is the best but for those before it.

        Later ones may gain less than nothing. The search ends when there are no more, or at the limit, which the last
        outcome then names.
        """
        outcomes = [self.solve(limit, settings)]
        while len(outcomes) < count and outcomes[-1].found and outcomes[-1].limit_reached is None:
            last = outcomes[-1]
            left = limit.after(self.work)
            reached = left.reached()
            if reached is None:
                self._start_from(last)
                self._forbid(last)
                following = self._solve(left, settings)
                if following is None:
                    break
                if following.found:
                    outcomes.append(following)
                    continue
                reached = following.limit_reached
            outcomes[-1] = replace(last, limit_reached=reached)
        # The work that found that there are no more belongs to the answer, too.
        counted = sum(outcome.statistics.work for outcome in outcomes[:-1])
        statistics = replace(outcomes[-1].statistics, work=self.work - counted)
        outcomes[-1] = replace(outcomes[-1], statistics=statistics)
        return outcomes

    def _start_from(self, outcome: Outcome) -> None:
        """Learn from a solution before the next one is looked for."""

    def _forbid(self, outcome: Outcome) -> None:
        """Exclude all plans with an outcome."""
        different: list[cp_model.LiteralT] = []
        for variable in self._deciding:
            value = outcome.value(variable)
            if variable.index in self._booleans:
                different.append(~variable if value else variable)
            else:
                lower, higher = self.boolean(f"below_{variable.name}"), self.boolean(f"above_{variable.name}")
                self.model.add(variable <= value - 1).only_enforce_if(lower)
                self.model.add(variable >= value + 1).only_enforce_if(higher)
                different += [lower, higher]
        self.model.add_bool_or(different)

    def solve(self, limit: Limit, settings: Settings) -> Outcome:
        """Maximise the gain, then minimise the steps, within a limit; deterministic but for a limit on time."""
        outcome = self._solve(limit, settings)
        if outcome is None:
            raise AssertionError("the program admits no plan at all")
        if outcome.gain < 0:  # ending the turn at once is better than a loss
            reached = outcome.limit_reached if outcome.bound > 0 else None
            return replace(outcome, found=False, gain=0, bound=max(0, outcome.bound), limit_reached=reached)
        return outcome

    def _solve(self, limit: Limit, settings: Settings) -> Outcome | None:
        """Solve the model as it is; None when it admits no plan."""
        self.model.maximize(STEP_SCALE * total(self._gains) - total(self._steps))

        def configure(parameters: SatParameters) -> None:
            parameters.cp_model_presolve = settings.presolve
            parameters.linearization_level = settings.linearization_level
            parameters.symmetry_level = settings.symmetry_level
            parameters.cp_model_probing_level = settings.probing_level

        ended = run(self.model, limit, configure)
        self.work += ended.work
        if ended.infeasible:
            return None
        best = bound = _scaled_down(ended.objective)
        if not ended.proved:
            bound = self._most
            if ended.bound is not None:
                bound = min(bound, _scaled_down(math.floor(ended.bound + 1e-6)))
            bound = max(bound, best)
        statistics = Statistics("CP_SAT", work=ended.work, nodes=ended.nodes)
        reached = None if bound <= best else ended.ended_by
        return Outcome(ended.solver, ended.solved, best, bound, reached, statistics)


def _scaled_down(objective: int) -> int:
    """Give the gain behind an objective: the objective is 128 gains less 0 to 127 steps."""
    return -((-objective) // STEP_SCALE)
