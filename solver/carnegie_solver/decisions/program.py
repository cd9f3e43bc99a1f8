"""A CP-SAT program whose objective is the gain of a plan, and how it is solved the same way each time."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from carnegie_solver.decisions.answer import Statistics
from carnegie_solver.limits import Limit, LimitReached

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


def total(expressions: Iterable[LinearExpr]) -> LinearExpr:
    """Add up expressions."""
    return cp_model.LinearExpr.sum(list(expressions))


class Program:
    """A CP-SAT model with a gain in centi-VP and a count of steps."""

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self._gains: list[LinearExpr] = []
        self._steps: list[LinearExpr] = []
        self._most = 0

    def boolean(self, name: str) -> cp_model.IntVar:
        """Add a variable that is 0 or 1."""
        return self.model.new_bool_var(name)

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

    def solve(self, limit: Limit, settings: Settings) -> Outcome:
        """Maximise the gain, then minimise the steps, within a limit; deterministic but for a limit on time."""
        self.model.maximize(STEP_SCALE * total(self._gains) - total(self._steps))
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = 0
        parameters.cp_model_presolve = settings.presolve
        parameters.linearization_level = settings.linearization_level
        parameters.symmetry_level = settings.symmetry_level
        parameters.cp_model_probing_level = settings.probing_level
        seconds = limit.remaining_seconds()
        if not math.isinf(seconds):
            parameters.max_time_in_seconds = seconds
        if limit.work is not None:
            parameters.max_deterministic_time = limit.work
        status = solver.solve(self.model)
        if status in (cp_model.MODEL_INVALID, cp_model.INFEASIBLE):
            raise AssertionError(f"the program admits no plan at all: {solver.status_name(status)}")
        solved = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        proto = solver.response_proto
        best = _scaled_down(round(solver.objective_value)) if solved else 0
        found = solved and best >= 0  # ending the turn at once is better than a loss
        best = max(best, 0)
        bound = best
        if status != cp_model.OPTIMAL:
            bound = self._most
            if solved:  # without a solution the solver's bound is not set, but reads as 0
                bound = min(bound, _scaled_down(math.floor(solver.best_objective_bound + 1e-6)))
            bound = max(bound, best)
        limit_reached = None
        if bound > best:
            limit_reached = (
                LimitReached.TIME if limit.out_of_time() or limit.work is None else LimitReached.WORK
            )
        statistics = Statistics(
            method="CP_SAT", work=float(proto.deterministic_time), nodes=int(proto.num_branches)
        )
        return Outcome(solver, found, best, bound, limit_reached, statistics)


def _scaled_down(objective: int) -> int:
    """Give the gain behind an objective: the objective is 128 gains less 0 to 127 steps."""
    return -((-objective) // STEP_SCALE)
