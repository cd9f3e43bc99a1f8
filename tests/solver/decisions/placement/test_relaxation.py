"""At any prices the bound is true, and a plan's objective is the bound less its slack."""

from __future__ import annotations

import random

from carnegie_solver.decisions.placement import PlacementProblem, solve_placement
from carnegie_solver.decisions.placement.reduction import STEP_CHARGE, reduce_problem
from carnegie_solver.decisions.placement.relaxation import Relaxation, end_gaps, money_gaps
from models.brute_force_placement import brute_force
from models.edge_flow_model import solve_edge_flow
from models.placement_instances import full_size_problem, small_problem


def _objective(problem: PlacementProblem, value: int, steps: int) -> int:
    return reduce_problem(problem).unit * value - STEP_CHARGE * steps


def test_bound_is_true_at_any_prices() -> None:
    source = random.Random(11)
    cases = []
    for _ in range(200):
        problem = small_problem(source)
        best = brute_force(problem)
        cases.append((problem, _objective(problem, best.value, best.steps)))
    for moves in (3, 12):
        problem = full_size_problem(source, moves)
        oracle = solve_edge_flow(problem)
        cases.append((problem, _objective(problem, oracle.value, oracle.steps)))
    for problem, objective in cases:
        reduced = reduce_problem(problem)
        relaxation = Relaxation(reduced)
        for _ in range(4):
            spare_step, dollar = (
                source.randint(0, 200) * reduced.unit,
                source.randint(-200, 200) * reduced.unit,
            )
            prices = relaxation.solve(spare_step, dollar).prices
            assert prices.bound >= objective
            for a, b in reduced.edges:
                assert abs(prices.space[a] - prices.space[b]) <= prices.step


def test_objective_is_the_bound_less_the_slack() -> None:
    source = random.Random(12)
    for _ in range(100):
        problem = small_problem(source)
        placement = solve_placement(problem)
        reduced = reduce_problem(problem)
        prices = Relaxation(reduced).solve(source.randint(0, 9999), source.randint(-9999, 9999)).prices
        slack = (reduced.moves - placement.steps) * prices.spare_step
        for gaps, ends, choice in zip(
            end_gaps(reduced, prices), reduced.ends, placement.choices, strict=True
        ):
            slack += next(gap for gap, end in zip(gaps, ends, strict=True) if end.option == choice)
        for a, b, count in placement.flows:
            slack += count * (prices.step - (prices.space[b] - prices.space[a]))
        slack += money_gaps(reduced, prices.dollar)[placement.cost]
        assert prices.bound - slack == _objective(problem, placement.value, placement.steps)
