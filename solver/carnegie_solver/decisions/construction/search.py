"""How the program of Construction is searched: without cutting planes, and each line with the one before in mind.

A line cannot gain more than the one before it. So its search starts near that one's solution, and ends as soon as it
has found another that is worth as much: equal plans are frequent, for many cities are alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import SatParameters

from carnegie_solver.decisions.answer import Statistics
from carnegie_solver.decisions.cp_sat import run
from carnegie_solver.decisions.program import (
    STEP_SCALE,
    Outcome,
    Program,
    Settings,
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

        def configure(parameters: SatParameters) -> None:
            parameters.cp_model_presolve = settings.presolve
            parameters.linearization_level = settings.linearization_level
            parameters.symmetry_level = settings.symmetry_level
            parameters.cp_model_probing_level = settings.probing_level
            parameters.cut_level = settings.cut_level if isinstance(settings, SearchSettings) else 1

        ended = run(self.model, limit, configure, None if self._ceiling is None else _Enough(self._ceiling))
        self.work += ended.work
        if ended.infeasible:
            return None
        gain = bound = _scaled_down(ended.objective)
        if not ended.proved and not (ended.solved and ended.objective == self._ceiling):
            bound = self._most if self._ceiling is None else _scaled_down(self._ceiling)
            if ended.bound is not None:
                bound = min(bound, _scaled_down(math.floor(ended.bound + 1e-6)))
            bound = max(bound, gain)
        statistics = Statistics("CP_SAT", work=ended.work, nodes=ended.nodes)
        reached = None if bound <= gain else ended.ended_by
        return Outcome(ended.solver, ended.solved, gain, bound, reached, statistics)
