"""Whatever ends a search before its proof, the plan is legal and the bound true."""

from __future__ import annotations

import random

import pytest

from carnegie_solver.decisions.placement import PlacementProblem, search, solve_placement
from carnegie_solver.limits import Limit, LimitReached
from models.edge_flow_model import Oracle, solve_edge_flow
from models.placement_checks import check_legal
from models.placement_instances import full_size_problem


class FailingClock:
    """Stands still for so many readings, then has passed every limit."""

    def __init__(self, readings: int) -> None:
        self.left = readings

    def __call__(self) -> float:
        self.left -= 1
        return 0.0 if self.left >= 0 else 1e9


@pytest.fixture(scope="module")
def solved() -> list[tuple[PlacementProblem, Oracle]]:
    source = random.Random(99)
    problems = [full_size_problem(source, moves) for moves in (3, 6, 12, 24) for _ in range(8)]
    return [(problem, solve_edge_flow(problem)) for problem in problems]


@pytest.mark.parametrize("readings", [0, 1, 2, 3, 5, 8, 20])
def test_time(solved: list[tuple[PlacementProblem, Oracle]], readings: int) -> None:
    reached = 0
    for problem, oracle in solved:
        limit = Limit(seconds=1.0, clock=FailingClock(readings), started=0.0)
        placement = solve_placement(problem, limit)
        check_legal(problem, placement)
        assert placement.value <= oracle.value <= placement.bound
        if placement.proved:
            assert (placement.value, placement.steps) == (oracle.value, oracle.steps)
        else:
            assert placement.limit_reached is LimitReached.TIME
            reached += 1
    assert reached > 0 or readings > 5


@pytest.mark.parametrize("work", [1e-9, 5e-5, 2e-4, 1e-3])
def test_work(solved: list[tuple[PlacementProblem, Oracle]], work: float) -> None:
    for problem, oracle in solved:
        placement = solve_placement(problem, Limit(work=work))
        check_legal(problem, placement)
        assert placement.value <= oracle.value <= placement.bound
        assert placement.limit_reached in (None, LimitReached.WORK)
        assert placement == solve_placement(problem, Limit(work=work))
        if placement.proved:
            assert (placement.value, placement.steps) == (oracle.value, oracle.steps)


def test_work_ends_a_search(solved: list[tuple[PlacementProblem, Oracle]]) -> None:
    outcomes = [solve_placement(problem, Limit(work=5e-5)) for problem, _ in solved]
    assert any(outcome.limit_reached is LimitReached.WORK for outcome in outcomes)
    assert any(outcome.proved for outcome in outcomes)


@pytest.mark.parametrize("limit", [{"work": 5e-4}, {"seconds": 0.05}])
def test_last_resort_keeps_to_the_limit(
    solved: list[tuple[PlacementProblem, Oracle]], limit: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_FLOWS", 1)
    monkeypatch.setattr(search, "MOST_FRONTIER_STATES", (0,))
    monkeypatch.setattr(search, "MOST_VECTORS", 0)
    for problem, oracle in solved:
        placement = solve_placement(problem, Limit(**limit))  # type: ignore[arg-type]
        check_legal(problem, placement)
        assert placement.value <= oracle.value <= placement.bound


def test_bounds_tighten_towards_the_value(solved: list[tuple[PlacementProblem, Oracle]]) -> None:
    for problem, oracle in solved:
        gap = [
            solve_placement(problem, Limit(seconds=1.0, clock=FailingClock(readings), started=0.0)).bound
            for readings in (0, 2, 1_000_000)
        ]
        assert gap[0] >= gap[1] >= gap[2] == oracle.value
