"""The last resort: what is left of the problem between two bounds, given to CP-SAT."""

from __future__ import annotations

import math

from ortools.sat.python import cp_model

from carnegie_solver.decisions.cp_sat import run
from carnegie_solver.decisions.placement.effort import STATES_PER_UNIT_OF_WORK, Effort, OutOfLimitError
from carnegie_solver.decisions.placement.reduction import STEP_CHARGE, Reduced
from carnegie_solver.decisions.placement.relaxation import Prices, end_gaps


def best_from(
    reduced: Reduced, prices: Prices, least: int, effort: Effort
) -> tuple[tuple[int, ...] | None, int]:
    """The ends of the best plan with an objective of at least `least`.

    Ends and flows whose own slack already puts a plan below `least` are left out of the model. That the
    objective be at least `least` is not demanded of CP-SAT: it slows it down.

    Parameters
    ----------
    reduced, prices
        The problem, and prices with their bound.
    least
        The least objective of interest, in objective units.
    effort
        The limit. CP-SAT's deterministic time counts as a second per million states.

    Returns
    -------
    tuple
        For each space the position of its end, None if there is no such plan; and a bound on the objective of
        every such plan.

    Raises
    ------
    OutOfLimitError
        When the limit ended the solve without a plan.
    """
    slack = prices.bound - least
    model = cp_model.CpModel()
    inflow: list[list[cp_model.LinearExpr]] = [[] for _ in reduced.starts]
    steps: list[cp_model.IntVar] = []
    for a, b in reduced.edges:
        for tail, head in ((a, b), (b, a)):
            price = prices.step - (prices.space[head] - prices.space[tail])
            capacity = min(reduced.moves, reduced.totals[reduced.component[a]])
            if price > 0:
                capacity = min(capacity, slack // price)
            flow = model.new_int_var(0, capacity, "")
            steps.append(flow)
            inflow[head].append(1 * flow)
            inflow[tail].append(-1 * flow)
    worths: list[cp_model.LinearExpr] = []
    costs: list[cp_model.LinearExpr] = []
    ends: list[dict[int, cp_model.IntVar]] = []
    for space, gaps in enumerate(end_gaps(reduced, prices)):
        chosen = {position: model.new_bool_var("") for position, gap in enumerate(gaps) if gap <= slack}
        if not chosen:
            return None, least - 1
        model.add_exactly_one(chosen.values())
        ends.append(chosen)
        options = [(reduced.ends[space][position], literal) for position, literal in chosen.items()]
        held = sum(end.employees * literal for end, literal in options)
        model.add(held == reduced.starts[space] + sum(inflow[space]))
        worths += [end.worth // STEP_CHARGE * literal for end, literal in options]
        costs += [end.cost * literal for end, literal in options]
    spent = [model.new_bool_var("") for _ in reduced.money]
    model.add_exactly_one(spent)
    model.add(sum(costs) == sum(dollars * literal for dollars, literal in enumerate(spent)))
    worths += [worth // STEP_CHARGE * literal for worth, literal in zip(reduced.money, spent, strict=True)]
    model.add(sum(steps) <= reduced.moves)
    model.maximize(sum(worths) - sum(steps))
    ended = run(model, effort.limit.after(effort.work), lambda _: None)
    effort.states += math.ceil(STATES_PER_UNIT_OF_WORK * ended.work)
    if ended.infeasible:
        return None, least - 1
    if not ended.solved:
        raise OutOfLimitError(ended.ended_by)
    found = tuple(
        next(p for p, literal in chosen.items() if ended.solver.boolean_value(literal)) for chosen in ends
    )
    if ended.proved:
        objective = STEP_CHARGE * ended.objective
        return (found, objective) if objective >= least else (None, least - 1)
    assert ended.bound is not None
    return found, STEP_CHARGE * math.ceil(ended.bound)
