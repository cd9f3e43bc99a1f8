"""How the program of Construction is searched: without cutting planes, and each line with the one before in mind.

A line cannot gain more than the one before it. So its search starts near that one's solution, and ends as soon as it
has found another that is worth as much: equal plans are frequent, for many cities are alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ortools.sat.python import cp_model

from carnegie_solver.decisions.answer import Statistics
from carnegie_solver.decisions.program import (
    STEP_SCALE,
    Outcome,
    Program,
    Settings,
    _limit_reached,
    _scaled_down,
    total,
)
from carnegie_solver.limits import Limit


@dataclass(frozen=True, slots=True)
class SearchSettings(Settings):
    """CP-SAT parameters, that for cutting planes among them: 0 for none, 1 for CP-SAT's default."""

    cut_level: int = 1


class _Enough(cp_model.CpSolverSolutionCallback):
    """Ends a search at the first solution that reaches an objective."""

    def __init__(self, objective: int) -> None:
        super().__init__()
        self._objective = objective

    def on_solution_callback(self) -> None:
        """Look at a solution."""
        if round(self.objective_value) >= self._objective:
            self.stop_search()


class SearchedProgram(Program):
    """A program whose lines are searched one after the other, each from the solution of the one before."""

    def __init__(self) -> None:
        super().__init__()
        self._ceiling: int | None = None

    def solve_lines(self, limit: Limit, settings: Settings, count: int) -> list[Outcome]:
        """Find up to `count` plans with different outcomes, best first; each is the best but for those before it."""
        outcomes = [self.solve(limit, settings)]
        while len(outcomes) < count and outcomes[-1].found and outcomes[-1].limit_reached is None:
            if limit.out_of_time():
                break
            self._start_from(outcomes[-1])
            self._forbid(outcomes[-1])
            following = self._solve(limit, settings)
            if following is None or not following.found:
                break
            outcomes.append(following)
        return outcomes

    def _start_from(self, outcome: Outcome) -> None:
        """Have the next search start near a proved solution, and end at one that is worth as much."""
        self._ceiling = round(outcome.solver.objective_value)
        proto = self.model.proto
        proto.clear_solution_hint()
        hint = proto.solution_hint
        for index, value in enumerate(outcome.solver.response_proto.solution):
            hint.vars.append(index)
            hint.values.append(value)

    def _solve(self, limit: Limit, settings: Settings) -> Outcome | None:
        """Solve the model as it is; None when it admits no plan."""
        self.model.maximize(STEP_SCALE * total(self._gains) - total(self._steps))
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = 0
        parameters.cp_model_presolve = settings.presolve
        parameters.linearization_level = settings.linearization_level
        parameters.symmetry_level = settings.symmetry_level
        parameters.cp_model_probing_level = settings.probing_level
        parameters.cut_level = settings.cut_level if isinstance(settings, SearchSettings) else 1
        seconds = limit.remaining_seconds()
        if not math.isinf(seconds):
            parameters.max_time_in_seconds = seconds
        if limit.work is not None:
            parameters.max_deterministic_time = limit.work
        enough = None if self._ceiling is None else _Enough(self._ceiling)
        status = solver.solve(self.model, enough)
        if status == cp_model.MODEL_INVALID:
            raise AssertionError(f"the program is invalid: {self.model.validate()}")
        if status == cp_model.INFEASIBLE:
            return None
        solved = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        objective = round(solver.objective_value) if solved else 0
        gain = bound = _scaled_down(objective)
        if status != cp_model.OPTIMAL and not (solved and objective == self._ceiling):
            bound = self._most if self._ceiling is None else _scaled_down(self._ceiling)
            if solved:  # without a solution the solver's bound is not set, but reads as 0
                bound = min(bound, _scaled_down(math.floor(solver.best_objective_bound + 1e-6)))
            bound = max(bound, gain)
        proto = solver.response_proto
        statistics = Statistics(
            method="CP_SAT", work=float(proto.deterministic_time), nodes=int(proto.num_branches)
        )
        return Outcome(solver, solved, gain, bound, _limit_reached(limit, gain, bound), statistics)
