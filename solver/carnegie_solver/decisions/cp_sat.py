"""Running CP-SAT on a model within a limit, with the same result each time but for a limit on time."""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace
from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import SatParameters

from carnegie_solver.limits import Limit, LimitReached

ALONE_WORK = 0.25
"""Work that one thread does before others join in: nearly every program is proved by then, and with several threads
even the easiest takes a second, for each gets its turn (`bench/threads.py`)."""
LEAST_WORK = 1e-9
"""Work for a search that has none left: CP-SAT takes 0 for no bound."""


class Run(Struct, frozen=True):
    """How a run of CP-SAT ended.

    Attributes
    ----------
    solver
        Holds the values when `solved`.
    solved, proved
        Whether there is a solution, and whether it is the best one.
    infeasible
        Whether it is proved that there is no solution.
    objective, bound
        In units of the objective, which is maximised; the bound is None without a solution, as CP-SAT sets none then.
    ended_by
        The limit that has ended the run, if it did not end with a proof.
    work, nodes
        Deterministic time and branches.
    """

    solver: cp_model.CpSolver
    solved: bool
    proved: bool
    infeasible: bool
    objective: int
    bound: float | None
    ended_by: LimitReached
    work: float
    nodes: int


def run(
    model: cp_model.CpModel,
    limit: Limit,
    configure: Callable[[SatParameters], None],
    watch: cp_model.CpSolverSolutionCallback | None = None,
) -> Run:
    """Maximise a model's objective within a limit.

    With several threads one works alone at first. Then they take turns in a fixed order, CP-SAT's interleaved search,
    so that the result does not depend on which is faster.

    Parameters
    ----------
    model
        The model; where threads join in, its hint is replaced.
    limit
        The bounds, the seed and the threads.
    configure
        Sets the parameters that are the program's own.
    watch
        Sees each solution of a thread that works alone, and may end its search. Threads together are not watched: how
        far the others have come when one is stopped is not always the same.

    Raises
    ------
    AssertionError
        When the model is invalid.
    """
    if limit.threads == 1 or (limit.work is not None and limit.work <= ALONE_WORK):
        return _run(model, replace(limit, threads=1), configure, watch)
    alone = _run(model, replace(limit, work=ALONE_WORK, threads=1), configure, watch)
    if alone.proved or alone.infeasible or alone.work < ALONE_WORK:
        return alone
    if alone.solved:
        _hint_at(model, alone.solver)
    together = _run(model, limit.after(alone.work), configure, None)
    return _better(alone, together)


def _hint_at(model: cp_model.CpModel, solver: cp_model.CpSolver) -> None:
    """Have the next run start near the solution of the one before."""
    model.proto.clear_solution_hint()
    hint = model.proto.solution_hint
    for index, value in enumerate(solver.response_proto.solution):
        hint.vars.append(index)
        hint.values.append(value)


def _better(alone: Run, together: Run) -> Run:
    """Give the better of two runs of a model, with the bound of both."""
    bounds = [one.bound for one in (alone, together) if one.bound is not None]
    best = (
        alone if alone.solved and (not together.solved or alone.objective >= together.objective) else together
    )
    return replace(
        best,
        proved=together.proved,
        infeasible=together.infeasible,
        bound=min(bounds, default=None),
        ended_by=together.ended_by,
        work=alone.work + together.work,
        nodes=alone.nodes + together.nodes,
    )


def _run(
    model: cp_model.CpModel,
    limit: Limit,
    configure: Callable[[SatParameters], None],
    watch: cp_model.CpSolverSolutionCallback | None,
) -> Run:
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    configure(parameters)
    parameters.num_workers = limit.threads
    parameters.interleave_search = limit.threads > 1
    parameters.random_seed = limit.seed
    seconds = limit.remaining_seconds()
    if not math.isinf(seconds):
        parameters.max_time_in_seconds = seconds
    if limit.work is not None:
        parameters.max_deterministic_time = max(limit.work, LEAST_WORK)
    status = _solved(solver, model, limit, watch)
    if status == cp_model.MODEL_INVALID:
        raise AssertionError(f"the program is invalid: {model.validate()}")
    solved = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    work = float(solver.response_proto.deterministic_time)
    # CP-SAT looks at the clock and at its work by turns: what ended it is seen by the work that it has done.
    by_work = limit.work is not None and (work >= limit.work or math.isinf(seconds))
    return Run(
        solver,
        solved,
        proved=status == cp_model.OPTIMAL,
        infeasible=status == cp_model.INFEASIBLE,
        objective=round(solver.objective_value) if solved else 0,
        bound=solver.best_objective_bound if solved else None,
        ended_by=LimitReached.WORK if by_work else LimitReached.TIME,
        work=work,
        nodes=int(solver.response_proto.num_branches),
    )


def _solved(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    limit: Limit,
    watch: cp_model.CpSolverSolutionCallback | None,
) -> cp_model.CpSolverStatus:
    """Solve, while the limit's own watch knows how to stop it."""
    if limit.watch is None:
        return solver.solve(model, watch)
    limit.watch(solver.stop_search)
    try:
        return solver.solve(model, watch)
    finally:
        limit.watch(None)
