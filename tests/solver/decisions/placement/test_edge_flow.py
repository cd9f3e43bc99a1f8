"""Problems of the game's size: value and steps agree with an independent CP-SAT model."""

from __future__ import annotations

import random

import pytest

from carnegie_solver.decisions.placement import solve_placement
from models.edge_flow_model import solve_edge_flow
from models.placement_checks import check_legal
from models.placement_instances import full_size_problem

INSTANCES_PER_BUDGET = 75


@pytest.mark.parametrize("moves", [3, 6, 12, 24])
def test_agrees_with_cp_sat(moves: int, capsys: pytest.CaptureFixture[str]) -> None:
    source = random.Random(1000 + moves)
    for index in range(INSTANCES_PER_BUDGET):
        problem = full_size_problem(source, moves)
        oracle = solve_edge_flow(problem)
        placement = solve_placement(problem)
        assert placement.proved, index
        check_legal(problem, placement)
        assert (placement.value, placement.steps) == (oracle.value, oracle.steps), index
    with capsys.disabled():
        print(  # noqa: T201
            f"\n  placement: {INSTANCES_PER_BUDGET} full-size problems with {moves} moves agree with CP-SAT"
        )
