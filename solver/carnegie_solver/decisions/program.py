"""A CP-SAT program whose objective is the gain of a plan, and how it is solved the same way each time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace
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


class Settings(Struct, frozen=True):
    """How a program is searched, as has been measured for it (`make bench`); the defaults are CP-SAT's.

    Attributes
    ----------
    presolve, linearization_level, symmetry_level, probing_level, cut_level
        CP-SAT's parameters of these names.
    lazy_constraints
        Whether the constraints of the linear relaxation are added only when they are violated. These programs are so
        small that it takes less time to solve it once with all of them.
    from_line_before
        Whether the search for a line starts near the line before it.
    to_line_before
        Whether it ends as soon as its line is worth as much as the line before it, which bounds what it can be worth.
    """

    presolve: bool = True
    linearization_level: int = 1
    symmetry_level: int = 2
    probing_level: int = 2
    cut_level: int = 1
    lazy_constraints: bool = True
    from_line_before: bool = False
    to_line_before: bool = False

    def configure(self, parameters: SatParameters) -> None:
        """Set CP-SAT's parameters."""
        parameters.cp_model_presolve = self.presolve
        parameters.linearization_level = self.linearization_level
        parameters.symmetry_level = self.symmetry_level
        parameters.cp_model_probing_level = self.probing_level
        parameters.cut_level = self.cut_level
        parameters.add_lp_constraints_lazily = self.lazy_constraints


SMALL = Settings(
    presolve=False,
    symmetry_level=0,
    probing_level=0,
    cut_level=0,
    lazy_constraints=False,
    to_line_before=True,
)
"""What the programs of all decisions start from: they are so small that preparing a search costs more than it saves.

The linear relaxation with all constraints at once is what counts: it mostly has the best plan's gain already.
"""


class Outcome(Struct, frozen=True):
    """How a program's solve ended.

    `solver` holds the solution when `found`, `values` those of its variables by their index; `gain` and `bound` are in
    centi-VP; without a solution `gain` is 0, the gain of ending the turn at once, which every program admits.
    """

    solver: cp_model.CpSolver
    found: bool
    gain: int
    bound: int
    limit_reached: LimitReached | None
    statistics: Statistics
    values: tuple[int, ...]

    def value(self, expression: LinearExpr) -> int:
        """Give the value of a variable or an expression in the best solution."""
        if isinstance(expression, cp_model.IntVar):
            return self.values[expression.index]
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


class _Model(cp_model.CpModel):
    """A model without the old names of its methods, which take a third of a millisecond to make."""

    def _add_pre_pep8_methods(self) -> None:
        pass


class Program:
    """A CP-SAT model with a gain in centi-VP and a count of steps."""

    def __init__(self) -> None:
        self.model = _Model()
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
                self._forbid(last)
                if settings.from_line_before:
                    self._start_from(last)
                following = self._solve(left, settings, round(last.solver.objective_value))
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

    def _start_from(self, outcome: Outcome) -> None:
        """Have the next search start near a solution."""
        proto = self.model.proto
        proto.clear_solution_hint()
        for index, value in enumerate(outcome.values):
            proto.solution_hint.vars.append(index)
            proto.solution_hint.values.append(value)

    def solve(self, limit: Limit, settings: Settings) -> Outcome:
        """Maximise the gain, then minimise the steps, within a limit; deterministic but for a limit on time."""
        self.model.maximize(STEP_SCALE * total(self._gains) - total(self._steps))
        outcome = self._solve(limit, settings)
        if outcome is None:
            raise AssertionError("the program admits no plan at all")
        if outcome.gain < 0:  # ending the turn at once is better than a loss
            reached = outcome.limit_reached if outcome.bound > 0 else None
            return replace(outcome, found=False, gain=0, bound=max(0, outcome.bound), limit_reached=reached)
        return outcome

    def _solve(self, limit: Limit, settings: Settings, ceiling: int | None = None) -> Outcome | None:
        """Solve the model as it is; None when it admits no plan.

        `ceiling` is an objective that is known not to be exceeded.
        """
        watch = None if ceiling is None or not settings.to_line_before else _Enough(ceiling)
        ended = run(self.model, limit, settings.configure, watch)
        self.work += ended.work
        if ended.infeasible:
            return None
        gain = bound = _scaled_down(ended.objective)
        at_ceiling = ended.solved and ceiling is not None and ended.objective >= ceiling
        if not ended.proved and not at_ceiling:
            bound = self._most if ceiling is None else min(self._most, _scaled_down(ceiling))
            if ended.bound is not None:
                bound = min(bound, _scaled_down(math.floor(ended.bound + 1e-6)))
            bound = max(bound, gain)
        statistics = Statistics("CP_SAT", work=ended.work, nodes=ended.nodes)
        reached = None if bound <= gain else ended.ended_by
        # Most are read: one by one from the solver takes ten times as long.
        values = tuple(ended.solver.response_proto.solution) if ended.solved else ()
        return Outcome(ended.solver, ended.solved, gain, bound, reached, statistics, values)


class _Enough(cp_model.CpSolverSolutionCallback):
    """Ends a search at the first solution that reaches an objective."""

    def __init__(self, objective: int) -> None:
        super().__init__()
        self._objective = objective

    def on_solution_callback(self) -> None:
        """Look at a solution."""
        if round(self.objective_value) >= self._objective:
            self.stop_search()


def _scaled_down(objective: int) -> int:
    """Give the gain behind an objective: the objective is 128 gains less 0 to 127 steps."""
    return -((-objective) // STEP_SCALE)
