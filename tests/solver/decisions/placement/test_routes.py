"""Routes can be walked, one after another in any order, and make exactly the plan's flows."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from carnegie_solver.decisions.placement import Placement, PlacementProblem, routes_of, solve_placement
from models.brute_force_placement import distances
from models.placement_instances import full_size_problem, small_problem


def _problems() -> list[PlacementProblem]:
    source = random.Random(7)
    return [small_problem(source) for _ in range(150)] + [
        full_size_problem(source, moves) for moves in (3, 6, 12, 24) for _ in range(20)
    ]


def _check(problem: PlacementProblem, placement: Placement, source: random.Random) -> int:
    routes = list(routes_of(placement.flows))
    source.shuffle(routes)
    neighbours = {frozenset(edge) for edge in problem.edges}
    distance = distances(len(problem.employees), problem.edges)
    where = list(problem.employees)
    crossings: Counter[tuple[int, int]] = Counter()
    for route in routes:
        assert len(route) >= 2
        assert len(set(route)) == len(route)
        assert len(route) - 1 == distance[route[0]][route[-1]], "no way round"
        assert where[route[0]] > 0, "an employee is there to walk"
        for step in pairwise(route):
            assert frozenset(step) in neighbours
            crossings[step] += 1
        where[route[0]] -= 1
        where[route[-1]] += 1
    assert where == [option.employees for option in placement.options]
    assert crossings == Counter({(a, b): count for a, b, count in placement.flows})
    assert sum(len(route) - 1 for route in routes) == placement.steps
    return len(routes)


def test_routes_execute_in_any_order(capsys: pytest.CaptureFixture[str]) -> None:
    source = random.Random(8)
    problems = _problems()
    walked = sum(_check(problem, solve_placement(problem), source) for problem in problems)
    assert walked > 300
    with capsys.disabled():
        print(f"\n  placement: {walked} routes of {len(problems)} plans walked")  # noqa: T201


def test_nobody_moves() -> None:
    assert routes_of(()) == ()


def test_one_passes_where_another_leaves() -> None:
    assert routes_of([(0, 1, 1), (1, 2, 2)]) == ((0, 1, 2), (1, 2))


def test_a_cycle_is_refused() -> None:
    with pytest.raises(ValueError, match="without cycles"):
        routes_of([(0, 1, 1), (1, 2, 1), (2, 0, 1)])
