"""The placement problem as one CP-SAT model: the oracle of the tests and the rival in the benchmark."""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from carnegie_solver.decisions.placement.problem import PlacementProblem


@dataclass(frozen=True, slots=True)
class Oracle:
    """What CP-SAT proved: the best value in centi-VP, and the fewest steps that reach it."""

    value: int
    steps: int


def solve_edge_flow(problem: PlacementProblem) -> Oracle:
    """Solve a problem to proven optimality with one worker and default presolve.

    Every edge has a flow in either direction, every option a Boolean. Values are scaled by moves + 1 and
    each step costs 1, so that among plans of the best value one with the fewest steps is found.
    """
    model = cp_model.CpModel()
    total = sum(problem.employees)
    spaces = len(problem.employees)
    inflow: list[list[cp_model.LinearExpr]] = [[] for _ in range(spaces)]
    flows = []
    for a, b in problem.edges:
        for source, target in ((a, b), (b, a)):
            flow = model.new_int_var(0, min(total, problem.moves), f"flow_{source}_{target}")
            flows.append(flow)
            inflow[target].append(1 * flow)
            inflow[source].append(-1 * flow)
    values: list[cp_model.LinearExpr] = []
    costs: list[cp_model.LinearExpr] = []
    for space, options in enumerate(problem.options):
        chosen = [model.new_bool_var(f"option_{space}_{index}") for index in range(len(options))]
        model.add_exactly_one(chosen)
        counts = [option.employees * literal for option, literal in zip(options, chosen, strict=True)]
        model.add(sum(counts) == problem.employees[space] + sum(inflow[space]))
        values += [option.value * literal for option, literal in zip(options, chosen, strict=True)]
        costs += [option.cost * literal for option, literal in zip(options, chosen, strict=True)]
    spent = [model.new_bool_var(f"spent_{dollars}") for dollars in range(len(problem.money))]
    model.add_exactly_one(spent)
    model.add(sum(costs) == sum(dollars * literal for dollars, literal in enumerate(spent)))
    values += [worth * literal for worth, literal in zip(problem.money, spent, strict=True)]
    steps = sum(flows)
    model.add(steps <= problem.moves)
    scale = problem.moves + 1
    model.maximize(scale * sum(values) - steps)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise AssertionError("CP-SAT found no proof")
    objective = round(solver.objective_value)
    value = -(-objective // scale)
    return Oracle(value=value, steps=value * scale - objective)
